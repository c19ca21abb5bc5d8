#pragma once

#include <map>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "opencl/device/cl.h"
#include "opencl/device/launch_options.h"
#include "opencl/program/builds.h"
#include "opencl/program/kernel_file.h"
#include "opencl/program/merged_source.h"
#include "opencl/program/program.h"

namespace assay::opencl {

/// Programs. Each is built when it is first asked for, and then kept.
class ProgramCache {
 public:
  /// `types` are by tensor place. Throws CallFailure; a source that did not compile once is not
  /// compiled again. Throws KernelFileError if a pass has no kernel, or an argument's name has no
  /// meaning. If what is asked for is one of the units in `together`, these are built as one
  /// program, but for those that cannot be merged. Where that fails because of one of them, they
  /// are built apart.
  Program& get(const Device& device, const KernelFile& file, const Variant& variant,
               std::span<const ops::DataType> types, const LaunchOptions& options,
               std::span<const BuildUnit> together = {});

  /// What get() would give; null if it would build, or if the build failed.
  const Program* find(const KernelFile& file, const Variant& variant,
                      std::span<const ops::DataType> types, const LaunchOptions& options);
  /// Whether get() was called for this before.
  bool was_built(const KernelFile& file, const Variant& variant,
                 std::span<const ops::DataType> types, const LaunchOptions& options);

  /// The programs that were built, and the seconds that it took.
  const Builds& builds() const { return builds_; }

 private:
  /// Builds several units as one program, and keeps those that are not kept yet. Gives false if
  /// the asked one, whose key is in `key_`, is not among them.
  bool get_merged(const Device& device, const KernelFile& file, const LaunchOptions& options,
                  std::span<const BuildUnit> units);
  /// Builds those of some units that are not kept yet, each alone, since their common program did
  /// not build. Keeps what comes of each by its key. Where each of them builds, the driver refuses
  /// a program that it must accept: then `failure` is kept for them all.
  void get_apart(const Device& device, const KernelFile& file, const LaunchOptions& options,
                 std::span<const BuildUnit> units, std::span<const std::string> keys,
                 const CallFailure& failure);
  /// Writes the key of a program to `key_`. Gives where its build options begin.
  std::size_t write_key(const KernelFile& file, const Variant& variant,
                        std::span<const ops::DataType> types, const LaunchOptions& options);

  /// Removes the shaped programs that were built before the last few.
  void forget_shaped();

  Builds builds_;
  /// The keys of the shaped programs that are kept, the oldest first.
  std::vector<std::string> shaped_;
  std::map<std::string, std::variant<Program, CallFailure>, std::less<>> programs_;
  std::string key_;
};

}  // namespace assay::opencl
