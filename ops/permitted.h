#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ops/arithmetic/float_format.h"
#include "ops/arithmetic/sum_model.h"
#include "ops/kept_vector.h"
#include "ops/problem.h"
#include "ops/unset_vector.h"

namespace assay::ops {

/// What is known of the arithmetic by which an answer comes about.
enum class Profile : std::uint8_t {
  /// The text of our own kernels: FLOAT16 is computed in FLOAT32 and rounded once where it is
  /// stored, or in halves where FloatModel::in_half says so.
  Own,
  /// Nothing: sums of floats may be taken in any order, and in any accumulator that the operator's
  /// page allows, that is one of the elements' type or a wider one.
  Free
};

/// What the floating-point arithmetic of an answer may do beyond IEEE 754.
struct FloatModel {
  /// True if CL_DEVICE_SINGLE_FP_CONFIG lacks CL_FP_DENORM. FLOAT32 denormals may then become zero,
  /// in inputs and in results. (FLOAT16 denormals in vload_half and vstore_half never do.)
  bool flush32 = false;
  Profile profile = Profile::Own;
  /// SumModel::depth of the sums of the case.
  int depth = SumModel::kAnyOrder;
  /// True if FLOAT16 is computed with the type `half` of cl_khr_fp16. What a step gives may then be
  /// rounded to FLOAT16, and is within the limits that OpenCL has for `half`.
  bool in_half = false;
  /// True if CL_DEVICE_HALF_FP_CONFIG lacks CL_FP_DENORM. In halves, denormals may then become zero
  /// in each step.
  bool flush16 = false;

  bool is_free() const { return profile == Profile::Free; }
  /// How our own kernels compute in FLOAT32 what they do with a sum.
  SumModel singles() const {
    return {.denormals = flush32 ? Denormals::MayBeFlushed : Denormals::Kept};
  }
  /// How elements of a type are added up.
  SumModel sums(DataType elements) const {
    const bool halves = elements == DataType::FLOAT16;
    SumModel model = singles();
    model.depth = depth;
    model.may_be_half = halves && (is_free() || in_half);
    model.has_half_functions = halves && in_half;
    if (halves && in_half && flush16) {
      model.denormals = Denormals::MayBeFlushed;
      model.smallest_normal = static_cast<float>(kFloat16.smallest_normal);
    }
    return model;
  }
  /// How elements of a type are computed with where nothing is added up.
  SumModel steps(DataType elements) const { return in_half ? sums(elements) : singles(); }
};

/// The permitted answers of one output tensor: the bytes of the right answer, and the positions
/// that permit other answers as well. Positions are logical (row-major).
struct PermittedTensor {
  DataType type = DataType::FLOAT32;
  /// The right answer, packed. At an exceptional position it holds any value, which is not
  /// compared.
  Bytes bytes;
  /// True if the answer comes from arithmetic: +0 and −0 are then the same. In a copy they differ.
  bool zeros_equal = false;

  /// `position` permits alternatives[first, first + count), which are sorted bit patterns.
  struct OneOf {
    std::uint64_t position;
    std::uint64_t first, count;
  };
  /// The choices are sorted by position. Several of them may share alternatives.
  std::vector<OneOf> one_of;
  std::vector<std::uint64_t> alternatives;

  /// Positions [from, to) permit anything, whatever else is said of them. The ranges are sorted and
  /// disjoint.
  struct Anything {
    std::uint64_t from, to;
  };
  std::vector<Anything> any;

  /// If these are not empty, answers of FLOAT16 or FLOAT32 are judged by intervals, and the values
  /// in `bytes` mean nothing. Position i permits the finite values whose keys (float_key.h) are in
  /// low[i]..high[i] (none if low > high), and the special values that also[i] names.
  UnsetVector<std::int32_t> low, high;
  enum Also : std::uint8_t { kNan = 1, kPlusInfinity = 2, kMinusInfinity = 4, kZero = 8 };
  UnsetVector<std::uint8_t> also;

  bool by_intervals() const { return !low.empty(); }
  /// The key of a value of the type, which is FLOAT16 or FLOAT32.
  std::int32_t key(float value) const;
  /// Appends a position that permits low..high, which are values of the type, and `also`.
  void permit(float low, float high, std::uint8_t also = 0);
  /// The ends of the interval at a position as values. There must be a value between them.
  float low_value(std::uint64_t position) const;
  float high_value(std::uint64_t position) const;
  std::uint64_t size() const { return bytes.size() / size_of(type); }
};

/// The permitted answers by tensor place; the entry of an input and of an absent tensor stays
/// empty.
struct Permitted {
  KeptVector<PermittedTensor> tensors;

  PermittedTensor& tensor(const Signature& signature, std::string_view name,
                          std::size_t number = 0) {
    return tensors[signature.find(name)->place + number];
  }
};

/// An operator's oracle. It fills `permitted`, whose buffers it may reuse, for a valid problem.
using Oracle = void (*)(const Problem& problem, const FloatModel& model, Permitted& permitted);

/// The oracle of this name, or null. An operator has an oracle of its own, or that of its family.
/// Each is defined in `ops/oracles/NAME.cpp` as `void assay::ops::oracles::NAME(const Problem&,
/// const FloatModel&, Permitted&)`.
Oracle oracle_of(std::string_view name);
inline Oracle oracle_of(const Signature& signature) {
  return oracle_of(signature.implementation());
}

/// Whether the oracle knows what kernels may give that compute with the type `half`
/// (FloatModel::in_half): that of a formula, and those that oracle.cpp names.
bool knows_halves(const Signature& signature);

/// Prepares `permitted` for a problem and then calls the oracle. Prepared means one entry for each
/// tensor, the right size of each output's `bytes`, and no exceptions.
void ask(Oracle oracle, const Problem& problem, const FloatModel& model, Permitted& permitted);

/// Lets a position permit anything. Positions must be given in ascending order.
void permit_anything(PermittedTensor& permitted, std::uint64_t position);

/// Lets a position permit these bit patterns alone. Positions must be given in ascending order.
void permit_one_of(PermittedTensor& permitted, std::uint64_t position,
                   std::span<const std::uint64_t> bits);

/// Whether a position permits anything.
bool permits_anything(const PermittedTensor& permitted, std::uint64_t position);

/// The alternatives at a position; none if it has no such choice.
std::span<const std::uint64_t> alternatives_at(const PermittedTensor& permitted,
                                               std::uint64_t position);

/// Whether a position permits this bit pattern.
bool permits(const PermittedTensor& permitted, std::uint64_t position, std::uint64_t bits);

/// The largest share of its permitted interval that a passing element of packed `answer` used:
/// |value − middle| / half width, without the part that rounding to the type explains. 0 if all are
/// exact.
double headroom_used(const PermittedTensor& permitted, std::span<const std::byte> answer);

/// The first position of packed `answer` that is not permitted; nothing if all are permitted.
std::optional<std::uint64_t> first_unpermitted(const PermittedTensor& permitted,
                                               std::span<const std::byte> answer);

}  // namespace assay::ops
