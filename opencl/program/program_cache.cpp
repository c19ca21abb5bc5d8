// The text of a program's build options is part of its key.
#include "opencl/program/program_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "opencl/program/build_options.h"
#include "ops/stopwatch.h"

namespace assay::opencl {
namespace {

/// What built() gives, or why the compiler refused the source.
std::variant<Program, CallFailure> built_or_refused(const Device& device, const KernelFile& file,
                                                    const Variant& variant,
                                                    const std::string& options,
                                                    const LaunchOptions& route) {
  try {
    return built(device, file, variant, options, route);
  } catch (const CallFailure& failure) {
    if (failure.code != CL_BUILD_PROGRAM_FAILURE) throw;
    return failure;
  }
}

}  // namespace

std::size_t ProgramCache::write_key(const KernelFile& file, const Variant& variant,
                                    std::span<const ops::DataType> types,
                                    const LaunchOptions& route) {
  key_.clear();
  key_ += fmt::format("{:016x} {} {} {:x} ", file.fingerprint, variant.name,
                      static_cast<int>(route.program), route.shape);
  const std::size_t options = key_.size();
  append_options(key_, variant, types, route);
  return options;
}

Program& ProgramCache::get(const Device& device, const KernelFile& file, const Variant& variant,
                           std::span<const ops::DataType> types, const LaunchOptions& route,
                           std::span<const BuildUnit> together) {
  const std::size_t options = write_key(file, variant, types, route);
  auto found = programs_.find(key_);
  if (found == programs_.end()) {
    const ops::Stopwatch watch;
    ++builds_.programs;
    if (route.shape != 0) {
      forget_shaped();
      shaped_.push_back(key_);
    }
    if (!get_merged(device, file, route, together))
      programs_.emplace(key_, built_or_refused(device, file, variant, key_.substr(options), route));
    found = programs_.find(key_);
    builds_.seconds += watch.seconds();
  }
  if (const CallFailure* failure = std::get_if<CallFailure>(&found->second)) throw *failure;
  return std::get<Program>(found->second);
}

// Campaigns draw a shape for one batch, and a program takes megabytes of a driver's memory.
void ProgramCache::forget_shaped() {
  constexpr std::size_t kKept = 8;
  if (shaped_.size() < kKept) return;
  programs_.erase(shaped_.front());
  shaped_.erase(shaped_.begin());
}

bool ProgramCache::get_merged(const Device& device, const KernelFile& file,
                              const LaunchOptions& route, std::span<const BuildUnit> together) {
  // Rewritings are of one variant's text.
  if (route.program == ProgramFrom::Spirv || route.shape != 0) return false;
  const std::string asked = key_;
  std::vector<BuildUnit> units;
  std::vector<std::string> keys;
  for (const BuildUnit& unit : together) {
    write_key(file, *unit.variant, unit.types, route);
    if (!can_be_merged(unit) || std::find(keys.begin(), keys.end(), key_) != keys.end()) continue;
    units.push_back(unit);
    keys.push_back(key_);
  }
  key_ = asked;
  if (units.size() < 2 || std::find(keys.begin(), keys.end(), asked) == keys.end()) return false;
  std::string options;
  append_common_options(options, route);
  const std::string text = merged_source(file, units);
  try {
    const cl::Program source = program_from_source(device, text, options);
    const cl::Program program = made_from(route.program, source, device, text, options);
    for (std::size_t u = 0; u < units.size(); ++u)
      if (!programs_.contains(keys[u]))
        programs_.emplace(
            keys[u], passes_of(device, file, *units[u].variant, source, program, merged_suffix(u)));
  } catch (const CallFailure& failure) {
    if (failure.code != CL_BUILD_PROGRAM_FAILURE) throw;
    get_apart(device, file, route, units, keys, failure);
  }
  return true;
}

void ProgramCache::get_apart(const Device& device, const KernelFile& file,
                             const LaunchOptions& route, std::span<const BuildUnit> units,
                             std::span<const std::string> keys, const CallFailure& failure) {
  decltype(programs_) apart;
  bool any_failed = false;
  for (std::size_t u = 0; u < units.size(); ++u) {
    if (programs_.contains(keys[u])) continue;
    std::string options;
    append_options(options, *units[u].variant, units[u].types, route);
    ++builds_.programs;
    auto own = built_or_refused(device, file, *units[u].variant, options, route);
    any_failed |= std::holds_alternative<CallFailure>(own);
    apart.emplace(keys[u], std::move(own));
  }
  if (any_failed) return programs_.merge(apart);
  for (const auto& [key, program] : apart) programs_.emplace(key, failure);
}

const Program* ProgramCache::find(const KernelFile& file, const Variant& variant,
                                  std::span<const ops::DataType> types,
                                  const LaunchOptions& route) {
  write_key(file, variant, types, route);
  const auto found = programs_.find(key_);
  return found == programs_.end() ? nullptr : std::get_if<Program>(&found->second);
}

bool ProgramCache::was_built(const KernelFile& file, const Variant& variant,
                             std::span<const ops::DataType> types, const LaunchOptions& route) {
  write_key(file, variant, types, route);
  return programs_.contains(key_);
}

}  // namespace assay::opencl
