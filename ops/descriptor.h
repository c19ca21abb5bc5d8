#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ops/arithmetic/formula.h"
#include "ops/tensor.h"

namespace assay::ops {

/// The kind of a member of an operator's struct. Uints, Ints and Floats are arrays. A Type is a
/// data type as a value. A Scalar is a DML_SCALAR_UNION; another member, a Type, holds its data
/// type. A Struct has members of its own, whose names begin with its name and a dot; its value is 1
/// if it is there, and 0 if it is left out.
enum class Kind : std::uint8_t {
  Input,
  Output,
  Uint,
  Int,
  Bool,
  Enum,
  Uints,
  Ints,
  Float,
  Floats,
  Scalar,
  Type,
  Struct
};

constexpr bool is_tensor(Kind kind) { return kind == Kind::Input || kind == Kind::Output; }
constexpr bool is_array(Kind kind) {
  return kind == Kind::Uints || kind == Kind::Ints || kind == Kind::Floats;
}

struct Enumerator {
  /// The name without the common prefix, such as `DECREASING`.
  std::string name;
  std::int64_t value;
};

/// A field of an operator's DirectML struct.
struct Member {
  std::string name;
  Kind kind = Kind::Uint;
  /// For tensors an index into Descriptor::tensors, for all others an index into
  /// Descriptor::values. A member with several tensors has that of its first here.
  std::size_t place = 0;
  /// How many tensors the member can hold. If it is more than 1, the member is an array of tensors,
  /// which fill its places from the first on.
  std::size_t capacity = 1;
  std::vector<Enumerator> enumerators;

  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
  /// For a member of a Struct, the place of the Struct's value.
  std::size_t within = kNowhere;
  /// For a member of a Struct that is there only for some values of an Enum of the Struct: the
  /// place of the Enum's value, and those values, as bits by their number.
  std::size_t choice_place = kNowhere;
  std::uint64_t choices = 0;
  /// For a Scalar, the place of the value that is its data type.
  std::size_t type_place = kNowhere;
  /// For an array of tensors, the place of the value that says how many there are.
  std::size_t count_place = kNowhere;
  /// Whether it may be left out.
  bool optional = false;
  /// For an input of a family's operators: what formulas call its element. Empty for others.
  std::string variable;

  bool is_tensor_array() const { return capacity > 1; }
  /// Whether some of its tensors may be absent.
  bool may_be_absent() const { return is_tensor(kind) && (optional || capacity > 1); }
};

/// The activations that may be fused into an operator.
struct Activation {
  /// The places of the Struct that may be left out, and of the Enum in it that says which operator
  /// is fused.
  std::size_t struct_place, type_place;
  /// What each operator computes of one element, by its enumerator. The first variable is the
  /// element, and the others are the `parameters`.
  std::vector<std::shared_ptr<const Formula>> formulas;
  /// Indices of members.
  std::vector<std::size_t> parameters;
};

/// The members of an operator's struct, in DirectML's order.
struct Signature {
  std::string operator_name;
  std::vector<Member> members;
  std::size_t tensor_count = 0, value_count = 0;
  /// The family whose oracle and kernels the operator shares; empty if it has its own.
  std::string family;
  /// What an operator of a family computes for each element. Its variables are the members, in
  /// their order. Null for operators of their own. Integers may have a formula of their own.
  std::shared_ptr<const Formula> formula, integer_formula;
  /// What may be done to each element of the output, which is the only one.
  std::optional<Activation> activation;

  /// The name of the oracle and of the kernel file.
  const std::string& implementation() const { return family.empty() ? operator_name : family; }
  /// The formula for elements of a type; null if there is none.
  const Formula* formula_for(DataType type) const {
    return is_float(type) || !integer_formula ? formula.get() : integer_formula.get();
  }

  /// Appends a member and gives it its place, or its `capacity` places. The Struct of a name with a
  /// dot must be there.
  Member& add(std::string name, Kind kind, std::vector<Enumerator> enumerators = {},
              std::size_t capacity = 1);
  /// The member of this name, or null.
  const Member* find(std::string_view name) const;
  /// The tensor member that a place belongs to, and the other member at a place.
  const Member& tensor_at(std::size_t place) const { return members[owners[place]]; }
  const Member& value_at(std::size_t place) const;
  /// The name of the tensor at a place: `InputTensor`, or `InputTensors[1]` in an array.
  std::string tensor_name(std::size_t place) const;
  /// The place of the first tensor that no valid descriptor leaves out.
  std::size_t first_tensor() const;
  /// The indices of members by tensor place.
  std::vector<std::size_t> owners;
};

/// The values of all members of an operator, from which the operator is created. They may be
/// invalid. A member that is no array is a list of one entry. A Float and a Scalar have the key of
/// their bits (ops/value_key.h). Members that are not there are 0.
struct Descriptor {
  const Signature* signature = nullptr;
  std::vector<TensorDesc> tensors;
  std::vector<List> values;

  Descriptor() = default;
  /// All tensors have no dimensions, all arrays are empty, data types are FLOAT32, what may be left
  /// out is left out, and all else is 0. An array of tensors has none.
  explicit Descriptor(const Signature& s) { restart(s); }
  /// Resets this descriptor to Descriptor(s) and reuses its memory.
  void restart(const Signature& s);

  /// These functions find a member by its name, which must exist.
  const TensorDesc& tensor(std::string_view name, std::size_t number = 0) const;
  TensorDesc& tensor(std::string_view name, std::size_t number = 0);
  const List& list(std::string_view name) const;
  std::int64_t value(std::string_view name) const { return list(name)[0]; }
  /// Whether a member is there: false for those of a Struct that is left out, for those that an
  /// Enum's value does not have, and for one whose tensors are all absent.
  bool is_there(const Member& m) const {
    if (is_tensor(m.kind)) return !tensors[m.place].absent;
    if (m.within != Member::kNowhere && values[m.within][0] == 0) return false;
    return m.choice_place == Member::kNowhere || has_choice(m);
  }
  /// How many tensors of a tensor member are there.
  std::size_t tensors_of(const Member& m) const;
  /// Makes the first `count` tensors of a member be there, and no others. One that was absent is
  /// then as the member's first tensor is.
  void set_tensors_of(const Member& m, std::size_t count);
  /// Calls act(member, place) for each tensor that is there, in the order of places.
  template <class Act>
  void each_tensor(Act act) const {
    for (std::size_t place = 0; place < tensors.size(); ++place)
      if (!tensors[place].absent) act(signature->tensor_at(place), place);
  }

  friend bool operator==(const Descriptor& a, const Descriptor& b) {
    return a.tensors == b.tensors && a.values == b.values;
  }

 private:
  bool has_choice(const Member& m) const {
    const auto choice = static_cast<std::uint64_t>(values[m.choice_place][0]);
    return choice < 64 && (m.choices >> choice & 1) != 0;
  }
};

/// The data type of a value that is held by its key: FLOAT32 for a Float and an entry of Floats,
/// and for a Scalar the type that its Type member has. Nothing for values that are plain integers.
std::optional<DataType> value_type(const Member& m, const Descriptor& d);

/// The enumerator with this name, or null if the member has none.
const Enumerator* enumerator_named(const Member& m, std::string_view name);

}  // namespace assay::ops
