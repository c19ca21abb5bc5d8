// An oracle judges what a kernel may have computed, so it must know what is known of the kernel. A
// variant of ours declares the depth of its sums; nothing is known of other kernels.
#include "conformance/route/arithmetic.h"

#include <fmt/format.h>

#include <algorithm>

#include "specs/dressing.h"

namespace assay::conformance {
namespace {

constexpr std::string_view kInHalf =
    "What is computed in half, the type of FLOAT16, has its limits there.";

bool has_floats(const specs::Case& c) {
  return std::ranges::any_of(c.descriptor.tensors, [](const ops::TensorDesc& t) {
    return !t.absent && ops::is_float(t.type);
  });
}

bool has_halves(const specs::Case& c) {
  return std::ranges::any_of(c.descriptor.tensors, [](const ops::TensorDesc& t) {
    return !t.absent && t.type == ops::DataType::FLOAT16;
  });
}

}  // namespace

ops::FloatModel Arithmetic::with_depth(const specs::Case& c) const {
  ops::FloatModel model = model_;
  if (!has_floats(c)) return model;
  if (const auto depth = variant_->sums->integer(c.descriptor, specs::terms(c)))
    model.depth = static_cast<int>(
        std::clamp<std::int64_t>(*depth, 0, std::int64_t{ops::SumModel::kAnyOrder}));
  return model;
}

std::string Arithmetic::text(const specs::Case& c) const {
  const bool in_half = model_.in_half && has_halves(c);
  if (in_half && !c.spec->terms) return std::string(kInHalf);
  if (!c.spec->terms || !has_floats(c)) return "";
  if (!variant_) return "Sums may be taken in any order, and those of FLOAT16 in FLOAT16.";
  const int depth = of(c).depth;
  return fmt::format("Sums are those of the variant {}: in {}, {}.{}{}", variant_->name,
                     in_half ? "FLOAT16 or a wider type" : "FLOAT32",
                     depth == ops::SumModel::kAnyOrder
                         ? "in any order"
                         : fmt::format("no term going through more than {} additions", depth),
                     in_half ? " " : "", in_half ? kInHalf : "");
}

}  // namespace assay::conformance
