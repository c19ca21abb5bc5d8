#include "specs/described_type.h"

namespace assay::specs {

std::optional<ops::DataType> described_type_named(std::string_view name) {
  for (std::int64_t number = kDescribedTypes.low; number <= kDescribedTypes.high; ++number) {
    const auto type = static_cast<ops::DataType>(number);
    if (name_of(type) == name) return type;
  }
  return std::nullopt;
}

bool is_element_type(ops::DataType type) { return ops::data_type_named(name_of(type)).has_value(); }

}  // namespace assay::specs
