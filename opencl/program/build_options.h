#pragma once

#include <span>
#include <string>

#include "opencl/device/launch_options.h"
#include "opencl/program/kernel_file.h"

namespace assay::opencl {

// What a driver's compiler is given: options and text.

/// The build options for a variant and these data types (by tensor place): `-cl-std=CL1.2
/// -DT=uint`.
std::string build_options(const Variant& variant, std::span<const ops::DataType> types,
                          const LaunchOptions& options);

/// Those of them that define the macros of the variant's data types.
std::string define_options(const Variant& variant, std::span<const ops::DataType> types);

/// Appends what build_options() gives to a text.
void append_options(std::string& to, const Variant& variant, std::span<const ops::DataType> types,
                    const LaunchOptions& options);
/// Appends all of them but those of define_options().
void append_common_options(std::string& to, const LaunchOptions& options);

/// A variant's source with the rewritings that the options ask for.
std::string rewritten(std::string source, const Variant& variant, const LaunchOptions& options);
/// The source that is built for a variant.
std::string built_source(const KernelFile& file, const Variant& variant,
                         const LaunchOptions& options);

}  // namespace assay::opencl
