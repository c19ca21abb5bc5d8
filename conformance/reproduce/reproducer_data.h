#pragma once

#include <span>
#include <string>

#include "conformance/verdict/leniency.h"
#include "opencl/program/case_layout.h"
#include "ops/permitted.h"

namespace assay::conformance {

/// The C declarations of the structs that describe a case.
std::string c_structs(const opencl::CaseLayout& layout);

/// The bytes of a `Case` struct, as a C initializer with named members.
std::string c_case(const opencl::CaseLayout& layout, const ops::Signature& signature,
                   std::span<const std::byte> bytes);

/// A C array `name` of an input's packed elements.
std::string c_elements(const std::string& name, ops::DataType type,
                       std::span<const std::byte> elements);

/// The rows `{case, element, from, to},` of an output. Each row permits the bit patterns from
/// `from` to `to` at one element. An element without rows may hold anything.
std::string c_permitted(const ops::PermittedTensor& permitted, const Leniency& leniency,
                        const ops::List& sizes, std::size_t case_index);

/// A C function `void show_TYPE(uint64_t bits)`, which prints an element.
std::string c_show(ops::DataType type);

}  // namespace assay::conformance
