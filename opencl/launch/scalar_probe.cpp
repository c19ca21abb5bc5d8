// The kernel widens each argument to 64 bits, so that one array holds all arguments as they
// arrived. Behind them stand the answers of work-item functions. The launch has one dimension.
// Compilers may know a dimension that is written as a number, so each is also computed from
// get_work_dim().
#include "opencl/launch/scalar_probe.h"

#include <fmt/format.h>

#include <bit>
#include <string_view>

#include "opencl/program/program.h"
#include "ops/hash.h"

namespace assay::opencl {
namespace {

constexpr std::size_t kCount = ScalarProbe::kScalars.size();

constexpr std::string_view kArguments = R"(
kernel void scalars(char a, uint b, uchar c, short d, ulong e, ushort f, int g, float h, char i,
                    long j, short k, uchar l, global ulong* out) {
  out[0] = (ulong)(long)a;
  out[1] = b;
  out[2] = c;
  out[3] = (ulong)(long)d;
  out[4] = e;
  out[5] = f;
  out[6] = (ulong)(long)g;
  out[7] = as_uint(h);
  out[8] = (ulong)(long)i;
  out[9] = (ulong)j;
  out[10] = (ulong)(long)k;
  out[11] = l;
)";

struct Function {
  std::string_view name;
  std::uint64_t beyond;
};
// What each gives for a dimension beyond those of the launch (OpenCL C 1.2, section 6.12.1).
constexpr std::array<Function, 7> kFunctions{{{"get_global_size", 1},
                                              {"get_global_id", 0},
                                              {"get_local_size", 1},
                                              {"get_local_id", 0},
                                              {"get_num_groups", 1},
                                              {"get_group_id", 0},
                                              {"get_global_offset", 0}}};
constexpr std::array<std::string_view, 4> kDimensions{"3u", "0xffffffffu", "3u * get_work_dim()",
                                                      "0u - get_work_dim()"};
static_assert(ScalarProbe::kCalls == kFunctions.size() * kDimensions.size());

std::string make_source() {
  std::string text(kArguments);
  for (std::size_t i = 0; i < ScalarProbe::kCalls; ++i)
    text += fmt::format("  out[{}] = {};\n", kCount + i, ScalarProbe::call(i));
  return text + "}\n";
}

constexpr std::uint64_t kPoison = 0xa5a5'a5a5'a5a5'a5a5u;

/// The damage of two numbers that differ.
Damage difference(Damage::What what, std::size_t place, std::string name, std::uint64_t expected,
                  std::uint64_t came) {
  const std::uint64_t other = expected ^ came;
  const auto first = static_cast<unsigned>(std::countr_zero(other)) / 8;
  std::uint64_t count = 0;
  for (unsigned b = 0; b < 8; ++b) count += (other >> (8 * b) & 0xff) != 0;
  return {.what = what,
          .case_index = 0,
          .place = place,
          .name = std::move(name),
          .offset = first,
          .expected = static_cast<std::uint8_t>(expected >> (8 * first)),
          .came = static_cast<std::uint8_t>(came >> (8 * first)),
          .count = count};
}

}  // namespace

const std::string& ScalarProbe::source() {
  static const std::string text = make_source();
  return text;
}

std::string ScalarProbe::call(std::size_t number) {
  return fmt::format("{}({})", kFunctions[number / kDimensions.size()].name,
                     kDimensions[number % kDimensions.size()]);
}

std::uint64_t ScalarProbe::answer(std::size_t number) {
  return kFunctions[number / kDimensions.size()].beyond;
}

std::uint64_t ScalarProbe::widened(std::uint64_t bits, const Scalar& scalar) {
  const auto unused = static_cast<unsigned>(64 - 8 * scalar.size);
  return scalar.is_signed
             ? static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused)
             : bits << unused >> unused;
}

std::uint64_t ScalarProbe::value(std::uint64_t seed, std::size_t launch, std::size_t scalar) {
  std::uint64_t x = ops::random_at(0, (seed * kLaunches + launch) * kCount + scalar + 1);
  const Scalar& s = kScalars[scalar];
  const auto bits = static_cast<unsigned>(8 * s.size);
  // The value is neither a NaN nor infinity, because a NaN's bits need not be kept.
  if (std::string_view(s.type) == "float") x &= 0xff7f'ffffu;
  // In each launch every second argument has its highest bit set. So each argument has it set in
  // one of the two launches.
  const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
  x = (scalar + launch) % 2 ? x | sign : x & ~sign;
  return x << (64 - bits) >> (64 - bits);
}

void ScalarProbe::build(const Device& device) {
  if (kernel_) return;
  const DeviceInfo& info = device.info();
  judges_sizes_ = !info.is_pocl() || !info.driver_version.starts_with("3.1");
  for (cl::Buffer& buffer : buffers_) buffer = device.buffer(sizeof(Answers));
  kernel_ = kernel_named(program_from_source(device, source(), "-cl-std=CL1.2"), "scalars");
}

void ScalarProbe::run(CommandStream& stream, std::uint64_t seed) {
  seed_ = seed;
  for (std::size_t launch = 0; launch < kLaunches; ++launch) {
    came_[launch].fill(kPoison);
    check("clEnqueueWriteBuffer",
          stream.queue().enqueueWriteBuffer(buffers_[launch], CL_FALSE, 0, sizeof(Answers),
                                            came_[launch].data(), stream.waits(), stream.event()));
  }
  stream.next_stage();
  for (std::size_t launch = 0; launch < kLaunches; ++launch) {
    for (std::size_t i = 0; i < kCount; ++i) {
      const std::uint64_t bits = value(seed, launch, i);
      check("clSetKernelArg", kernel_->setArg(static_cast<cl_uint>(i), kScalars[i].size, &bits));
    }
    check("clSetKernelArg", kernel_->setArg(static_cast<cl_uint>(kCount), buffers_[launch]));
    check("clEnqueueNDRangeKernel",
          stream.queue().enqueueNDRangeKernel(*kernel_, cl::NullRange, cl::NDRange(1),
                                              cl::NDRange(1), stream.waits(), stream.event()));
  }
  stream.next_stage();
  for (std::size_t launch = 0; launch < kLaunches; ++launch)
    check("clEnqueueReadBuffer",
          stream.queue().enqueueReadBuffer(buffers_[launch], CL_FALSE, 0, sizeof(Answers),
                                           came_[launch].data(), stream.waits(), stream.event()));
}

std::optional<Damage> ScalarProbe::damage() const {
  for (std::size_t launch = 0; launch < kLaunches; ++launch) {
    if (auto damage = wrong_argument(launch)) return damage;
    if (auto damage = wrong_answer(launch)) return damage;
  }
  return std::nullopt;
}

std::optional<Damage> ScalarProbe::wrong_argument(std::size_t launch) const {
  for (std::size_t i = 0; i < kCount; ++i) {
    const std::uint64_t expected = widened(value(seed_, launch, i), kScalars[i]);
    if (expected != came_[launch][i])
      return difference(Damage::What::ArgumentChanged, i,
                        fmt::format("scalar {} ({})", i, kScalars[i].type), expected,
                        came_[launch][i]);
  }
  return std::nullopt;
}

std::optional<Damage> ScalarProbe::wrong_answer(std::size_t launch) const {
  for (std::size_t i = 0; i < kCalls; ++i)
    if ((judges_sizes_ || answer(i) == 0) && came_[launch][kCount + i] != answer(i))
      return difference(Damage::What::WrongAnswer, i, call(i), answer(i),
                        came_[launch][kCount + i]);
  return std::nullopt;
}

}  // namespace assay::opencl
