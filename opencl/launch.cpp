// One batch, start to end: lay the cases out, upload, run the passes over (groups x cases), read
// every buffer back, compare. All memory belongs to the launcher and is reused, so a batch in the
// steady state costs copies and a handful of driver calls.

#include "opencl/launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <new>

#include "opencl/batch_memory.h"
#include "opencl/program.h"

namespace assay::opencl {
namespace {

using Problems = std::span<const ops::Problem>;

// The most groups that a case of the batch needs.
std::size_t groups_of(const Pass& pass, const KernelFile& file, Problems problems,
                      std::size_t local) {
  std::int64_t most = 0;
  for (const ops::Problem& problem : problems) {
    const auto groups = pass.groups.integer(problem.descriptor, static_cast<std::int64_t>(local));
    if (!groups || *groups < 0)
      throw KernelFileError(fmt::format("{}:{}: '{}' has no value for this case", file.path,
                                        pass.line, pass.groups.text()));
    most = std::max(most, *groups);
  }
  return static_cast<std::size_t>(most);
}

}  // namespace

std::string_view name_of(Damage::What what) {
  constexpr std::array<std::string_view, 6> kNames = {"guard before",        "guard after",
                                                      "input changed",       "scratch guard before",
                                                      "scratch guard after", "descriptor changed"};
  return kNames[static_cast<std::size_t>(what)];
}

class Launcher::Implementation {
 public:
  explicit Implementation(Device device) : device_(std::move(device)) {}

  const Device& device() const { return device_; }

  const BatchOutcome& launch(const KernelFile& file, const Variant& variant, Problems problems,
                             const LaunchOptions& options) {
    assert(!problems.empty());
    assert(options.guard_bytes >= 64 && options.guard_bytes % 8 == 0);
    outcome_.failure.reset();
    outcome_.damages.clear();
    outcome_.memories.clear();
    outcome_.nanoseconds = 0;
    outcome_.tensor_count = file.signature->tensor_count;
    try {
      types_.clear();
      for (const auto& tensor : problems[0].descriptor.tensors) types_.push_back(tensor.type);
      Program& program = programs_.get(device_, file, variant, types_);
      memory_.lay_out(device_.info(), file, variant, problems, options);
      run(file, variant, program, problems, options);
      memory_.collect(outcome_);
    } catch (const CallFailure& failure) {
      fail(failure);
    } catch (const std::bad_alloc&) {
      fail(CallFailure("operator new", CL_OUT_OF_HOST_MEMORY));
    }
    return outcome_;
  }

  std::optional<CallFailure> build(const KernelFile& file, const Variant& variant,
                                   std::span<const ops::DataType> types) {
    try {
      programs_.get(device_, file, variant, types);
      return std::nullopt;
    } catch (const CallFailure& failure) {
      return failure;
    }
  }

 private:
  void run(const KernelFile& file, const Variant& variant, Program& program, Problems problems,
           const LaunchOptions& options) {
    groups_.clear();
    for (const Pass& pass : variant.passes)
      groups_.push_back(groups_of(pass, file, problems, pass.local.value_or(options.local)));
    const auto start = std::chrono::steady_clock::now();
    memory_.upload(device_);
    for (std::size_t p = 0; p < variant.passes.size(); ++p) {
      if (groups_[p] == 0) continue;
      const std::size_t local = variant.passes[p].local.value_or(options.local);
      bind(program[p]);
      check("clEnqueueNDRangeKernel",
            device_.queue().enqueueNDRangeKernel(program[p].kernel, cl::NullRange,
                                                 cl::NDRange(groups_[p] * local, problems.size()),
                                                 cl::NDRange(local, 1)));
    }
    memory_.download(device_);
    check("clFinish", device_.queue().finish());
    outcome_.nanoseconds = static_cast<std::uint64_t>(
        std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count());
  }

  void bind(PassKernel& pass) {
    for (std::size_t i = 0; i < pass.arguments.size(); ++i)
      check("clSetKernelArg",
            pass.kernel.setArg(static_cast<cl_uint>(i), memory_.buffer(pass.arguments[i])));
  }

  // The queue may still hold transfers from memory that the next launch will write.
  void fail(const CallFailure& failure) {
    device_.queue().finish();
    outcome_.failure = failure;
    outcome_.memories.clear();
    outcome_.damages.clear();
  }

  Device device_;
  ProgramCache programs_;
  BatchMemory memory_;
  BatchOutcome outcome_;
  std::vector<ops::DataType> types_;
  std::vector<std::size_t> groups_;
};

Launcher::Launcher(Device device)
    : implementation_(std::make_unique<Implementation>(std::move(device))) {}
Launcher::~Launcher() = default;
Launcher::Launcher(Launcher&&) noexcept = default;
Launcher& Launcher::operator=(Launcher&&) noexcept = default;

const Device& Launcher::device() const { return implementation_->device(); }

const BatchOutcome& Launcher::launch(const KernelFile& file, const Variant& variant,
                                     std::span<const ops::Problem> problems,
                                     const LaunchOptions& options) {
  return implementation_->launch(file, variant, problems, options);
}

std::optional<CallFailure> Launcher::build(const KernelFile& file, const Variant& variant,
                                           std::span<const ops::DataType> types) {
  return implementation_->build(file, variant, types);
}

}  // namespace assay::opencl
