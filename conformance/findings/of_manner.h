#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "conformance/findings/evidence.h"
#include "conformance/findings/finding.h"
#include "conformance/findings/separate.h"

namespace assay::conformance {

/// The manners in which cases fail. A case that is Flaky, or that fails only after another one,
/// passes where it runs alone, so that fresh cases tell nothing of it. What a backend accepts is no
/// valid case, and all cases that pass are. Everything else is Steady.
enum class Manner : std::uint8_t { Steady, Flaky, After, Accepted };

Manner manner_of(const FailedCase& failed);

/// The failures of one manner, and what separates them from the passing cases.
class OfManner {
 public:
  /// `which` are the failures, as indices into `failed`. Both stay with the caller, and so does
  /// `evidence`. With `tries_fresh_cases`, these may change what was found.
  OfManner(const std::vector<FailedCase>& failed, std::vector<std::size_t> which,
           Evidence& evidence, bool tries_fresh_cases);

  /// Separates the failing examples from the passing ones.
  void explain();

  /// Runs failed cases to know which fields of their routes they need, and separates the examples
  /// again, if there is time.
  void find_needed_fields(const TryCase& try_case);

  /// Whether fresh cases may still change what was found.
  bool is_corrected() const { return is_corrected_; }

  /// Corrects what was found by fresh cases, once. In the last round, what was found is only tried.
  void correct(const TryCase& try_case, bool last);

  /// Adds a finding for each separation, with its failing cases, its conditions and its passing
  /// cases. Some may have no failing case, and some may have the same conditions. Gives the
  /// failures that were too many to be looked at and that meet the conditions of none.
  std::vector<std::size_t> add_findings(std::vector<Finding>& findings);
  /// A finding of these failures, of which nothing is known.
  Finding unexplained(std::vector<std::size_t> failing) const;

 private:
  using Ids = std::vector<Properties::Id>;

  /// Takes the passing cases and the failures that are looked at as examples.
  void take_examples();
  /// Puts the failures first that are looked at, and gives how many these are.
  std::size_t put_first();
  /// Leaves all failures in one group without conditions.
  void give_up();
  /// Separates all examples, those first that meet sets of properties that are certain.
  void separate_again();
  /// Whether all cases that met all properties failed, among the examples from this one on, and of
  /// those that missed one property at least half passed, whichever it is.
  bool is_certain(const Ids& all_of, std::size_t from) const;
  bool is_met(const Ids& all_of, const Example& e) const;
  /// The cases of the run that a separation explains, as indices into all failed cases.
  std::vector<std::size_t> failing_of(const Separation& s) const;
  Finding finding_of(const Separation& s) const;
  /// Adds each failure that was not looked at to the first finding whose conditions it meets. Gives
  /// those that meet the conditions of none.
  std::vector<std::size_t> add_others(std::vector<Finding>& findings) const;
  /// Whether fresh cases that have all properties fail much more seldom than those of the run,
  /// where those are left out that have all properties of one of the `others`. A fault that gives
  /// another element often gives the same value, so that many of its cases pass. What few failures
  /// have in common is refuted unless enough fresh cases had it, too.
  bool is_refuted(const Ids& all_of, const std::vector<Ids>& others) const;
  /// Removes the properties of each separation that is refuted, but for those that all of its
  /// failures need; the failures have the others by chance. Counts anew the passing cases that have
  /// all of the properties.
  void drop_refuted();
  /// Whether each failing case of the run that the separation explains is known to need it.
  bool is_needed_by_all(Properties::Id id, const Separation& s) const;

  const std::vector<FailedCase>& failed_;
  std::vector<std::size_t> which_;
  /// How many failures each of those stands for that are looked at.
  std::vector<double> weights_;
  Evidence& evidence_;
  /// The passing cases of the run, then its failed cases, then fresh cases.
  std::vector<Example> examples_;
  std::size_t passing_ = 0, looked_at_ = 0, tried_ = 0;
  std::vector<Separation> separations_;
  /// Sets of properties of which fresh cases left no doubt.
  std::vector<Ids> certain_;
  /// The sets of properties for which fresh cases were run. More of them would tell little.
  std::set<Ids> tried_sets_;
  bool is_corrected_;
};

}  // namespace assay::conformance
