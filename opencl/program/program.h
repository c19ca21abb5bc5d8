#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "opencl/device/cl.h"
#include "opencl/device/launch_options.h"
#include "opencl/program/kernel_file.h"

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
  /// The program that has the kernel, and its name there.
  cl::Program program;
  std::string name;
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
/// Makes the kernel objects of a program anew. Throws CallFailure.
void make_anew(Program& program);

/// Builds a program from SPIR-V. Throws CallFailure.
cl::Program program_from_spirv(const Device& device, const std::vector<char>& module,
                               const std::string& options);

/// A program that was built from this source with these options, on the way that a route asks for.
/// Throws CallFailure.
cl::Program made_from(ProgramFrom from, const cl::Program& source, const Device& device,
                      const std::string& text, const std::string& options);
/// The kernels of a variant in a program. The names of arguments are read from `source`, which was
/// built from source, because other programs need not keep them. Each kernel's name ends with
/// `suffix`. Throws CallFailure and KernelFileError.
Program passes_of(const Device& device, const KernelFile& file, const Variant& variant,
                  const cl::Program& source, const cl::Program& program, const std::string& suffix);
/// Builds a variant alone, with all that a route asks for. Throws CallFailure and KernelFileError.
Program built(const Device& device, const KernelFile& file, const Variant& variant,
              const std::string& options, const LaunchOptions& route);

}  // namespace assay::opencl
