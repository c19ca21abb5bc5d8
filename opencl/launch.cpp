// One batch, start to end: lay the cases' tensors out in one buffer a member, write the images, run
// the passes over (groups x cases), read every buffer back, compare. All memory belongs to the
// launcher and is reused, so a batch in the steady state costs copies and a handful of driver
// calls.

#include "opencl/launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <new>

#include "opencl/case_layout.h"
#include "opencl/guarded_memory.h"
#include "opencl/poison.h"
#include "opencl/program.h"

namespace assay::opencl {
namespace {

using Problems = std::span<const ops::Problem>;

// Different memories take their poison from different stretches of it, so that a guard copied to
// the same position of another buffer shows.
constexpr std::size_t kPoisonShift = 1048;

// How many multiples of its alignment a base is moved on: anything within 64 bytes.
std::size_t steps(std::uint32_t placement, std::size_t case_index, std::size_t place,
                  std::size_t alignment) {
  const std::size_t choices = std::max<std::size_t>(64 / alignment, 2);
  std::uint64_t hash = placement * 0x9e3779b97f4a7c15 + case_index * 3 + place + 1;
  hash = (hash ^ (hash >> 31)) * 0xbf58476d1ce4e5b9;
  return (hash >> 32) % choices;
}

std::size_t base_alignment(const ops::TensorDesc& tensor) {
  return std::max<std::size_t>(ops::size_of(tensor.type), tensor.alignment);
}

std::uint64_t evaluated(const ops::Expression& expression, const ops::Problem& problem,
                        std::size_t local, const KernelFile& file, std::size_t line) {
  const auto value = expression.integer(problem.descriptor, static_cast<std::int64_t>(local));
  if (!value || *value < 0)
    throw KernelFileError(
        fmt::format("{}:{}: '{}' has no value for this case", file.path, line, expression.text()));
  return static_cast<std::uint64_t>(*value);
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
      take_types(problems[0]);
      Program& program = programs_.get(device_, file, variant, types_);
      prepare(file);
      lay_out(file, variant, problems, options);
      write_images(file, variant, problems, options);
      run(file, variant, program, problems, options);
      collect(file, variant, problems.size());
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
  void take_types(const ops::Problem& problem) {
    types_.clear();
    for (const ops::TensorDesc& tensor : problem.descriptor.tensors) types_.push_back(tensor.type);
  }

  void prepare(const KernelFile& file) {
    if (layout_ && layout_for_ == file.fingerprint) return;
    layout_.emplace(*file.signature, file.scratch);
    layout_for_ = file.fingerprint;
  }

  void lay_out(const KernelFile& file, const Variant& variant, Problems problems,
               const LaunchOptions& options) {
    const std::size_t tensors = file.signature->tensor_count, scratches = variant.scratch.size();
    if (tensors_.size() < tensors) tensors_.resize(tensors);
    if (scratch_.size() < scratches) scratch_.resize(scratches);
    const std::size_t guard = options.guard_bytes;
    for (std::size_t place = 0; place < tensors; ++place) tensors_[place].clear(guard, guard);
    for (std::size_t s = 0; s < scratches; ++s) scratch_[s].clear(guard, guard);
    cases_.clear(guard, 0);
    cases_.add(problems.size() * layout_->size(), 8, 0);
    bases_.clear();
    for (std::size_t i = 0; i < problems.size(); ++i) {
      const ops::Problem& problem = problems[i];
      for (std::size_t place = 0; place < tensors; ++place) {
        const ops::TensorDesc& tensor = problem.descriptor.tensors[place];
        assert(tensor.type == types_[place]);
        const std::size_t alignment = base_alignment(tensor);
        const std::size_t begin = tensors_[place].add(
            ops::total_bytes(tensor), alignment, steps(options.placement, i, place, alignment));
        bases_.push_back(begin / ops::size_of(tensor.type));
      }
      for (std::size_t s = 0; s < scratches; ++s) {
        const Scratch& scratch = variant.scratch[s];
        const std::uint64_t count =
            evaluated(scratch.count, problem, options.local, file, variant.line);
        const std::size_t begin =
            scratch_[s].add(count * scratch.element_size, scratch.element_size,
                            steps(options.placement, i, tensors + s, scratch.element_size));
        bases_.push_back(begin / scratch.element_size);
      }
    }
    memories_.clear();
    memories_.push_back(&cases_);
    for (std::size_t place = 0; place < tensors; ++place) memories_.push_back(&tensors_[place]);
    for (std::size_t s = 0; s < scratches; ++s) memories_.push_back(&scratch_[s]);
    for (const GuardedMemory* memory : memories_)
      if (memory->size() > device_.info().max_allocation)
        throw CallFailure("clCreateBuffer", CL_INVALID_BUFFER_SIZE);
  }

  void write_images(const KernelFile& file, const Variant& variant, Problems problems,
                    const LaunchOptions& options) {
    std::size_t most = 0;
    for (const GuardedMemory* memory : memories_) most = std::max(most, memory->size());
    const auto poison = poison_.bytes(options.poison, most + kPoisonShift * (memories_.size() - 1));
    const auto is_input = [&](std::size_t place) {
      return file.signature->tensor_at(place).kind == ops::Kind::Input;
    };
    const std::size_t tensors = file.signature->tensor_count;
    for (std::size_t m = 0; m < memories_.size(); ++m)
      memories_[m]->fill(poison.subspan(kPoisonShift * m),
                         m == 0 || (m <= tensors && is_input(m - 1)));
    for (std::size_t place = 0; place < tensors; ++place) {
      if (!is_input(place)) continue;
      for (std::size_t i = 0; i < problems.size(); ++i)
        ops::unpack(problems[i].descriptor.tensors[place], problems[i].data[place],
                    tensors_[place].image(i));
    }
    const std::size_t stride = tensors + variant.scratch.size();
    scratch_bases_.assign(file.scratch.size(), 0);
    for (std::size_t i = 0; i < problems.size(); ++i) {
      const auto bases = std::span<const std::uint64_t>(bases_).subspan(i * stride, stride);
      for (std::size_t s = 0; s < variant.scratch.size(); ++s)
        scratch_bases_[field_of(file, variant.scratch[s])] = bases[tensors + s];
      layout_->write(problems[i].descriptor, bases.first(tensors), scratch_bases_,
                     cases_.image(0).data() + i * layout_->size());
    }
  }

  static std::size_t field_of(const KernelFile& file, const Scratch& scratch) {
    const auto at = std::find(file.scratch.begin(), file.scratch.end(), scratch.name);
    return static_cast<std::size_t>(at - file.scratch.begin());
  }

  void run(const KernelFile& file, const Variant& variant, Program& program, Problems problems,
           const LaunchOptions& options) {
    groups_.assign(variant.passes.size(), 0);
    for (std::size_t p = 0; p < variant.passes.size(); ++p) {
      const Pass& pass = variant.passes[p];
      for (const ops::Problem& problem : problems)
        groups_[p] = std::max(
            groups_[p],
            evaluated(pass.groups, problem, pass.local.value_or(options.local), file, pass.line));
    }
    const auto start = std::chrono::steady_clock::now();
    for (GuardedMemory* memory : memories_) memory->upload(device_);
    for (std::size_t p = 0; p < variant.passes.size(); ++p) {
      if (groups_[p] == 0) continue;
      const std::size_t local = variant.passes[p].local.value_or(options.local);
      bind(program[p]);
      check("clEnqueueNDRangeKernel",
            device_.queue().enqueueNDRangeKernel(program[p].kernel, cl::NullRange,
                                                 cl::NDRange(groups_[p] * local, problems.size()),
                                                 cl::NDRange(local, 1)));
    }
    for (GuardedMemory* memory : memories_) memory->download(device_);
    check("clFinish", device_.queue().finish());
    outcome_.nanoseconds = static_cast<std::uint64_t>(
        std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count());
  }

  void bind(PassKernel& pass) {
    for (std::size_t i = 0; i < pass.arguments.size(); ++i) {
      const Argument& argument = pass.arguments[i];
      const GuardedMemory& memory = argument.of == Argument::Of::Cases ? cases_
                                    : argument.of == Argument::Of::Tensor
                                        ? tensors_[argument.place]
                                        : scratch_[argument.place];
      check("clSetKernelArg", pass.kernel.setArg(static_cast<cl_uint>(i), memory.buffer()));
    }
  }

  void collect(const KernelFile& file, const Variant& variant, std::size_t count) {
    using What = Damage::What;
    using Where = GuardedMemory::Where;
    const std::size_t tensors = file.signature->tensor_count;
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t place = 0; place < tensors; ++place)
        outcome_.memories.push_back(tensors_[place].came(i));
    for (std::size_t m = 0; m < memories_.size(); ++m) {
      found_.clear();
      memories_[m]->find_damage(found_);
      for (const GuardedMemory::Damage& d : found_) {
        Damage damage{
            What::DescriptorChanged, d.piece, 0, "cases", d.offset, d.expected, d.came, d.count};
        if (m == 0) {
          const auto size = static_cast<std::int64_t>(layout_->size());
          damage.case_index =
              std::min<std::size_t>(static_cast<std::size_t>(d.offset / size), count - 1);
          damage.offset -= static_cast<std::int64_t>(damage.case_index) * size;
        } else if (m <= tensors) {
          damage.place = m - 1;
          damage.name = file.signature->tensor_at(m - 1).name;
          damage.what = d.where == Where::Before  ? What::GuardBefore
                        : d.where == Where::After ? What::GuardAfter
                                                  : What::InputChanged;
        } else {
          damage.place = m - 1 - tensors;
          damage.name = variant.scratch[damage.place].name;
          damage.what = d.where == Where::Before ? What::ScratchBefore : What::ScratchAfter;
        }
        outcome_.damages.push_back(damage);
      }
    }
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
  std::optional<CaseLayout> layout_;
  std::uint64_t layout_for_ = 0;
  Poison poison_;
  GuardedMemory cases_;
  std::vector<GuardedMemory> tensors_, scratch_;
  BatchOutcome outcome_;

  // Of the launch in progress.
  std::vector<ops::DataType> types_;
  // Cases, tensors by place, scratch by number.
  std::vector<GuardedMemory*> memories_;
  // For each case its tensors' bases, then its scratches', in elements.
  std::vector<std::uint64_t> bases_, scratch_bases_, groups_;
  std::vector<GuardedMemory::Damage> found_;
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
