// An oracle is found by name in the table that the build writes, with one row for each file in
// ops/oracles.
#include <string_view>
#include <utility>

#include "ops/permitted.h"
#include "oracle_table.inc"

namespace assay::ops {

Oracle oracle_of(std::string_view operator_name) {
  for (const auto& [name, oracle] : kOracles)
    if (name == operator_name) return oracle;
  return nullptr;
}

}  // namespace assay::ops
