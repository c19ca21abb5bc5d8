// A campaign: batches under drawn heads, in rounds over all operators and data types. What is
// computed and how it reaches the device are drawn from two streams, both split off the seed.
#include "conformance/campaign.h"

#include <algorithm>
#include <chrono>

#include "conformance/investigate.h"

namespace assay::conformance {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// An operator with one of the data types of its first tensor.
struct Combination {
  const specs::Spec* spec;
  std::int64_t type;
};

/// All of them, operators alternating.
std::vector<Combination> combinations(const CampaignOptions& options) {
  std::vector<Combination> all;
  for (const ops::DataType type : ops::all_data_types())
    for (const specs::Spec* spec : options.operators) {
      const auto levels = options.levels.empty() ? spec->interesting_levels : options.levels;
      const std::int64_t t = static_cast<std::int64_t>(type);
      if (std::any_of(levels.begin(), levels.end(), [&](specs::Level l) {
            const specs::Support* s = spec->support_at(l);
            return s && s->rows[0].types.contains(t);
          }))
        all.push_back({spec, t});
    }
  return all;
}

/// Levels of the options, or of the operator, that support a combination.
std::vector<specs::Level> levels_of(const Combination& k, const CampaignOptions& options) {
  std::vector<specs::Level> levels;
  for (specs::Level l : options.levels.empty() ? k.spec->interesting_levels : options.levels) {
    const specs::Support* s = k.spec->support_at(l);
    if (s && s->rows[0].types.contains(k.type)) levels.push_back(l);
  }
  return levels;
}

specs::Head draw_head(const Combination& k, const CampaignOptions& options,
                      specs::Chooser& chooser) {
  const std::vector<specs::Level> levels = levels_of(k, options);
  constexpr int kTries = 200;
  specs::Head head;
  for (int i = 0; i < kTries; ++i) {
    head = specs::draw_head(*k.spec, chooser, options.limits, levels);
    if (head.types[0] == k.type) break;
  }
  return head;
}

/// Cases of a batch: fewer in the first rounds, so that the first seconds meet everything, and
/// fewer of large ones.
std::uint64_t batch_size(std::uint64_t round, unsigned size_class) {
  constexpr std::uint64_t kMost = 256, kElements = 1 << 16;
  const std::uint64_t ramp = round < 3 ? std::uint64_t{4} << (2 * round) : kMost;
  const std::uint64_t by_size = kElements >> (2 * std::min(size_class, 8u));
  return std::clamp<std::uint64_t>(by_size, 1, ramp);
}

class Campaign {
 public:
  Campaign(Pipeline& pipeline, const CampaignOptions& options, const CampaignListener& listener)
      : pipeline_(pipeline), options_(options), listener_(listener) {}

  CampaignResult run() {
    const std::vector<Combination> all = combinations(options_);
    rc::Random random(options_.seed);
    for (std::uint64_t round = 0; !all.empty() && !done(); ++round)
      for (const Combination& k : all) {
        if (done()) break;
        specs::SeededChooser problems(random.split()), routes(random.split());
        batch(k, round, problems, routes);
      }
    if (options_.cases && !timed_out()) result_.unjudged = *options_.cases - cases_done_;
    result_.seconds = seconds_since(start_);
    result_.build_seconds = pipeline_.build_seconds() - builds_before_;
    return std::move(result_);
  }

 private:
  bool done() const {
    return (options_.cases && cases_done_ >= *options_.cases) || timed_out() ||
           (options_.stop && options_.stop());
  }

  bool timed_out() const { return options_.seconds && seconds_since(start_) >= *options_.seconds; }

  void batch(const Combination& k, std::uint64_t round, specs::Chooser& problems,
             specs::Chooser& routes) {
    const specs::Head head = draw_head(k, options_, problems);
    std::uint64_t size = batch_size(round, head.size_class);
    if (options_.cases) size = std::min(size, *options_.cases - cases_done_);
    cases_.resize(size);
    for (specs::Case& c : cases_) c = specs::draw(head, problems, options_.limits);
    cases_done_ += size;
    ++result_.batches;

    const std::vector<ops::DataType> types = types_of(cases_[0].descriptor);
    const auto offered = pipeline_.offered(*k.spec, types);
    const auto began = Clock::now();
    if (offered.empty()) {
      Judgement skip;
      skip.verdict = Verdict::Skip;
      skip.skip = SkipReason{"no variant for these data types", false};
      judgements_.assign(size, skip);
    } else {
      route_ = draw_route(offered, pipeline_.device(), routes);
      const auto judged = pipeline_.run(cases_, route_);
      judgements_.assign(judged.begin(), judged.end());
    }
    const double each = seconds_since(began) / static_cast<double>(size);
    settle(each);
    if (listener_.progress) listener_.progress(result_.tally, seconds_since(start_));
  }

  /// Investigates the batch's failures, counts all its cases and tells of them.
  void settle(double seconds_each) {
    const auto began = Clock::now();
    const double builds_before = pipeline_.build_seconds();
    bool batch_failed = false;
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      Judgement& j = judgements_[i];
      // One record tells of a batch that fails together; the rest of it is judged alone.
      if (batch_failed && is_divergence(j.verdict)) j = pipeline_.run_alone(cases_[i], route_);
      if (is_divergence(j.verdict)) {
        Record record = investigate(pipeline_, cases_, i, route_, j, shrink_more(j, i));
        record.seconds = seconds_since(began);
        batch_failed |= !record.batch.empty();
        j = record.judgement;
        if (listener_.found) listener_.found(record);
      }
      result_.tally.add(cases_[i], j);
      if (listener_.judged) listener_.judged(cases_[i], route_, j, seconds_each);
    }
    const double builds = pipeline_.build_seconds() - builds_before;
    result_.investigation_seconds += std::max(0.0, seconds_since(began) - builds) * any_failed();
  }

  double any_failed() const {
    return std::any_of(judgements_.begin(), judgements_.end(),
                       [](const Judgement& j) { return is_divergence(j.verdict); });
  }

  /// Whether a failure is worth shrinking: the first few of its operator, verdict and variant.
  bool shrink_more(const Judgement& j, std::size_t i) {
    constexpr unsigned kShrunkOfAKind = 3;
    return shrunk_[{cases_[i].spec, j.verdict, route_.variant}]++ < kShrunkOfAKind;
  }

  Pipeline& pipeline_;
  const CampaignOptions& options_;
  const CampaignListener& listener_;
  const Clock::time_point start_ = Clock::now();
  const double builds_before_ = pipeline_.build_seconds();
  CampaignResult result_;
  std::vector<specs::Case> cases_;
  std::vector<Judgement> judgements_;
  Route route_;
  std::uint64_t cases_done_ = 0;
  std::map<std::tuple<const specs::Spec*, Verdict, std::string>, unsigned> shrunk_;
};

}  // namespace

double CampaignResult::rate() const {
  const double working = seconds - build_seconds - investigation_seconds;
  return working > 0 ? static_cast<double>(tally.total()) / working : 0;
}

int exit_code(const CampaignResult& result) {
  const int code = exit_code(result.tally);
  return code == 0 && result.unjudged > 0 ? 3 : code;
}

CampaignResult run_campaign(Pipeline& pipeline, const CampaignOptions& options,
                            const CampaignListener& listener) {
  return Campaign(pipeline, options, listener).run();
}

}  // namespace assay::conformance
