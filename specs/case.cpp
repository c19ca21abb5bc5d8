// This file names the fills and measures cases.
#include "specs/case.h"

#include <array>
#include <limits>

namespace assay::specs {
namespace {

constexpr std::array<std::string_view, kFills> kFillNames{"distinct", "integers", "bits", "special",
                                                          "zeros",    "edges",    "few"};
constexpr std::array<std::string_view, kIndexFills> kIndexFillNames{
    "inside", "edges", "negative", "equal", "permutation", "outside", "duplicates"};

}  // namespace

std::string_view name_of(Fill fill) { return kFillNames[static_cast<std::size_t>(fill)]; }

std::string_view name_of(IndexFill fill) { return kIndexFillNames[static_cast<std::size_t>(fill)]; }

void Case::restart(const Spec& s) {
  spec = &s;
  level = Level::newest();
  descriptor.restart(s.signature);
  fill = Fill::Distinct;
  indices = IndexFill::Inside;
  seed = 0;
  route.clear();
  data.reset();
}

std::uint64_t total_elements(const Case& c) {
  std::uint64_t total = 0;
  for (const ops::TensorDesc& t : c.descriptor.tensors) {
    if (t.absent) continue;
    const auto count = ops::element_count(t.sizes);
    if (!count || __builtin_add_overflow(total, *count, &total))
      return std::numeric_limits<std::uint64_t>::max();
  }
  return total;
}

std::uint64_t total_bytes(const Case& c) {
  std::uint64_t bytes = 0;
  for (const ops::TensorDesc& t : c.descriptor.tensors) bytes += total_bytes(t);
  return bytes;
}

}  // namespace assay::specs
