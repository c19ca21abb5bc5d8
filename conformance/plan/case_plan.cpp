// Plans are made from the specs or read from files. Cases are kept as their lines, which need
// little memory.
#include "conformance/plan/case_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <future>
#include <thread>

#include "conformance/base/words.h"
#include "conformance/plan/covering.h"
#include "conformance/plan/covering_shapes.h"
#include "conformance/run/record.h"
#include "ops/embedded_file.h"
#include "ops/error.h"
#include "ops/hash.h"
#include "ops/nearest_name.h"
#include "specs/case_text.h"
#include "specs/json.h"
#include "specs/rules.h"

namespace assay::conformance {
namespace {

#include "kEmbeddedPlans.inc"

constexpr std::array<std::string_view, 4> kPlanNames{"smoke", "ci", "full", "shapes"};
constexpr std::size_t kMostOfBatch = 256;
/// How many covering arrays of pairs make up `full`.
constexpr std::uint64_t kWays = 8;

bool wanted(const specs::Spec* spec, const std::vector<const specs::Spec*>& operators) {
  return std::find(operators.begin(), operators.end(), spec) != operators.end();
}

}  // namespace

bool is_plan_name(const std::string& name) {
  return std::find(kPlanNames.begin(), kPlanNames.end(), name) != kPlanNames.end();
}

CasePlan::CasePlan(std::vector<std::string> names, std::uint64_t seed,
                   const std::vector<const specs::Spec*>& operators,
                   const specs::Catalogue& catalogue, GoalLibrary& goals,
                   std::vector<std::string> skips)
    : names_(std::move(names)), skips_(std::move(skips)), catalogue_(catalogue), goals_(goals) {
  for (const std::string& text : skips_) patterns_.emplace_back(text);
  for (const std::string& name : names_) {
    if (!is_plan_name(name)) {
      if (name.find_first_of("./") == name.npos)
        throw Error(
            fmt::format("--plan {}: no such plan{} (there are {}; files have a . or / in "
                        "their name)",
                        name, ops::nearest_words(name, {kPlanNames.begin(), kPlanNames.end()}),
                        fmt::join(kPlanNames, ", ")));
      add_text(specs::read_file(name), name, operators, false);
      continue;
    }
    const std::uint64_t ways = name == "full" ? kWays : 1;
    for (std::uint64_t way = 0; way < ways; ++way) add_made(name, seed + way, operators);
  }
  if (std::any_of(names_.begin(), names_.end(), is_plan_name))
    for (const ops::EmbeddedFile& file : kEmbeddedPlans)
      add_text(file.text, std::string(file.path), operators, true);
  if (batches_.empty()) throw Error("the plan has no case of these operators");
}

bool CasePlan::tests(const specs::Spec& spec) const {
  return std::any_of(batches_.begin(), batches_.end(), [&](const Batch& batch) {
    return operator_of(batch.lines[0]) == spec.name();
  });
}

std::vector<std::vector<CoveringBatch>> CasePlan::covered(
    const std::vector<const specs::Spec*>& operators, Strength strength, std::uint64_t seed) {
  std::vector<std::pair<const Goals*, const opencl::KernelFile*>> asked;
  for (const specs::Spec* spec : operators)
    asked.emplace_back(&goals_.of(*spec), &goals_.kernels().of(*spec));
  std::vector<std::vector<CoveringBatch>> made(operators.size());
  std::atomic<std::size_t> next = 0;
  std::vector<std::future<void>> workers;
  for (unsigned n = std::max(1u, std::thread::hardware_concurrency()); n > 0; --n)
    workers.push_back(std::async(std::launch::async, [&] {
      for (std::size_t i; (i = next++) < asked.size();)
        made[i] = cover(*asked[i].first, *asked[i].second, strength, seed);
    }));
  for (std::future<void>& worker : workers) worker.get();
  return made;
}

void CasePlan::add_made(const std::string& name, std::uint64_t seed,
                        const std::vector<const specs::Spec*>& operators) {
  const Strength strength = name == "smoke" ? Strength::Values : Strength::Pairs;
  const std::vector<std::vector<CoveringBatch>> made =
      name == "shapes" ? cover_shapes(operators, goals_.kernels(), seed)
                       : covered(operators, strength, seed);
  std::size_t most = 0;
  for (const std::vector<CoveringBatch>& batches : made) most = std::max(most, batches.size());
  // The operators take turns, so that the first minute meets all of them.
  for (std::size_t i = 0; i < most; ++i)
    for (const std::vector<CoveringBatch>& batches : made) {
      if (i >= batches.size()) continue;
      last_.clear();
      for (const specs::Case& c : batches[i].cases) add_line(c, batches[i].route);
    }
}

void CasePlan::add_text(std::string_view text, const std::string& where,
                        const std::vector<const specs::Spec*>& operators, bool built_in) {
  last_.clear();
  std::size_t number = 0;
  bool any = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    at = end + 1;
    ++number;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.empty() || line[0] == '#') continue;
    any = true;
    const auto fail = [&](const std::string& what) {
      throw Error(fmt::format("{}:{}: {}", where, number, what));
    };
    // A user's own specs may lack operators of the built-in lines.
    const std::string name(operator_of(line));
    if (built_in && !catalogue_.find(name)) continue;
    specs::Case c;
    Route route;
    try {
      c = specs::parse_case(line, catalogue_);
      route = parse_route(c.route);
    } catch (const Error& e) {
      fail(e.what());
    }
    if (!wanted(c.spec, operators)) continue;
    if (const auto broken = specs::broken_rules(c); !broken.empty())
      fail(fmt::format("not valid: {} ({})", c.spec->rules[broken[0]].id,
                       c.spec->rules[broken[0]].sentence));
    const opencl::KernelFile& file = goals_.kernels().of(*c.spec);
    if (!route.variant.empty() && !file.find(route.variant)) {
      // A user's own kernels may lack variants of the built-in lines.
      if (built_in) continue;
      try {
        file.variant(route.variant);
      } catch (const Error& e) {
        fail(e.what());
      }
    }
    if (!route.variant.empty()) {
      add_line(c, route);
      continue;
    }
    for (const opencl::Variant& v : file.variants) {
      if (!v.takes(types_of(c.descriptor))) continue;
      route.variant = v.name;
      add_line(c, route);
    }
  }
  if (!any) throw Error(fmt::format("{}: holds no case", where));
}

void CasePlan::add_batch(const specs::Case& c, const Route& route, bool skipped) {
  batches_.push_back({{}, route, skipped, c.spec->name() + options_text(route)});
  std::vector<Unit>& units = units_[batches_.back().program];
  const Unit unit{route.variant, types_of(c.descriptor)};
  const auto found = std::find(units.begin(), units.end(), unit);
  unit_of_.push_back(static_cast<std::size_t>(found - units.begin()));
  if (found == units.end()) units.push_back(unit);
}

std::vector<CasePlan::Unit> CasePlan::built_with(std::uint64_t batch) const {
  constexpr std::size_t kMost = 24;
  const std::vector<Unit>& units = units_.at(batches_[batch].program);
  const std::size_t from = unit_of_[batch] / kMost * kMost;
  return {units.begin() + static_cast<std::ptrdiff_t>(from),
          units.begin() + static_cast<std::ptrdiff_t>(std::min(from + kMost, units.size()))};
}

void CasePlan::add_line(const specs::Case& c, const Route& route) {
  std::string shared = c.spec->name();
  for (const ops::DataType t : types_of(c.descriptor)) shared += fmt::format(":{}", name_of(t));
  for (const auto& [name, value] : print_route(route)) shared += fmt::format(":{}={}", name, value);
  const std::string line = line_of(c, route);
  if (!seen_.insert(line).second) return;
  const bool skipped = std::any_of(patterns_.begin(), patterns_.end(),
                                   [&](const LinePattern& p) { return p.matches(line); });
  if (skipped) shared += ":skipped";
  if (shared != last_ || batches_.back().lines.size() >= kMostOfBatch) add_batch(c, route, skipped);
  last_ = shared;
  batches_.back().lines.push_back(specs::print_problem(c));
  ++cases_;
}

std::vector<specs::Case> CasePlan::cases_of(std::uint64_t batch) const {
  std::vector<specs::Case> cases;
  for (const std::string& line : batches_[batch].lines)
    cases.push_back(specs::parse_case(line, catalogue_));
  return cases;
}

std::vector<std::string> CasePlan::lines() const {
  std::vector<std::string> lines;
  for (std::uint64_t b = 0; b < batches_.size(); ++b)
    for (const specs::Case& c : cases_of(b)) lines.push_back(line_of(c, batches_[b].route));
  return lines;
}

std::string CasePlan::digest() const {
  std::uint64_t hash = ops::kFnvBasis;
  for (const Batch& b : batches_) hash = hash * 3 + b.skipped;
  for (const std::string& line : lines()) hash = ops::fnv1a(line + "\n", hash);
  return fmt::format("{:016x}", hash);
}

}  // namespace assay::conformance
