#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "conformance/run/runner.h"
#include "specs/case_text.h"
#include "testing/conformance/device.h"

namespace assay::conformance::testing {

using specs::Case;

/// Runs no case: a case fails if `fails` says so, which gets the batch and the index of the case in
/// it.
class FakeRunner : public Runner {
 public:
  using Fails = std::function<bool(std::span<const Case>, std::size_t)>;
  explicit FakeRunner(Fails fails) : fails_(std::move(fails)) {}

  const opencl::DeviceInfo& device() const override { return device_; }
  std::vector<std::string> variants(const specs::Spec&,
                                    const std::vector<ops::DataType>&) override {
    return {"first", "second"};
  }
  std::span<const Judgement> run(std::span<const Case> cases, const Route& route) override {
    ++runs;
    last_variant = route.variant;
    judgements_.assign(cases.size(), Judgement{});
    if (left == 0) judgements_.assign(cases.size(), cut_off());
    if (left == 0) return judgements_;
    --left;
    for (std::size_t i = 0; i < cases.size(); ++i)
      if (fails_(cases, i)) judgements_[i].verdict = verdict;
    return judgements_;
  }

  unsigned runs = 0;
  /// How many runs are left before all others are cut off.
  unsigned left = 1000000;
  /// The verdict of cases that fail.
  Verdict verdict = Verdict::Wrong;
  std::string last_variant;

 private:
  Fails fails_;
  opencl::DeviceInfo device_;
  std::vector<Judgement> judgements_;
};

/// Cases that differ in their seeds only.
inline std::vector<Case> cases_with_seeds(std::uint64_t count) {
  const Case c = specs::parse_case(
      "cumulative_summation:level=6_4:InputTensor=INT32.9:OutputTensor=INT32.9:Axis=0:"
      "AxisDirection=INCREASING:HasExclusiveSum=false",
      catalogue());
  std::vector<Case> cases(count, c);
  for (std::uint64_t i = 0; i < count; ++i) cases[i].seed = i;
  return cases;
}

}  // namespace assay::conformance::testing
