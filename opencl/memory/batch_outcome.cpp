#include "opencl/memory/batch_outcome.h"

#include <array>

namespace assay::opencl {

std::string_view name_of(Damage::What what) {
  constexpr std::array<std::string_view, 10> kNames = {
      "guard before",        "guard after",        "input changed",     "scratch guard before",
      "scratch guard after", "descriptor changed", "read of poison by", "argument changed",
      "wrong answer",        "wrong call"};
  return kNames[static_cast<std::size_t>(what)];
}

}  // namespace assay::opencl
