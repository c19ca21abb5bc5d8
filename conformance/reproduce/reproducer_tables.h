#pragma once

#include <string>

#include "conformance/reproduce/reproducer_batch.h"

/// The tables of a reproducer, and what it does with each tensor, as C.
namespace assay::conformance {

/// The array `cases`.
std::string c_cases(const ReproducerBatch& batch);
/// An array of the elements of each input.
std::string c_inputs(const ReproducerBatch& batch);
/// The rows of `struct Permitted` of each output.
std::string c_answers(const ReproducerBatch& batch);
/// Initializers of `struct Memory`.
std::string c_memories(const ReproducerBatch& batch);
/// Rows of memory, first and last byte that may change.
std::string c_writable(const ReproducerBatch& batch);
/// Statements that lay the inputs out.
std::string c_puts(const ReproducerBatch& batch);
/// Functions that print an element, one a data type.
std::string c_shows(const ReproducerBatch& batch);
/// Statements that compare the outputs.
std::string c_checks(const ReproducerBatch& batch);

}  // namespace assay::conformance
