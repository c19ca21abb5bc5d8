// The kernel widens each argument to 64 bits, so that one array holds all arguments as they
// arrived.
#include "opencl/launch/scalar_probe.h"

#include <fmt/format.h>

#include <bit>

#include "opencl/program/program.h"
#include "ops/hash.h"

namespace assay::opencl {
namespace {

constexpr std::size_t kCount = ScalarProbe::kScalars.size();

constexpr const char* kProbeKernel = R"(
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
}
)";

constexpr std::uint64_t kPoison = 0xa5a5'a5a5'a5a5'a5a5u;

}  // namespace

const char* ScalarProbe::source() { return kProbeKernel; }

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
  for (cl::Buffer& buffer : buffers_) buffer = device.buffer(sizeof(Answers));
  kernel_ = kernel_named(program_from_source(device, kProbeKernel, "-cl-std=CL1.2"), "scalars");
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
  for (std::size_t launch = 0; launch < kLaunches; ++launch)
    for (std::size_t i = 0; i < kCount; ++i) {
      const std::uint64_t expected = widened(value(seed_, launch, i), kScalars[i]);
      const std::uint64_t other = expected ^ came_[launch][i];
      if (!other) continue;
      const auto first = static_cast<unsigned>(std::countr_zero(other)) / 8;
      std::uint64_t count = 0;
      for (unsigned b = 0; b < 8; ++b) count += (other >> (8 * b) & 0xff) != 0;
      return Damage{.what = Damage::What::ArgumentChanged,
                    .case_index = 0,
                    .place = i,
                    .name = fmt::format("scalar {} ({})", i, kScalars[i].type),
                    .offset = first,
                    .expected = static_cast<std::uint8_t>(expected >> (8 * first)),
                    .came = static_cast<std::uint8_t>(came_[launch][i] >> (8 * first)),
                    .count = count};
    }
  return std::nullopt;
}

}  // namespace assay::opencl
