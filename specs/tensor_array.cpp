#include "specs/tensor_array.h"

namespace assay::specs {

void cut_to_capacity(const ops::Member& array, ops::Descriptor& descriptor) {
  const auto capacity = static_cast<std::int64_t>(array.capacity);
  const bool would_be_right = descriptor.values[array.count_place][0] == capacity;
  descriptor.set_tensors_of(array, array.capacity - (would_be_right ? 1 : 0));
}

}  // namespace assay::specs
