#include "ops/version.h"

namespace assay::ops {

const char* version() { return ASSAY_VERSION; }

}  // namespace assay::ops
