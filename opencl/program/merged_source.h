#pragma once

#include <span>
#include <string>
#include <vector>

#include "opencl/program/kernel_file.h"

namespace assay::opencl {

/// What is built of a kernel file: a variant for some data types, by tensor place.
struct BuildUnit {
  const Variant* variant = nullptr;
  std::vector<ops::DataType> types;
};

/// Whether a driver builds one program with many kernels about as fast as one with a single kernel,
/// because it compiles a kernel only when that is launched. For PoCL 3.1, a program takes some
/// 100 ms whatever stands in it, and a kernel at a local size as much again.
bool likes_merged_programs(const DeviceInfo& device);

/// Whether the unit may stand in a program with others. Units of doubles stand alone, since a
/// driver may be unable to build them.
bool can_be_merged(const BuildUnit& unit);

/// The source of one program for several units. The names that a unit declares outside of its
/// functions end with merged_suffix() there, its kernels among them.
std::string merged_source(const KernelFile& file, std::span<const BuildUnit> units);
std::string merged_suffix(std::size_t unit);

/// The names that a kernel file's text declares outside of functions: functions, structs, types and
/// constants. Macros are not among them.
std::vector<std::string> declared_names(const std::string& text);
/// Whether a kernel file's text has a kernel of that name.
bool declares_kernel(const std::string& text, const std::string& name);
/// The names of the macros that the text defines.
std::vector<std::string> macro_names(const std::string& text);

}  // namespace assay::opencl
