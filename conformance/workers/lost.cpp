#include "conformance/workers/lost.h"

namespace assay::conformance {

Judgement judgement_of(const Lost& lost) {
  if (lost.cut_off) return cut_off();
  Judgement j;
  j.verdict = lost.ending.limit > 0 ? Verdict::Hung : Verdict::Crashed;
  j.ending = lost.ending;
  return j;
}

}  // namespace assay::conformance
