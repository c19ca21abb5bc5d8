#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "conformance/base/line_pattern.h"
#include "conformance/plan/goals.h"
#include "specs/loader.h"

namespace assay::conformance {

/// A fixed list of cases, the same on any machine and device: what a device lacks is skipped, and
/// nothing else is tested instead. Expectations rest on its case lines.
class CasePlan {
 public:
  /// Cases of one operator and the same data types, on one route. Lines are without routes.
  struct Batch {
    std::vector<std::string> lines;
    Route route;
    /// Listed as not to be run.
    bool skipped = false;
  };

  /// `names`: `smoke` (every operator, level, type and edge of a rule; every variant with every
  /// size class), `ci` (all pairs of knobs), `full` (the same in eight ways), or files of case
  /// lines; those of a batch that failed together stand together. A line without a variant runs by
  /// each. `skips`: expressions of lines that stay in the plan and are not run. A line that comes
  /// again is left out. What is in the plans that are built in follows from the seed. Throws Error:
  /// no such plan or file, a line that is not valid.
  CasePlan(std::vector<std::string> names, std::uint64_t seed,
           const std::vector<const specs::Spec*>& operators, const specs::Catalogue& catalogue,
           GoalLibrary& goals, std::vector<std::string> skips = {});

  const std::vector<std::string>& names() const { return names_; }
  const std::vector<std::string>& skips() const { return skips_; }
  const std::vector<Batch>& batches() const { return batches_; }
  std::uint64_t cases() const { return cases_; }
  std::vector<specs::Case> cases_of(std::uint64_t batch) const;
  /// The whole line of each case, route and all, in order.
  std::vector<std::string> lines() const;
  /// 16 hexadecimal digits of all lines in order.
  std::string digest() const;

 private:
  void add_made(const std::string& name, std::uint64_t seed,
                const std::vector<const specs::Spec*>& operators);
  void add_text(std::string_view text, const std::string& where,
                const std::vector<const specs::Spec*>& operators, bool built_in);
  void add_line(const specs::Case& c, const Route& route);

  std::vector<std::string> names_, skips_;
  std::vector<LinePattern> patterns_;
  const specs::Catalogue& catalogue_;
  GoalLibrary& goals_;
  std::vector<Batch> batches_;
  /// What the last batch's cases share, as text.
  std::string last_;
  /// All lines so far: expectations name a case by its line, so that each comes once.
  std::unordered_set<std::string> seen_;
  std::uint64_t cases_ = 0;
};

/// Whether it is the name of a plan that is built in.
bool is_plan_name(const std::string& name);

}  // namespace assay::conformance
