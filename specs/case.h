#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ops/descriptor.h"
#include "specs/spec.h"

namespace assay::specs {

/// How inputs get their data from the seed. The first one is the default and is left out of a
/// case's text.
enum class Fill : std::uint8_t { Distinct, Integers, Bits, Special, Zeros, Edges, Few };
constexpr std::size_t kFills = 7;

/// How inputs that have a data rule (indices) get their data.
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

/// Data that a case brings along (from a `*.case.json` file), packed, by tensor place. The entry of
/// a tensor without such data is empty. An output's data is the expected answer. `any_nan` marks
/// the elements that every NaN satisfies.
struct ExplicitData {
  std::vector<ops::Bytes> tensors;
  std::vector<std::vector<bool>> any_nan;
  /// The name of the case in messages: its file's path.
  std::string name;
};

/// One test: what is computed (a descriptor at a level, and how its data is made), and the fields
/// of its route, which this room does not interpret. It may be invalid.
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
  /// A case of this spec in which everything has its default value.
  explicit Case(const Spec& s) { restart(s); }
  /// Resets this case to Case(s) and reuses its memory.
  void restart(const Spec& s);

  friend bool operator==(const Case& a, const Case& b) {
    return a.spec == b.spec && a.level == b.level && a.descriptor == b.descriptor &&
           a.fill == b.fill && a.indices == b.indices && a.seed == b.seed && a.route == b.route &&
           a.data == b.data;
  }
};

/// The number of elements of all tensors together; 2^64−1 if there are more.
std::uint64_t total_elements(const Case& c);

/// The number of bytes of all tensors together.
std::uint64_t total_bytes(const Case& c);

}  // namespace assay::specs
