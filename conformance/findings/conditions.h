#pragma once

#include <map>
#include <string>
#include <vector>

#include "conformance/findings/properties.h"
#include "conformance/route/knobs.h"
#include "specs/loader.h"

namespace assay::conformance {

/// Tells which cases meet the conditions of a finding. No kernels are needed for that.
class Conditions {
 public:
  /// `catalogue` must outlive this object.
  explicit Conditions(const specs::Catalogue& catalogue) : catalogue_(catalogue) {}

  /// Whether the case of a line with its route meets all conditions, which are texts as
  /// Finding::conditions has them.
  bool hold(const std::vector<std::string>& conditions, const std::string& line);
  /// Whether a case of the operator can meet the condition.
  bool is_possible(const std::string& condition, const specs::Spec& spec);

 private:
  const Knobs& knobs(const specs::Spec& spec);

  const specs::Catalogue& catalogue_;
  std::map<const specs::Spec*, Knobs> knobs_;
  std::map<const specs::Spec*, Properties> possible_;
  Properties properties_;
  /// The line that was asked for last, and its properties.
  std::string line_;
  std::vector<Properties::Id> has_;
};

}  // namespace assay::conformance
