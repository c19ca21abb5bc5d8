#pragma once

namespace assay::ops {

/// The version of assay, such as `0.13.0`, by semantic versioning.
const char* version();

}  // namespace assay::ops
