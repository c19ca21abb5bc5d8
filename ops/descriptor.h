#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ops/tensor.h"

namespace assay::ops {

/// The kind of a member of an operator's struct. Uints and Ints are arrays.
enum class Kind : std::uint8_t { Input, Output, Uint, Int, Bool, Enum, Uints, Ints };

constexpr bool is_tensor(Kind kind) { return kind == Kind::Input || kind == Kind::Output; }
constexpr bool is_array(Kind kind) { return kind == Kind::Uints || kind == Kind::Ints; }

struct Enumerator {
  /// The name without the common prefix, such as `DECREASING`.
  std::string name;
  std::int64_t value;
};

/// A field of an operator's DirectML struct.
struct Member {
  std::string name;
  Kind kind;
  /// For tensors an index into Descriptor::tensors, for all others an index into
  /// Descriptor::values.
  std::size_t place;
  std::vector<Enumerator> enumerators;
};

/// The members of an operator's struct, in DirectML's order.
struct Signature {
  std::string operator_name;
  std::vector<Member> members;
  std::size_t tensor_count = 0, value_count = 0;

  /// Appends a member and gives it its place.
  void add(std::string name, Kind kind, std::vector<Enumerator> enumerators = {});
  /// The member of this name, or null.
  const Member* find(std::string_view name) const;
  /// The tensor member at a place.
  const Member& tensor_at(std::size_t place) const;
};

/// The values of all members of an operator, from which the operator is created. They may be
/// invalid. A scalar member is a list of one entry.
struct Descriptor {
  const Signature* signature = nullptr;
  std::vector<TensorDesc> tensors;
  std::vector<List> values;

  Descriptor() = default;
  /// All tensors have no dimensions, all scalars are 0, and all arrays are empty.
  explicit Descriptor(const Signature& s) { restart(s); }
  /// Resets this descriptor to Descriptor(s) and reuses its memory.
  void restart(const Signature& s);

  /// These functions find a member by its name, which must exist.
  const TensorDesc& tensor(std::string_view name) const;
  TensorDesc& tensor(std::string_view name);
  const List& list(std::string_view name) const;
  std::int64_t value(std::string_view name) const { return list(name)[0]; }

  friend bool operator==(const Descriptor& a, const Descriptor& b) {
    return a.tensors == b.tensors && a.values == b.values;
  }
};

}  // namespace assay::ops
