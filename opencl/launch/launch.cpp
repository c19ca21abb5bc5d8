// One batch from start to end: lay the cases out, upload, run the passes over (groups x cases),
// read every buffer back, and compare. On the device, each of these is one or more stages of
// commands, whatever the queue is. All memory belongs to the launcher and is reused, so after the
// first launches a batch costs only copies and a few driver calls.

#include "opencl/launch/launch.h"

#include <fmt/format.h>

#include <cassert>
#include <limits>
#include <new>
#include <utility>

#include "opencl/device/command_stream.h"
#include "opencl/device/references.h"
#include "opencl/launch/call_probe.h"
#include "opencl/launch/pass_launches.h"
#include "opencl/launch/scalar_probe.h"
#include "opencl/launch/work_sizes.h"
#include "opencl/memory/batch_memory.h"
#include "opencl/program/program_cache.h"
#include "ops/float_mode.h"
#include "ops/stopwatch.h"

namespace assay::opencl {
namespace {

using Problems = std::span<const ops::Problem>;

}  // namespace

class Launcher::Implementation {
 public:
  explicit Implementation(Device device) : device_(std::move(device)) {}

  const Device& device() const { return device_; }

  const BatchOutcome& launch(const KernelFile& file, const Variant& variant, Problems problems,
                             const LaunchOptions& asked, std::function<void()> meanwhile) {
    const ops::ForeignFloatMode::Inside inside(drivers_mode_);
    if (meanwhile)
      meanwhile = [this, work = std::move(meanwhile)] {
        const ops::ForeignFloatMode::Outside outside(drivers_mode_);
        work();
      };
    return launch_inside(file, variant, problems, asked, meanwhile);
  }

  const BatchOutcome* build(const KernelFile& file, const Variant& variant,
                            std::span<const ops::DataType> types, const LaunchOptions& options,
                            std::span<const BuildUnit> together) {
    const ops::ForeignFloatMode::Inside inside(drivers_mode_);
    try {
      programs_.get(device_, file, variant, types, options, together);
      build_probe(options);
      return nullptr;
    } catch (const NotMade& lack) {
      lacks(lack);
    } catch (const CallFailure& failure) {
      fail(failure);
    } catch (const std::exception& e) {
      fail_by(e);
    }
    outcome_.local_size = 0;
    return &outcome_;
  }

  Novelty novelty(const KernelFile& file, const Variant& variant,
                  std::span<const ops::DataType> types, const LaunchOptions& options) {
    const bool probes = options.probe == Probe::Scalars && !is_probe_built_;
    if (probes || !programs_.was_built(file, variant, types, options)) return {true, true};
    const Program* program = programs_.find(file, variant, types, options);
    // If the driver chooses the local size, it may choose another one each time. It may compile for
    // each kernel object.
    if (!program || options.local == LaunchOptions::kNullLocal || options.new_kernels)
      return {false, true};
    const std::size_t chosen =
        local_size(variant, options.local, [&](std::size_t p) { return (*program)[p].most_items; });
    for (std::size_t p = 0; p < variant.passes.size(); ++p) {
      const std::size_t local = variant.passes[p].local.value_or(chosen);
      const bool offset = options.offset != 0;
      if (!(*program)[p].was_launched({local, offset})) return {false, true};
      if (options.launches > 1 && !(*program)[p].was_launched({local, true})) return {false, true};
    }
    return {};
  }

  std::size_t most_cases(const KernelFile& file, const LaunchOptions& options) {
    if (options.case_space != CaseSpace::Constant) return std::numeric_limits<std::size_t>::max();
    return memory_.most_cases(file, options, device_.info().max_constant);
  }

  Builds builds() const {
    Builds all = programs_.builds();
    all += first_launches_;
    all.kernels += launches_.first_launches();
    return all;
  }

  const LaunchTimes& times() const { return times_; }
  void measure(bool waits, const Repetitions& runs) {
    assert(waits || (runs.least == 1 && runs.seconds == 0));
    times_ = {};
    waits_ = waits;
    runs_ = runs;
  }

 private:
  const BatchOutcome& launch_inside(const KernelFile& file, const Variant& variant,
                                    Problems problems, const LaunchOptions& asked,
                                    std::function<void()>& meanwhile) {
    assert(!problems.empty());
    assert(asked.guard_bytes >= LaunchOptions::kLeastGuard &&
           asked.guard_bytes % LaunchOptions::kGuardUnit == 0);
    assert(asked.pieces > 0 && asked.launches > 0 && asked.rounds > 0);
    assert(asked.rounds == 1 || is_written_by_commands(asked.memory));
    assert(problems.size() <= most_cases(file, asked));
    outcome_.clear();
    outcome_.local_size = 0;
    outcome_.tensor_count = file.signature->tensor_count;
    try {
      options_ = asked;
      types_.clear();
      for (const auto& tensor : problems[0].descriptor.tensors) types_.push_back(tensor.type);
      Program& program = programs_.get(device_, file, variant, types_, options_);
      if (options_.new_kernels) make_anew(program);
      build_probe(options_);
      auto wrong_call = options_.probe == Probe::Calls ? calls_.probe(device_) : std::nullopt;
      choose_local(variant, program);
      ops::Stopwatch watch;
      {
        const ops::ForeignFloatMode::Outside outside(drivers_mode_);
        memory_.lay_out(device_.info(), file, variant, problems, options_);
      }
      times_.layout += watch.lap();
      run(variant, program, problems, meanwhile);
      watch.lap();
      memory_.collect(outcome_);
      if (wrong_call) outcome_.damages.push_back(std::move(*wrong_call));
      if (options_.probe == Probe::Scalars)
        if (auto damage = probe_.damage()) outcome_.damages.push_back(std::move(*damage));
      times_.guards += watch.lap();
      check_references();
    } catch (const NotMade& lack) {
      lacks(lack);
    } catch (const CallFailure& failure) {
      fail(failure);
      const bool by_probe = asked.probe == Probe::Calls && calls_.failed();
      if (asked.memory == MemoryKind::Far && !by_probe && failure.is_want_of_memory())
        outcome_.lacking = fmt::format("memory beyond 4 GiB: {}", failure.text());
    } catch (const std::exception& e) {
      fail_by(e);
    }
    return outcome_;
  }

  // Tells of an exception that is being handled. One of ours goes on; one of the driver ends this
  // process, but for a want of memory.
  void fail_by(const std::exception& e) {
    if (dynamic_cast<const Error*>(&e)) throw;
    if (!dynamic_cast<const std::bad_alloc*>(&e))
      end_by_drivers(fmt::format("the driver threw an exception: {}", e.what()));
    fail(CallFailure("operator new", CL_OUT_OF_HOST_MEMORY));
  }

  void build_probe(const LaunchOptions& options) {
    if (options.probe != Probe::Scalars || is_probe_built_) return;
    const ops::Stopwatch watch;
    probe_.build(device_);
    is_probe_built_ = true;
    first_launches_ += {.programs = 1, .kernels = 1, .seconds = watch.seconds()};
  }

  // Lowers the local size to what every kernel can have whose pass has no local size of its own.
  void choose_local(const Variant& variant, const Program& program) {
    null_local_ = options_.local == LaunchOptions::kNullLocal;
    if (null_local_) options_.local = LaunchOptions().local;
    options_.local =
        local_size(variant, options_.local, [&](std::size_t p) { return program[p].most_items; });
    outcome_.local_size = options_.local;
  }

  void run(const Variant& variant, Program& program, Problems problems,
           std::function<void()>& meanwhile) {
    const ops::Stopwatch whole;
    const std::uint64_t compiled_before = launches_.first_launches();
    ops::Stopwatch watch;
    stream_.begin(options_.queue, !waits_ && DeviceMemory::can_be_held(options_.memory));
    memory_.upload(device_, stream_);
    if (waits_) stream_.finish();
    if (options_.probe == Probe::Scalars) probe_.run(stream_, options_.placement);
    times_.upload += watch.lap();
    times_.run += median_seconds(runs_, [&] { run_passes(variant, program, problems); });
    for (std::size_t round = 1; round < options_.rounds; ++round) {
      memory_.upload_again(stream_);
      run_passes(variant, program, problems);
    }
    watch.lap();
    memory_.download(stream_);
    stream_.start();
    if (meanwhile) std::exchange(meanwhile, {})();
    stream_.finish();
    launches_.release_images();
    times_.download += watch.lap();
    if (launches_.first_launches() != compiled_before) first_launches_.seconds += whole.seconds();
  }

  void run_passes(const Variant& variant, Program& program, Problems problems) {
    for (std::size_t p = 0; p < variant.passes.size(); ++p) {
      launches_.queue(program[p], variant.passes[p], problems, options_, null_local_);
      stream_.next_stage();
    }
    if (!waits_) return;
    stream_.finish();
    launches_.release_images();
  }

  // Waits for the queues, since they may still hold transfers from memory that the next launch will
  // write. If the device is lost, this process ends: each later launch would fail for this one.
  void fail(const CallFailure& failure) {
    stream_.abandon();
    launches_.release_images();
    memory_.release();
    // Who has no memory left may take no command, either, until memory is given back.
    if (!failure.is_want_of_memory() && device_.is_lost())
      end_by_drivers(
          fmt::format("the device is lost: {}, and then it took no command", failure.text()));
    // What was refused until now belongs to this failure.
    refused_reference();
    outcome_.clear();
    outcome_.failure = failure;
  }

  void lacks(const NotMade& lack) {
    fail(lack);
    outcome_.lacking = lack.call;
  }

  Device device_;
  ops::ForeignFloatMode drivers_mode_;
  ProgramCache programs_;
  BatchMemory memory_;
  ScalarProbe probe_;
  BatchOutcome outcome_;
  CommandStream stream_{device_};
  PassLaunches launches_{device_, stream_, memory_};
  std::vector<ops::DataType> types_;
  // The options as asked, changed where the device cannot do what they ask.
  LaunchOptions options_;
  bool null_local_ = false;
  LaunchTimes times_;
  bool waits_ = false;
  Repetitions runs_;
  bool is_probe_built_ = false;
  CallProbe calls_;
  // The probe, and the seconds of launches of kernels that were new.
  Builds first_launches_;
};

Launcher::Launcher(Device device)
    : implementation_(std::make_unique<Implementation>(std::move(device))) {}
Launcher::~Launcher() = default;
Launcher::Launcher(Launcher&&) noexcept = default;
Launcher& Launcher::operator=(Launcher&&) noexcept = default;

const Device& Launcher::device() const { return implementation_->device(); }

const BatchOutcome& Launcher::launch(const KernelFile& file, const Variant& variant,
                                     std::span<const ops::Problem> problems,
                                     const LaunchOptions& options,
                                     std::function<void()> meanwhile) {
  return implementation_->launch(file, variant, problems, options, std::move(meanwhile));
}

const BatchOutcome* Launcher::build(const KernelFile& file, const Variant& variant,
                                    std::span<const ops::DataType> types,
                                    const LaunchOptions& options,
                                    std::span<const BuildUnit> together) {
  return implementation_->build(file, variant, types, options, together);
}

std::size_t Launcher::most_cases(const KernelFile& file, const LaunchOptions& options) {
  return implementation_->most_cases(file, options);
}

Launcher::Novelty Launcher::novelty(const KernelFile& file, const Variant& variant,
                                    std::span<const ops::DataType> types,
                                    const LaunchOptions& options) {
  return implementation_->novelty(file, variant, types, options);
}

Builds Launcher::builds() const { return implementation_->builds(); }

const LaunchTimes& Launcher::times() const { return implementation_->times(); }
void Launcher::measure(bool waits, const Repetitions& runs) {
  implementation_->measure(waits, runs);
}

}  // namespace assay::opencl
