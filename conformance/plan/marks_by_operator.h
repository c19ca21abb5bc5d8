#pragma once

#include <cstddef>
#include <map>

#include "conformance/route/knobs.h"
#include "specs/json.h"
#include "specs/loader.h"

namespace assay::conformance {

/// Which of the numbered goals of an operator its cases reached, for several operators.
class MarksByOperator {
 public:
  void merge(const MarksByOperator& other);
  /// Keeps only what `known` lacks, and adds it to `known`.
  void keep_new(MarksByOperator& known);
  /// The marks of an operator. Empty if no case of it was added.
  const Knobs::Marks& of(const specs::Spec& spec) const;
  /// The same, to be written to. There are at least `size` marks.
  Knobs::Marks& at_least(const specs::Spec& spec, std::size_t size);

  specs::Json to_json() const;
  static MarksByOperator from_json(const specs::Json& json, const specs::Catalogue& catalogue);

 private:
  std::map<const specs::Spec*, Knobs::Marks> marks_;
};

}  // namespace assay::conformance
