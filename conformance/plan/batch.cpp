// The batches of a campaign. In each round, every combination of operator and data type has one
// batch. The operator changes from one batch to the next.
#include "conformance/plan/batch.h"

#include <algorithm>
#include <map>

#include "conformance/base/words.h"
#include "opencl/shape/shape.h"
#include "ops/hash.h"
#include "specs/violate.h"

namespace assay::conformance {
namespace {

enum Stream : std::uint64_t {
  kCases = 0,
  kRoutes = 1,
  kBuilds = 2,
  kShapes = 3,
  kPages = 4,
  kAlike = 5,
  kGroups = 6
};

specs::SeededChooser chooser_of(std::uint64_t seed, std::uint64_t index, Stream stream) {
  return specs::SeededChooser(rc::Random(rc::Random::Key{seed, index, stream, 0}));
}

}  // namespace

BatchPlan::BatchPlan(const CampaignOptions& options, KernelLibrary* kernels)
    : seed_(options.seed),
      limits_(options.limits),
      plain_routes_(options.plain_routes),
      shapes_(options.shapes),
      without_(options.without),
      first_size_(options.cases ? 4 : 64),
      levels_(options.levels),
      plan_(options.plan) {
  if (plan_) return;
  std::map<const specs::Spec*, std::uint64_t> places;
  std::vector<SpecialBatches::Turn> turns;
  std::vector<BuildSchedule::Turn> built;
  for (const ops::DataType type : ops::all_data_types())
    for (const specs::Spec* spec : options.operators) {
      Combination k{spec, static_cast<std::int64_t>(type), {}};
      for (specs::Level l : options.levels.empty() ? spec->interesting_levels : options.levels) {
        const specs::Support* s = spec->support_at(l);
        if (s && s->rows[spec->signature.first_tensor()].types.contains(k.type))
          k.levels.push_back(l);
      }
      if (k.levels.empty()) continue;
      turns.push_back({spec, places[spec]++, 0});
      built.push_back({spec, k.type});
      combinations_.push_back(std::move(k));
    }
  for (SpecialBatches::Turn& t : turns) t.of_operator = places[t.spec];
  special_ =
      SpecialBatches(std::move(turns), {.invalid = options.violations,
                                        .often = !plain_routes_,
                                        .wide = !plain_routes_ && specs::permits_wide(limits_)});
  builds_ = std::make_shared<BuildSchedule>(
      std::move(built), levels_, plain_routes_ ? Combine::None : Combine::Some, seed_, kernels,
      [special = special_](std::uint64_t index) { return special.wide_rank(index); });
}

specs::SeededChooser BatchPlan::case_chooser(std::uint64_t index) const {
  return chooser_of(seed_, index, kCases);
}

BuildSchedule::Choice BatchPlan::build_of(std::uint64_t index) const {
  specs::SeededChooser chooser = chooser_of(seed_, index, kBuilds);
  return builds_->choose(index, chooser);
}

std::string_view BatchPlan::operator_name(std::uint64_t index) const {
  return plan_ ? operator_of(plan_->batches()[index].lines[0]) : combination(index).spec->name();
}

std::uint64_t BatchPlan::group(std::uint64_t index) const {
  return ops::fnv1a(operator_name(index));
}

std::vector<opencl::BuildUnit> BatchPlan::built_with(std::uint64_t index) const {
  return plan_ ? std::vector<opencl::BuildUnit>()
               : builds_->first_units(index, build_of(index).key->route);
}

Route BatchPlan::draw_route(std::uint64_t index, std::span<const specs::Case> cases,
                            const std::vector<const opencl::Variant*>& offered,
                            const opencl::DeviceInfo& device) const {
  if (plan_) return *fixed_route(index);
  specs::SeededChooser chooser = chooser_of(seed_, index, kRoutes);
  const BuildSchedule::Choice build = build_of(index);
  const std::string& wished = build.key->variant->name;
  const auto found = std::find_if(offered.begin(), offered.end(),
                                  [&](const opencl::Variant* v) { return v->name == wished; });
  const opencl::Variant& variant =
      found == offered.end() ? *offered[chooser.below(offered.size())] : **found;
  Route plain;
  plain.variant = variant.name;
  plain.launch.shape = draw_shape(index);
  if (plain_routes_) return plain;
  // One key in four has values that only some devices have.
  constexpr std::size_t kOwnValuesOnceIn = 4;
  Route built = build.key->route;
  if (build.number % kOwnValuesOnceIn == kOwnValuesOnceIn - 1) take_own_values(built, device);
  Route drawn = conformance::draw_route(built, build.key->renews_launch, variant, device, chooser,
                                        cases.data());
  // A driver, or a layer above it, may take seconds for a buffer of over 4 GiB, so the first rounds
  // have none.
  constexpr std::uint64_t kNearRounds = 30;
  if (drawn.launch.memory == opencl::MemoryKind::Far && special_.round_of(index) < kNearRounds)
    drawn.launch.memory = opencl::MemoryKind::Write;
  // Nothing else shows a read beyond a tensor's end that changes no answer, so closed pages come
  // often: to every other batch over the host's memory, and to some whose memory is the usual one.
  constexpr std::uint64_t kUsualOnceIn = 8;
  specs::SeededChooser pages = chooser_of(seed_, index, kPages);
  if ((drawn.launch.memory == opencl::MemoryKind::UseHost && pages.below(2)) ||
      (drawn.launch.memory == opencl::MemoryKind::Write && pages.once_in(kUsualOnceIn)))
    drawn.launch.memory = opencl::MemoryKind::PageEnd;
  // Where a group has one item, and an item one element, a wide tensor has more than 65,536 groups.
  constexpr std::uint64_t kSingleItemsOnceIn = 2;
  if (is_wide(index) && !variant.has_fixed_local() &&
      chooser_of(seed_, index, kGroups).once_in(kSingleItemsOnceIn))
    drawn.launch.local = 1;
  drawn.launch.shape = plain.launch.shape;
  if (const std::uint64_t often = special_.launches(index); often > 1) {
    // Where many processes share a GPU, the host waits milliseconds for each piece of a transfer.
    drawn.repeat = often;
    drawn.launch.pieces = 1;
    if (drawn.launch.memory == opencl::MemoryKind::Far ||
        !opencl::is_written_by_commands(drawn.launch.memory))
      drawn.launch.memory = opencl::MemoryKind::Write;
  }
  without_.apply(drawn);
  return drawn;
}

std::uint64_t BatchPlan::draw_shape(std::uint64_t index) const {
  constexpr std::uint64_t kParts = 1 << 20;
  specs::SeededChooser chooser = chooser_of(seed_, index, kShapes);
  if (static_cast<double>(chooser.below(kParts)) >= shapes_ * kParts) return 0;
  return opencl::shape_of(opencl::drawn_chain(chooser.below(std::uint64_t{1} << 32)));
}

std::uint64_t BatchPlan::size(std::uint64_t index) const {
  if (plan_) return plan_->batches()[index].lines.size();
  if (special_.launches(index) > 1 || is_wide(index)) return 1;
  constexpr std::uint64_t kMost = 256, kMany = 2048, kManyOnceIn = 32, kElements = 1 << 16;
  specs::SeededChooser chooser = case_chooser(index);
  const unsigned size_class = specs::draw_size_class(chooser, limits_);
  const std::uint64_t round = special_.round_of(index);
  const std::uint64_t most = chooser.once_in(kManyOnceIn) ? kMany : kMost;
  const std::uint64_t ramp = round < 3 ? std::min(first_size_ << (2 * round), most) : most;
  return std::clamp<std::uint64_t>(kElements >> (2 * std::min(size_class, 8u)), 1, ramp);
}

void BatchPlan::draw(std::uint64_t index, std::uint64_t count,
                     ops::KeptVector<specs::Case>& cases) const {
  if (plan_) {
    std::vector<specs::Case> planned = plan_->cases_of(index);
    cases.resize(planned.size());
    std::move(planned.begin(), planned.end(), cases.begin());
    return;
  }
  specs::SeededChooser chooser = case_chooser(index);
  const unsigned size_class = specs::draw_size_class(chooser, limits_);
  const Combination& k = combination(index);
  const BuildSchedule::Choice build = build_of(index);
  specs::Head head = specs::draw_head(*k.spec, *build.types, chooser, limits_, k.levels);
  constexpr unsigned kRepeatedClass = 3;
  head.size_class =
      special_.launches(index) > 1 ? std::min(size_class, kRepeatedClass) : size_class;
  if (is_wide(index)) set_wide(build.of_variant, head);
  cases.resize(count);
  const bool violating = special_.is_violating(index);
  // The range of a batch's largest case hides a launch that is too small for another case. So the
  // cases of some batches have equal ranges: they differ in their data alone.
  constexpr std::uint64_t kAlikeOnceIn = 16;
  const bool alike = chooser_of(seed_, index, kAlike).once_in(kAlikeOnceIn);
  for (specs::Case& c : cases)
    if (violating) {
      c = draw_invalid(head, chooser);
    } else if (alike && &c != &cases[0]) {
      c = cases[0];
      c.seed = chooser.below(std::uint64_t{1} << 32);
    } else {
      specs::draw(head, chooser, limits_, c);
    }
}

specs::Case BatchPlan::draw_invalid(const specs::Head& head, specs::Chooser& chooser) const {
  // A try may fail, because not every case has an entry that can break the rule.
  constexpr int kTries = 1000;
  const specs::Spec& spec = *head.spec;
  for (int i = 0; i < kTries; ++i) {
    const auto c = specs::violate(spec, chooser.below(spec.rules.size()), chooser, limits_);
    if (c &&
        (levels_.empty() || std::find(levels_.begin(), levels_.end(), c->level) != levels_.end()))
      return *c;
  }
  return specs::draw(head, chooser, limits_);
}

}  // namespace assay::conformance
