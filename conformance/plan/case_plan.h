#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "conformance/base/line_pattern.h"
#include "conformance/plan/covering.h"
#include "conformance/plan/goals.h"
#include "specs/loader.h"

namespace assay::conformance {

/// A fixed list of cases, which is the same on any machine and device. Cases that need what a
/// device lacks are skipped, and nothing else is tested instead. Expectations name cases by these
/// lines.
class CasePlan {
 public:
  /// Cases of one operator and the same data types, on one route. The lines have no routes.
  struct Batch {
    std::vector<std::string> lines;
    Route route;
    /// Whether the cases are listed as not to be run.
    bool skipped = false;
    /// The operator and the values with which programs are built.
    std::string program = {};
  };

  /// A variant, by name, for some data types.
  struct Unit {
    std::string variant;
    std::vector<ops::DataType> types;
    friend bool operator==(const Unit&, const Unit&) = default;
  };
  /// What batches of the plan run of the operator of batch `batch` with the same values with which
  /// programs are built, that batch among them. Of very many, these are some.
  std::vector<Unit> built_with(std::uint64_t batch) const;

  /// `names`: `smoke` (every operator, level, type and edge of a rule; every variant with every
  /// size class), `ci` (all pairs of knobs and turning points), `full` (the same in eight ways),
  /// `shapes` (every rewriting that finds a place in a variant's kernels, in every variant), or
  /// files of case lines; in such a file, the lines of a batch that failed together are
  /// consecutive. A line without a variant runs with each variant. `skips`: regular expressions;
  /// the lines in which one is found stay in the plan and are not run. A line that occurs again is
  /// left out. The content of the built-in plans follows from the seed. Throws Error if there is no
  /// such plan or file, or if a line is not valid.
  CasePlan(std::vector<std::string> names, std::uint64_t seed,
           const std::vector<const specs::Spec*>& operators, const specs::Catalogue& catalogue,
           GoalLibrary& goals, std::vector<std::string> skips = {});

  const std::vector<std::string>& names() const { return names_; }
  const std::vector<std::string>& skips() const { return skips_; }
  const std::vector<Batch>& batches() const { return batches_; }
  std::uint64_t cases() const { return cases_; }
  /// Whether it has a case of the operator.
  bool tests(const specs::Spec& spec) const;
  std::vector<specs::Case> cases_of(std::uint64_t batch) const;
  /// The line of each case, with its route, in order.
  std::vector<std::string> lines() const;
  /// A hash of all lines in order, as 16 hexadecimal digits.
  std::string digest() const;

 private:
  /// The batches that cover the goals of each operator.
  std::vector<std::vector<CoveringBatch>> covered(const std::vector<const specs::Spec*>& operators,
                                                  Strength strength, std::uint64_t seed);
  void add_made(const std::string& name, std::uint64_t seed,
                const std::vector<const specs::Spec*>& operators);
  void add_text(std::string_view text, const std::string& where,
                const std::vector<const specs::Spec*>& operators, bool built_in);
  void add_line(const specs::Case& c, const Route& route);
  void add_batch(const specs::Case& c, const Route& route, bool skipped);

  std::vector<std::string> names_, skips_;
  std::vector<LinePattern> patterns_;
  const specs::Catalogue& catalogue_;
  GoalLibrary& goals_;
  std::vector<Batch> batches_;
  /// What the cases of the last batch have in common, as text.
  std::string last_;
  /// All lines so far. Each line occurs once, because expectations name a case by its line.
  std::unordered_set<std::string> seen_;
  std::uint64_t cases_ = 0;
  /// The units by Batch::program, each once; and the unit of each batch.
  std::map<std::string, std::vector<Unit>> units_;
  std::vector<std::size_t> unit_of_;
};

/// Whether `name` is the name of a built-in plan.
bool is_plan_name(const std::string& name);

}  // namespace assay::conformance
