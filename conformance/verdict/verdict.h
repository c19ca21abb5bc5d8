#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opencl/device/call_failure.h"
#include "opencl/launch/launch.h"
#include "ops/list.h"

namespace assay::conformance {

/// What became of a case. Wrong and all verdicts after it are divergences: the driver is at fault.
enum class Verdict : std::uint8_t {
  /// The answer is permitted.
  Pass,
  /// The answer is permitted, but an answer of zeros everywhere would be permitted, too.
  Doubtful,
  /// The case was not judged: the device lacks an optional feature (`absent`), or the harness was
  /// not able to run the case (`short`).
  Skip,
  /// The answer is not permitted.
  Wrong,
  /// The kernel wrote outside a tensor, changed an input or a descriptor, or read memory that
  /// nobody had written; or a scalar argument did not arrive as it was given.
  Stray,
  /// An OpenCL call failed.
  Refused,
  /// The worker process that ran the case ended without an answer.
  Crashed,
  /// The case did not end within the time limit.
  Hung,
  /// The case fails in some runs and passes in others.
  Flaky,
  /// A backend created an operator from an invalid descriptor.
  Accepted,
};
constexpr std::size_t kVerdicts = 10;

std::string_view name_of(Verdict verdict);
constexpr bool is_divergence(Verdict v) { return v >= Verdict::Wrong; }

/// Where in a tensor the answer is wrong. The tensor is seen as rows along its last dimension, one
/// below the other.
struct Picture {
  ops::List sizes;
  /// Stretches of wrong positions (row-major): the first position of each stretch and how many
  /// positions it has. Only the first 64 stretches are kept.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> stretches;
  /// A window around the first wrong element: its first row, its first column, and its width.
  std::uint64_t row = 0, column = 0, columns = 0;
  /// One element: what was permitted there, and what came, as values with their bits.
  struct Cell {
    std::string permitted, came;
    bool wrong = false;
  };
  /// The cells of the window, row by row.
  std::vector<Cell> cells;
};

/// The first element whose value is not permitted, and how many such elements there are.
struct WrongElement {
  /// The output tensor; in an array with its number, as in `OutputTensors[1]`.
  std::string tensor;
  ops::List coordinates;
  /// What was permitted there, and what came, as values with their bits.
  std::string permitted, came;
  /// How many values of the type what came is away from the interval that is permitted. Nothing
  /// where no interval is permitted, or what came is not finite.
  std::optional<std::uint64_t> ulps;
  /// How many elements are wrong, of how many that the tensor has.
  std::uint64_t wrong = 0, of = 0;
  Picture picture;
};

/// Why a case was skipped.
struct SkipReason {
  /// The reason in a few words: `fp64`, `memory`.
  std::string what;
  /// The harness was not able to run the case, so that less was tested than the user asked for.
  bool is_short = false;
  friend auto operator<=>(const SkipReason&, const SkipReason&) = default;
};

/// How the worker process that ran the case ended.
struct Ending {
  /// The signal that ended the process, or 0.
  int signal = 0;
  /// Its exit status, where no signal ended it.
  int status = 0;
  /// For Hung: the time limit in seconds that the case exceeded. Otherwise 0.
  double limit = 0;
  /// What the process was doing: `building`, `running`.
  std::string stage;
  /// The end of what it wrote to stderr.
  std::string last_words;
  /// Whether it was ended because it sent what it was not asked for, as a driver or a backend that
  /// forks does.
  bool answered_wrongly = false;
  /// The error that the worker told in place of a result, where a new worker tells none. A driver
  /// that writes beyond its memory can change whatever the worker holds.
  std::string error = {};
};

/// The rule that a descriptor breaks which a backend accepted.
struct AcceptedRule {
  std::string id, sentence;
};

/// A verdict with its particulars.
struct Judgement {
  Verdict verdict = Verdict::Pass;
  std::optional<WrongElement> wrong;
  std::optional<opencl::Damage> stray;
  std::optional<opencl::CallFailure> refused;
  std::optional<SkipReason> skip;
  std::optional<AcceptedRule> accepted;
  /// The descriptor is invalid, so that the right answer is to refuse it.
  bool invalid = false;
  /// For Crashed and Hung.
  std::optional<Ending> ending;
  /// For Flaky: the case failed in `failures` of `runs` runs, first with the verdict `flaky_as`.
  /// These are runs of the case alone. Where it passed in all of them, the failed run in its batch
  /// is counted, too.
  unsigned failures = 0, runs = 0;
  Verdict flaky_as = Verdict::Wrong;
  /// The local size of the launch, where the device could not have the one that the route asks for.
  std::size_t local_size = 0;
  /// For divergences: the run ended before the failure was seen as often as it should be.
  bool unconfirmed = false;
  /// How much of its permitted interval a passing answer used at most: 0 … 1.
  double headroom = 0;

  /// One line that says where the answer is wrong, what was permitted there, and what came; or how
  /// else the case failed.
  std::string text() const;
};

/// The judgement of a case that was not run to its end because the run was stopped or its budget
/// was over; and whether a judgement is that one.
Judgement cut_off();
bool is_cut_off(const Judgement& j);

/// Whether the worker was ended by SIGKILL or SIGTERM. Only other processes send these, so where
/// this does not happen in every run, the case is not the cause.
bool was_killed(const Judgement& j);

/// A failure that came in `failures` of `runs` runs, as Flaky.
Judgement flaky(const Judgement& failure, unsigned failures, unsigned runs);

/// Whether two failures are alike: they have the same verdict; if it is Crashed, both were killed
/// or neither was; if it is Stray, also the same kind of damage; if it is Refused, the same OpenCL
/// call.
bool same_kind(const Judgement& a, const Judgement& b);

}  // namespace assay::conformance
