#pragma once

#include "specs/loader.h"
#include "testing/specs/some_specs.h"

namespace assay::specs::testing {

/// The specs built in, which are loaded once in a process, and never destroyed: other objects that
/// live until its end refer to them.
inline const Catalogue& catalogue() {
  static const Catalogue& c = *new Catalogue();
  return c;
}

}  // namespace assay::specs::testing
