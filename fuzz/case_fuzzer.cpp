// Runs cases on the device in this process: an input becomes a case, the device's answer is judged,
// and a divergence is a crash. The mutator edits cases, not bytes, so that inputs keep a meaning.
#include <fmt/format.h>

#include <cstring>

#include "fuzz/byte_chooser.h"
#include "fuzz/case_input.h"
#include "fuzz/case_mutator.h"
#include "fuzz/device.h"
#include "fuzz/engine.h"
#include "fuzz/environment.h"
#include "fuzz/finding.h"
#include "fuzz/pair_meter.h"
#include "fuzz/presence.h"
#include "fuzz/programs.h"
#include "fuzz/small_case.h"
#include "ops/stopwatch.h"

using namespace assay;

namespace {

std::size_t write(const conformance::Routed& r, std::uint8_t* data, std::size_t capacity) {
  const std::string line = fuzz::encode(r);
  if (line.size() > capacity) return 0;
  std::memcpy(data, line.data(), line.size());
  return line.size();
}

/// Changes one choice in an input of bytes to another choice of the same kind. Returns the input's
/// size, or 0 if there is no choice.
std::size_t change_choice(std::uint8_t* data, std::size_t size, specs::Chooser& chooser) {
  fuzz::ByteChooser problem(fuzz::problem_bytes({data, size}));
  fuzz::draw_small(problem);
  if (problem.choices().empty()) return 0;
  const fuzz::Choice& choice = problem.choices()[chooser.below(problem.choices().size())];
  const std::uint64_t value = chooser.below(choice.n);
  for (std::size_t i = 0; i < choice.width; ++i)
    data[choice.at + i] = static_cast<std::uint8_t>(value >> (8 * i));
  return size;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  fuzz::begin_process();
  fuzz::pipeline();
  fuzz::catalogue();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::InInput running;
  static fuzz::PairMeter meter;
  const auto r = fuzz::decode({data, size});
  if (!r) return -1;
  static const bool print = !fuzz::setting("ASSAY_FUZZ_PRINT").empty();
  if (print) {
    // The line is printed before the run, because the driver may crash in the run.
    fmt::print("{}\n", fuzz::encode(*r));
    std::fflush(stdout);
  }
  ops::Stopwatch watch;
  const conformance::Judgement j = fuzz::pipeline().run_alone(r->c, r->route);
  fuzz::programs().ran(*r, watch.lap());
  meter.count(*r);
  fuzz::judged(*r, j);
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t capacity, unsigned seed) {
  specs::SeededChooser chooser(seed);
  // For comparisons, cases are drawn at random instead of being mutated.
  static const bool draws = fuzz::setting("ASSAY_FUZZ_DRAW") == "1";
  if (draws) return write(fuzz::drawn(chooser), data, capacity);
  if (size > 0 && !fuzz::line_of_input({data, size}) && chooser.below(2))
    if (const std::size_t changed = change_choice(data, size, chooser)) return changed;
  const auto r = fuzz::decode({data, size});
  return write(r ? fuzz::mutated(*r, chooser) : *fuzz::decode({}), data, capacity);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* a, std::size_t a_size,
                                                 const std::uint8_t* b, std::size_t b_size,
                                                 std::uint8_t* out, std::size_t capacity,
                                                 unsigned seed) {
  specs::SeededChooser chooser(seed);
  const auto left = fuzz::decode({a, a_size}), right = fuzz::decode({b, b_size});
  if (!left || !right) return 0;
  return write(fuzz::crossed(*left, *right, chooser), out, capacity);
}
