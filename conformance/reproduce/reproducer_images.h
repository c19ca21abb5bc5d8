#pragma once

#include <string>

#include "conformance/reproduce/reproducer_batch.h"
#include "conformance/reproduce/reproducer_route.h"

namespace assay::conformance {

/// The C functions that make the images of the batch's variant, copy memories to them and back, and
/// release them; an empty text where it takes no images.
std::string images_part(const ReproducerBatch& batch, const RouteCode& code);

}  // namespace assay::conformance
