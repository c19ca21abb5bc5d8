#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "opencl/device/cl.h"
#include "opencl/device/launch_options.h"
#include "opencl/program/builds.h"
#include "opencl/program/kernel_file.h"
#include "opencl/program/merged_source.h"

namespace assay::opencl {

/// What is bound to a kernel's argument. The argument's name decides it.
struct Argument {
  enum class Of : std::uint8_t { Cases, Tensor, Scratch } of;
  /// The tensor's place, or the number of the variant's scratch.
  std::size_t place = 0;
  /// Whether the kernel takes the tensor as an image, which it reads or writes.
  enum class Image : std::uint8_t { No, Read, Write } image = Image::No;
};

/// A built kernel of a pass.
struct PassKernel {
  cl::Kernel kernel;
  /// In the order of the kernel's parameters.
  std::vector<Argument> arguments;
  /// The most work items that a group can have.
  std::size_t most_items = 0;

  /// A local size (LaunchOptions::kNullLocal where the driver chooses), and whether with a global
  /// offset: a kernel's first launch at each may make the driver compile.
  struct LaunchedAt {
    std::size_t local;
    bool offset;
    friend bool operator==(const LaunchedAt&, const LaunchedAt&) = default;
  };
  std::vector<LaunchedAt> launched;
  bool was_launched(LaunchedAt at) const;
};

/// The passes of a variant for some data types, built for one device.
using Program = std::vector<PassKernel>;

/// Builds a program from source. Throws CallFailure with the compiler's messages.
cl::Program program_from_source(const Device& device, const std::string& source,
                                const std::string& options);
/// The kernel of that name. Throws CallFailure.
cl::Kernel kernel_named(const cl::Program& program, const char* name);

/// Builds a program from SPIR-V. Throws CallFailure.
cl::Program program_from_spirv(const Device& device, const std::vector<char>& module,
                               const std::string& options);

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
