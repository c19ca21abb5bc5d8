// The oracles by name, from the table that the build writes: one row a file in ops/oracles.
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
