#include "ops/version.h"

namespace assay::ops {

const char* const kVersion = ASSAY_VERSION;

}  // namespace assay::ops
