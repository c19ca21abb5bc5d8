#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "conformance/plan/telling_draws.h"
#include "conformance/route/kernel_library.h"
#include "conformance/route/knobs.h"

namespace assay::conformance {

/// What an operator's specification makes possible: the pairs of knob values that valid cases can
/// have, the edges of rules at which they can be, and the turning points that they can have
/// (turning_goals.h). Each has a case as its witness. The goals are found by drawing many cases
/// from a fixed seed, so they are the same on any machine.
class Goals {
 public:
  /// Thrown by the constructor where nobody waits for it any more.
  struct GivenUp {};

  /// `telling`, if not null, are the telling draws of the spec's drawn_text_of(). Where they do not
  /// show what they are to show, all draws are made. Throws GivenUp soon after `given_up` becomes
  /// true.
  Goals(const specs::Spec& spec, const opencl::KernelFile& kernels, const TellingDraws* telling,
        const std::atomic<bool>& given_up);
  /// The goals of an operator that has those of `like` (origin_of).
  Goals(const Goals& like, const specs::Spec& spec, const opencl::KernelFile& kernels);

  const Knobs& knobs() const { return knobs_; }
  /// For each number of a pair, whether the pair is possible.
  const std::vector<bool>& pairs() const { return pairs_; }
  /// For each goal of turning_goals.h, whether it is possible.
  const std::vector<bool>& turning_points() const { return turning_points_; }
  /// For each rule, bits of specs::Seen.
  const std::vector<std::uint8_t>& edges() const { return edges_; }
  /// For each rule, whether a case was made that breaks this rule and no other.
  const std::vector<bool>& violated() const { return violated_; }

  /// Whether any case or route has the value of the knob.
  bool possible(std::size_t knob, std::size_t value) const {
    return witnesses_[knob][value] != kNone;
  }
  /// A case with a possible pair. It has only those values of the pair that depend on the case; the
  /// route is free.
  specs::Case witness_of_pair(std::size_t i, std::size_t a, std::size_t j, std::size_t b) const;
  specs::Case witness_of_value(std::size_t knob, std::size_t value) const;
  /// `bit`: one of specs::Seen that edges() has.
  specs::Case witness_of_edge(std::size_t rule, std::uint8_t bit) const;
  specs::Case witness_of_turning_point(std::size_t goal) const;
  /// The draws that are witnesses. Goals that are made of these alone are the same.
  const TellingDraws& telling_draws() const { return telling_; }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  specs::Case drawn(std::uint32_t number) const;
  /// Notes what a draw shows; whether some of it is new.
  bool see(const specs::Case& c, std::uint32_t number);
  void make_draws(const std::atomic<bool>& given_up);
  /// Forgets what was seen.
  void restart();
  /// The draws that are witnesses of what the draws have shown.
  TellingDraws witnesses() const;
  bool some_variant_takes(std::size_t knob, std::size_t value) const;
  void add_route_pairs();
  void violate_rules(const std::atomic<bool>& given_up);

  Knobs knobs_;
  std::vector<bool> pairs_, violated_, turning_points_;
  std::vector<std::uint8_t> edges_;
  /// The numbers of the draws that are witnesses: by pair, by knob and value, and by rule and bit.
  std::map<std::size_t, std::uint32_t> pair_witnesses_;
  std::vector<std::vector<std::uint32_t>> witnesses_;
  std::map<std::pair<std::size_t, std::uint8_t>, std::uint32_t> edge_witnesses_;
  /// For each turning point, the draw with the fewest elements that has it.
  struct SmallestDraw {
    std::uint32_t number = kNone;
    std::uint64_t elements = UINT64_MAX;
  };
  std::vector<SmallestDraw> turning_witnesses_;
  TellingDraws telling_;
  std::vector<std::uint8_t> seen_;
  Knobs::Values values_;
  std::vector<std::uint16_t> reached_;
};

/// The part of a spec's text from which the cases that are drawn follow. The telling draws of
/// operators with equal texts are the same.
const std::string& drawn_text_of(const specs::Spec& spec);
/// What the goals of an operator follow from, as text: operators with equal texts have the same
/// goals. Most operators of a family have the text of another one.
std::string origin_of(const specs::Spec& spec, const opencl::KernelFile& kernels);

/// The goals of operators. They are found when they are first asked for, or beforehand in a thread.
class GoalLibrary {
 public:
  explicit GoalLibrary(KernelLibrary& kernels, const KnownDraws& known = KnownDraws::of_program())
      : kernels_(kernels), known_(known) {}
  /// Ends what prepare() began.
  ~GoalLibrary();
  GoalLibrary(const GoalLibrary&) = delete;
  GoalLibrary& operator=(const GoalLibrary&) = delete;
  const Goals& of(const specs::Spec& spec);
  /// Begins to find the goals of operators in another thread.
  void prepare(const std::vector<const specs::Spec*>& operators);
  /// Waits for what prepare() began, and gives whether it was finished. Asks `go_on` again and
  /// again, and ends it once that gives false.
  bool wait(const std::function<bool()>& go_on);
  KernelLibrary& kernels() { return kernels_; }

 private:
  KernelLibrary& kernels_;
  const KnownDraws& known_;
  using Found = std::map<const specs::Spec*, std::unique_ptr<Goals>>;
  /// By origin_of.
  using ByOrigin = std::map<std::string, const Goals*>;
  const Goals& find(const specs::Spec& spec, const opencl::KernelFile& kernels);

  Found goals_;
  ByOrigin by_origin_;
  std::future<void> prepared_;
  std::atomic<bool> given_up_ = false;
};

}  // namespace assay::conformance
