#pragma once

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

/// What came of a case. All from Wrong on are divergences: the driver is wrong.
enum class Verdict : std::uint8_t {
  /// The answer is permitted.
  Pass,
  /// Permitted, but zeros everywhere would have been, too.
  Doubtful,
  /// Not run: the device lacks an optional feature (absent), or the harness could not (short).
  Skip,
  /// The answer is not permitted.
  Wrong,
  /// Wrote outside a tensor, or changed an input.
  Stray,
  /// An OpenCL call failed.
  Refused,
  Crashed,
  Hung,
  /// Fails some of the times that it runs alone.
  Flaky,
  /// A backend created an operator from an invalid descriptor.
  Accepted,
};
constexpr std::size_t kVerdicts = 10;

std::string_view name_of(Verdict verdict);
constexpr bool is_divergence(Verdict v) { return v >= Verdict::Wrong; }

/// Where in a tensor the answer is wrong: as rows of its last dimension, one above the other.
struct Picture {
  ops::List sizes;
  /// Stretches of wrong positions (row-major): the first of each and how many. The first 64 of
  /// them.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> stretches;
  /// A window onto the first wrong element: where it begins, and how wide it is.
  std::uint64_t row = 0, column = 0, columns = 0;
  struct Cell {
    std::string permitted, came;
    bool wrong = false;
  };
  /// Its cells, row by row.
  std::vector<Cell> cells;
};

/// The first element that is not permitted, and how many are not.
struct WrongElement {
  /// The output tensor.
  std::string tensor;
  ops::List coordinates;
  /// What was permitted there, and what came, as values with their bits.
  std::string permitted, came;
  std::uint64_t wrong = 0, of = 0;
  Picture picture;
};

/// A skip's reason: `fp64`, `memory`.
struct SkipReason {
  std::string what;
  /// The harness could not; counts as less tested than asked for.
  bool is_short = false;
};

/// How a worker ended that ran the case.
struct Ending {
  /// The signal that ended it, or 0.
  int signal = 0;
  /// Its exit status, where no signal ended it.
  int status = 0;
  /// Of Hung: the limit in seconds that it overran.
  double limit = 0;
  /// What it was at: `building`, `running`.
  std::string stage;
  /// The last that it wrote to stderr.
  std::string last_words;
};

/// The rule that an accepted descriptor breaks.
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
  /// The descriptor is invalid, and what was asked is that it be refused.
  bool invalid = false;
  /// Of Crashed and Hung.
  std::optional<Ending> ending;
  /// Of Flaky: failed this many of that many times alone, in this way. Where it never failed alone:
  /// once, the run in its batch counted.
  unsigned failures = 0, runs = 0;
  Verdict flaky_as = Verdict::Wrong;
  /// The largest share of a permitted interval that a passing answer used: 0 … 1.
  double headroom = 0;

  /// One line that says where, what was permitted, and what came.
  std::string text() const;
};

/// Whether the process was ended by SIGKILL or SIGTERM, which only others send. Where that does not
/// come each time, it was not the case's doing.
bool was_killed(const Judgement& j);

/// Whether two failures are of one kind: the verdict, and for a stray write what it hit.
bool same_kind(const Judgement& a, const Judgement& b);

}  // namespace assay::conformance
