#include "conformance/workers/worker_options.h"

#include <algorithm>

namespace assay::conformance {

void WorkerOptions::keep_within(double budget) {
  const double most = std::max(budget / 2, 30.0);
  timeout = std::min(timeout, most);
  build_timeout = std::min(build_timeout, most);
}

double WorkerOptions::limit(Stage stage) const {
  switch (stage) {
    case Stage::Starting:
    case Stage::Building:
      return build_timeout;
    case Stage::FirstRun:
      return std::max(timeout, build_timeout);
    case Stage::Running:
    case Stage::Refusing:
      return timeout;
    case Stage::Preparing:
    case Stage::Idle:
      break;
  }
  return host_timeout;
}

}  // namespace assay::conformance
