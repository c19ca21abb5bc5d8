#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::ops {

/// One node of an expression's tree; operands are indices into the expression's nodes.
struct ExpressionNode {
  enum class Op : std::uint8_t {
    // integers
    Constant,
    Outer,
    Loop,
    Scalar,
    TypeOf,
    DimensionCountOf,
    Add,
    Subtract,
    Multiply,
    Divide,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    If,
    Index,
    Product,
    LeadingOnes,
    Length,
    Contains,
    Min,
    Max,
    Abs,
    Sum,
    Turn,
    Present,
    // lists
    Array,
    SizesOf,
    StridesOf,
    Slice,
    Join,
    Fit,
    // sets
    Single,
    Interval,
    Multiples,
    Union,
    Choice,
    Free,
    // shapes
    EntrySet,
    Ones,
    Any,
    Each,
    EntryList,
    Concat,
  };
  /// A Float is held by its key (ops/value_key.h).
  enum class Type : std::uint8_t { Integer, Float, List, Set, Sets };

  Op op;
  Type type;
  std::size_t a = 0, b = 0, c = 0;
  std::int64_t value = 0;  // of a Constant
  std::size_t place = 0;   // of the member that is read
  // Of a tensor that may be absent: how many the member can hold. `a` is then its number.
  std::size_t capacity = 0;
};

}  // namespace assay::ops
