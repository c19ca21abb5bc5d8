#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ops/descriptor.h"
#include "specs/spec.h"

namespace assay::specs {

/// How inputs get their data from the seed. The first is the default, left out of a case's text.
enum class Fill : std::uint8_t { Distinct, Integers, Bits, Special, Zeros };
constexpr std::size_t kFills = 5;

/// How inputs with a data rule (indices) get theirs.
enum class IndexFill : std::uint8_t {
  Inside,
  Edges,
  Negative,
  Equal,
  Permutation,
  Outside,
  Duplicates
};
constexpr std::size_t kIndexFills = 7;

std::string_view name_of(Fill fill);
std::string_view name_of(IndexFill fill);

/// Data that a case brings along (from a `*.case.json` file), by tensor place, packed; empty where
/// the tensor has none. Of an output it is the expected answer, with `any_nan` marking the elements
/// that any NaN meets.
struct ExplicitData {
  std::vector<ops::Bytes> tensors;
  std::vector<std::vector<bool>> any_nan;
  /// What the case is called in messages: its file's path.
  std::string name;
};

/// One test: what is computed (a descriptor at a level, and how its data is made), and the fields
/// of its route, which mean nothing here. Valid or not.
struct Case {
  const Spec* spec = nullptr;
  Level level;
  ops::Descriptor descriptor;
  Fill fill = Fill::Distinct;
  IndexFill indices = IndexFill::Inside;
  std::uint64_t seed = 0;
  /// The fields right of `@`, as written.
  std::vector<std::pair<std::string, std::string>> route;
  std::shared_ptr<const ExplicitData> data;

  Case() = default;
  /// Nothing decided.
  explicit Case(const Spec& s) { restart(s); }
  /// Makes it what Case(s) is, in the memory that it has.
  void restart(const Spec& s);

  friend bool operator==(const Case& a, const Case& b) {
    return a.spec == b.spec && a.level == b.level && a.descriptor == b.descriptor &&
           a.fill == b.fill && a.indices == b.indices && a.seed == b.seed && a.route == b.route &&
           a.data == b.data;
  }
};

/// Elements over all tensors, saturated at 2^64−1.
std::uint64_t total_elements(const Case& c);

/// Bytes that all tensors of a case span.
std::uint64_t total_bytes(const Case& c);

}  // namespace assay::specs
