// OpenCL calls in drawn orders. There are up to four cases at a time, each with its own buffers and
// kernels, and their calls are mixed over several queues that are replaced now and then. The oracle
// decides whether answers are right. An input is bytes: first those of the cases, then every choice
// of what to call next.
#include <cstdlib>

#include "fuzz/byte_chooser.h"
#include "fuzz/call_sequence.h"
#include "fuzz/case_input.h"
#include "fuzz/device.h"
#include "fuzz/engine.h"
#include "fuzz/environment.h"
#include "fuzz/finding.h"
#include "fuzz/presence.h"
#include "fuzz/small_case.h"

using namespace assay;

namespace {

fuzz::CallSetting& setting() {
  // This device has a context of its own, separate from the pipeline's.
  static auto* device = new opencl::Device(fuzz::open_device());
  static auto* one = new fuzz::CallSetting(*device);
  return *one;
}

std::optional<conformance::Routed> drawn(specs::Chooser& chooser) {
  conformance::Routed r{fuzz::draw_small(chooser), {}};
  const auto offered = fuzz::pipeline().offered(*r.c.spec, conformance::types_of(r.c.descriptor));
  if (offered.empty()) return std::nullopt;
  r.route.variant = offered[chooser.below(offered.size())]->name;
  return r;
}

void run(std::vector<fuzz::CallSequence>& sequences, specs::Chooser& chooser) {
  std::vector<std::size_t> running(sequences.size());
  for (std::size_t i = 0; i < running.size(); ++i) running[i] = i;
  while (!running.empty()) {
    const std::size_t pick = chooser.below(running.size());
    if (!sequences[running[pick]].step())
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(pick));
  }
  for (fuzz::CallSequence& s : sequences) fuzz::judged(s.routed(), s.judged());
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  fuzz::begin_process();
  // PoCL's device `basic` cannot wait for events (see make_runnable).
  ::setenv("POCL_DEVICES", "pthread", /*overwrite=*/0);
  fuzz::pipeline();
  setting();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::InInput running;
  constexpr std::uint64_t kMostCases = 4;
  fuzz::ByteChooser chooser({data, size});
  std::vector<fuzz::CallSequence> sequences;
  for (std::uint64_t n = 1 + chooser.below(kMostCases); n > 0; --n)
    if (const auto r = drawn(chooser)) sequences.emplace_back(setting(), *r, chooser);
  try {
    run(sequences, chooser);
  } catch (const opencl::CallFailure& failure) {
    conformance::Judgement j;
    j.verdict = conformance::Verdict::Refused;
    j.refused = failure;
    fuzz::judged(sequences[0].routed(), j);
  }
  return 0;
}
