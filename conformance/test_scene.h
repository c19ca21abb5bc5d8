#pragma once

#include <vector>

#include "opencl/launch.h"
#include "ops/permitted.h"
#include "specs/case.h"
#include "specs/fill.h"

namespace assay::conformance::testing {

/// A case's problem, its permitted sets, and an outcome that is right until changed: no device has
/// a part in it.
struct Scene {
  explicit Scene(const specs::Case& c) {
    specs::fill(c, problem);
    ask(ops::oracle_of(c.spec->name()), problem, {}, permitted);
    const std::size_t places = problem.descriptor.tensors.size();
    memory.resize(places);
    for (std::size_t p = 0; p < places; ++p) {
      memory[p].resize(total_bytes(problem.descriptor.tensors[p]));
      if (!permitted.tensors[p].bytes.empty())
        unpack(problem.descriptor.tensors[p], permitted.tensors[p].bytes, memory[p]);
    }
    outcome.tensor_count = places;
    for (const auto& m : memory) outcome.memories.push_back(m);
  }

  ops::Problem problem;
  ops::Permitted permitted;
  std::vector<ops::Bytes> memory;
  opencl::BatchOutcome outcome;
};

}  // namespace assay::conformance::testing
