#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ops/problem.h"
#include "specs/case.h"

namespace assay::conformance {

/// Something that is so or not so of a case: what its data hold, or that a float has a value for
/// which operators are often simpler.
struct CaseFact {
  /// As it stands in a report where it is so, and where it is not so: `IndicesTensor with negative
  /// elements`, `IndicesTensor without negative elements`.
  std::string text, otherwise;
  /// How unlikely it is as a cause; the greater, the less likely (Properties::Property::cost).
  unsigned cost = 0;
};

/// The facts of an operator's cases. Which there are follows from the kinds of its members and from
/// its data rules.
class CaseFacts {
 public:
  /// `spec` must outlive this object.
  explicit CaseFacts(const specs::Spec& spec);

  const std::vector<CaseFact>& all() const { return all_; }

  enum class Answer : std::uint8_t { Unknown, No, Yes };
  /// Whether each fact is so of the case. Unknown for tensors and members that it lacks, and for
  /// the data of a case with more than 2^20 elements, since they are filled for this.
  const std::vector<Answer>& of(const specs::Case& c);

 private:
  void look_at_indices(const specs::Case& c, const specs::DataRule& rule, Answer* answers) const;
  void look_at_floats(const ops::TensorDesc& t, const ops::Bytes& data, Answer* answers) const;

  const specs::Spec& spec_;
  std::vector<CaseFact> all_;
  /// Where the facts of each tensor begin, by place, and those of each float member, by its place;
  /// kNone where there are none.
  std::vector<std::size_t> of_tensor_, of_value_;
  std::vector<Answer> answers_;
  ops::Problem problem_;

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
};

}  // namespace assay::conformance
