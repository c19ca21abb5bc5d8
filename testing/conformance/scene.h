#pragma once

#include <cmath>
#include <vector>

#include "opencl/launch/launch.h"
#include "ops/permitted.h"
#include "specs/case.h"
#include "specs/element_json.h"
#include "specs/fill.h"

namespace assay::conformance::testing {

/// The problem of a case, its permitted answers, and an outcome that is right until a test changes
/// it. No device is used.
struct Scene {
  explicit Scene(const specs::Case& c) {
    specs::fill(c, problem);
    ask(ops::oracle_of(c.spec->signature), problem, {}, permitted);
    const std::size_t places = problem.descriptor.tensors.size();
    memory.resize(places);
    for (std::size_t p = 0; p < places; ++p) {
      memory[p].resize(total_bytes(problem.descriptor.tensors[p]));
      if (!permitted.tensors[p].bytes.empty())
        unpack(problem.descriptor.tensors[p], answer_of(permitted.tensors[p]), memory[p]);
    }
    outcome.tensor_count = places;
    for (const auto& m : memory) outcome.memories.push_back(m);
  }

  /// A right answer. Where intervals are permitted, it takes their middles; where no finite value
  /// is permitted, NaN or an infinity.
  static ops::Bytes answer_of(const ops::PermittedTensor& p) {
    ops::Bytes answer = p.bytes;
    for (std::uint64_t i = 0; i < p.low.size(); ++i) {
      const double value = p.low[i] <= p.high[i] ? p.low_value(i) / 2 + p.high_value(i) / 2
                           : p.also[i] & ops::PermittedTensor::kNan          ? NAN
                           : p.also[i] & ops::PermittedTensor::kPlusInfinity ? INFINITY
                                                                             : -INFINITY;
      set_bits(p.type, answer, i, specs::float_bits(p.type, value));
    }
    return answer;
  }

  ops::Problem problem;
  ops::Permitted permitted;
  std::vector<ops::Bytes> memory;
  opencl::BatchOutcome outcome;
};

}  // namespace assay::conformance::testing
