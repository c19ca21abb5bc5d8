#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ops/kept_vector.h"
#include "ops/problem.h"
#include "ops/unset_vector.h"

namespace assay::ops {

/// What a device's floating arithmetic may do beyond IEEE 754, as CL_DEVICE_*_FP_CONFIG says.
struct FloatModel {
  /// Without CL_FP_DENORM in CL_DEVICE_SINGLE_FP_CONFIG: FLOAT32 denormals may become zero, in
  /// inputs and in results. (FLOAT16 through vload_half and vstore_half never does.)
  bool flush32 = false;
};

/// The permitted answers of one output tensor: the answer's bytes, and where other answers are
/// permitted as well. Positions are logical (row-major).
struct PermittedTensor {
  DataType type = DataType::FLOAT32;
  /// The answer, packed. At an exceptional position any value; it is not compared there.
  Bytes bytes;
  /// The answer is arithmetic: +0 and −0 are the same. (Of a copy they are not.)
  bool zeros_equal = false;

  /// At `position` one of alternatives[first, first + count), which are sorted bit patterns.
  struct OneOf {
    std::uint64_t position;
    std::uint64_t first, count;
  };
  /// Sorted by position. Several may share a stretch of alternatives.
  std::vector<OneOf> one_of;
  std::vector<std::uint64_t> alternatives;

  /// Positions [from, to) may hold anything, whatever else is said of them. Sorted and disjoint.
  struct Anything {
    std::uint64_t from, to;
  };
  std::vector<Anything> any;

  /// Where not empty, FLOAT16 or FLOAT32 is judged by intervals instead of `bytes`, which then say
  /// nothing: position i permits the finite values low[i]..high[i] (none where low > high), and
  /// what also[i] names.
  UnsetVector<float> low, high;
  enum Also : std::uint8_t { kNan = 1, kPlusInfinity = 2, kMinusInfinity = 4 };
  UnsetVector<std::uint8_t> also;

  bool by_intervals() const { return !low.empty(); }
  std::uint64_t size() const { return bytes.size() / size_of(type); }
};

/// By tensor place; an input's entry stays empty.
struct Permitted {
  KeptVector<PermittedTensor> tensors;

  PermittedTensor& tensor(const Signature& signature, std::string_view name) {
    return tensors[signature.find(name)->place];
  }
};

/// An operator's oracle: fills `permitted` (whose buffers it may reuse) for a valid problem.
using Oracle = void (*)(const Problem& problem, const FloatModel& model, Permitted& permitted);

/// The oracle of an operator, or null. Each lives in `ops/oracles/OPERATOR.cpp` as
/// `void assay::ops::oracles::OPERATOR(const Problem&, const FloatModel&, Permitted&)`.
Oracle oracle_of(std::string_view operator_name);

/// Readies `permitted` for a problem: one entry a tensor, each output's `bytes` sized, no
/// exceptions. Then asks the oracle.
void ask(Oracle oracle, const Problem& problem, const FloatModel& model, Permitted& permitted);

/// Whether a position may hold anything.
bool permits_anything(const PermittedTensor& permitted, std::uint64_t position);

/// The alternatives at a position; none where it has no choice of them.
std::span<const std::uint64_t> alternatives_at(const PermittedTensor& permitted,
                                               std::uint64_t position);

/// Whether the set permits this bit pattern at a position.
bool permits(const PermittedTensor& permitted, std::uint64_t position, std::uint64_t bits);

/// How much of its interval the passing element of packed `answer` used that used the most:
/// |came − middle| / half width, less what rounding to the type takes. 0 where all are exact.
double headroom_used(const PermittedTensor& permitted, std::span<const std::byte> answer);

/// The first position of packed `answer` that is not permitted; nothing where all are.
std::optional<std::uint64_t> first_unpermitted(const PermittedTensor& permitted,
                                               std::span<const std::byte> answer);

}  // namespace assay::ops
