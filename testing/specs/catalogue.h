#pragma once

#include "specs/loader.h"
#include "testing/specs/some_specs.h"

namespace assay::specs::testing {

/// The specs built in, which are loaded once.
inline const Catalogue& catalogue() {
  static const Catalogue c;
  return c;
}

}  // namespace assay::specs::testing
