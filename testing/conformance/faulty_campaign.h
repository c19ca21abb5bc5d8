#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conformance/findings/finding.h"
#include "conformance/findings/properties.h"
#include "conformance/plan/campaign_options.h"
#include "conformance/route/kernel_library.h"
#include "conformance/route/route.h"
#include "opencl/device/device.h"
#include "specs/case.h"

namespace assay::conformance::testing {

/// A campaign whose cases are drawn, and fail by a rule: no device runs them.
class FaultyCampaign {
 public:
  using Texts = std::set<std::string>;
  /// How a case fails whose properties have these texts; empty where it passes.
  using Fault = std::function<std::string(const Texts&)>;
  /// Of a fault that sees the case itself, whether it shows.
  using OfCase = std::function<bool(const specs::Case&, const Route&)>;

  /// Draws so many batches of the operators, a share of them with shapes, and judges them by
  /// `fault`, or by `of_case` where that is given.
  FaultyCampaign(std::vector<const char*> operators, std::uint64_t batches, Fault fault,
                 double shapes = 0, OfCase of_case = {},
                 std::uint64_t seed = CampaignOptions().seed);

  /// The findings of what failed.
  std::vector<Finding> findings(bool with_fresh_cases);

  const std::vector<FailedCase>& failed() const { return failed_; }

  /// Draws up to `count` cases that meet the conditions of a finding, of its operators in turn.
  /// Gives how many there are, and how many of them fail.
  std::pair<std::size_t, std::size_t> fresh_under(const Finding& f, std::size_t count);

  /// Shrinks the routes of all failures, as a run does with the first of each kind.
  void shrink();

  /// From now on the cases of this batch that did not fail count as not judged.
  void cut_off(std::uint64_t batch) { skipped_.insert(batch); }
  /// From now on there is no time to look for causes.
  void give_no_time() { give_time_for(0); }
  /// From now on the time is over once so many fresh cases have run.
  void give_time_for(std::size_t runs) {
    runs_ = 0;
    go_on_ = [this, runs] { return runs_ < runs; };
  }

 private:
  std::string judge(const specs::Case& c, const Route& route);

  KernelLibrary library_;
  Properties properties_;
  Fault fault_;
  OfCase of_case_;
  CampaignOptions options_;
  opencl::DeviceInfo device_;
  std::uint64_t batches_ = 0;
  std::vector<FailedCase> failed_;
  std::set<std::uint64_t> skipped_;
  std::function<bool()> go_on_;
  /// How many fresh cases have run.
  std::size_t runs_ = 0;
};

}  // namespace assay::conformance::testing
