// Which check finds which damage.
#include "conformance/verdict/checks.h"

namespace assay::conformance {

bool Checks::heeds(opencl::Damage::What what) const {
  using What = opencl::Damage::What;
  switch (what) {
    case What::GuardBefore:
    case What::GuardAfter:
    case What::ScratchBefore:
    case What::ScratchAfter:
      return !without_.contains("guards");
    case What::InputChanged:
    case What::DescriptorChanged:
      return !without_.contains("inputs");
    case What::PoisonRead:
      return poison();
    case What::ArgumentChanged:
    case What::WrongAnswer:
    case What::WrongCall:
      break;
  }
  return true;
}

}  // namespace assay::conformance
