#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ops/tensor.h"

namespace assay::ops {

/// What a member of an operator's struct is. Uints and Ints are arrays.
enum class Kind : std::uint8_t { Input, Output, Uint, Int, Bool, Enum, Uints, Ints };

constexpr bool is_tensor(Kind kind) { return kind == Kind::Input || kind == Kind::Output; }
constexpr bool is_array(Kind kind) { return kind == Kind::Uints || kind == Kind::Ints; }

struct Enumerator {
  /// Without the common prefix: `DECREASING`.
  std::string name;
  std::int64_t value;
};

/// A field of an operator's DirectML struct.
struct Member {
  std::string name;
  Kind kind;
  /// Index into Descriptor::tensors for tensors, into Descriptor::values for all others.
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
  /// The member of that name, or null.
  const Member* find(std::string_view name) const;
  /// The tensor member at a place.
  const Member& tensor_at(std::size_t place) const;
};

/// The values of an operator's members: what an operator is created from. Valid or not.
/// A scalar member is a list of one entry.
struct Descriptor {
  const Signature* signature = nullptr;
  std::vector<TensorDesc> tensors;
  std::vector<List> values;

  Descriptor() = default;
  /// Tensors without dimensions, scalars 0, empty arrays.
  explicit Descriptor(const Signature& s) { restart(s); }
  /// Makes it what Descriptor(s) is, in the memory that it has.
  void restart(const Signature& s);

  /// By member name; the name must exist.
  const TensorDesc& tensor(std::string_view name) const;
  TensorDesc& tensor(std::string_view name);
  const List& list(std::string_view name) const;
  std::int64_t value(std::string_view name) const { return list(name)[0]; }

  friend bool operator==(const Descriptor& a, const Descriptor& b) {
    return a.tensors == b.tensors && a.values == b.values;
  }
};

}  // namespace assay::ops
