// Edits that make extreme and invalid cases.
#include "fuzz/wild_case.h"

#include <algorithm>
#include <array>

#include "specs/facet_walk.h"
#include "specs/rules.h"

namespace assay::fuzz {
namespace {

using ops::TensorDesc;
using specs::Aspect;
using specs::Case;
using specs::Chooser;

std::int64_t extreme(std::int64_t now, Chooser& chooser) {
  constexpr std::array<std::int64_t, 20> kValues{0,
                                                 1,
                                                 2,
                                                 3,
                                                 4,
                                                 8,
                                                 255,
                                                 256,
                                                 65535,
                                                 65536,
                                                 65537,
                                                 1 << 30,
                                                 INT32_MAX,
                                                 INT64_C(1) << 31,
                                                 UINT32_MAX,
                                                 UINT32_MAX - 1,
                                                 UINT32_MAX / 3,
                                                 -1,
                                                 INT32_MIN,
                                                 INT32_MIN + 1};
  switch (chooser.below(6)) {
    case 0:
      return now < INT64_MAX ? now + 1 : now;
    case 1:
      return now > INT64_MIN ? now - 1 : now;
    case 2:
      return static_cast<std::int64_t>(chooser.below(9));
    default:
      return kValues[chooser.below(kValues.size())];
  }
}

void edit_entry(Case& c, const specs::Facet& facet, Chooser& chooser) {
  const std::size_t slot = facet.slots > 1 ? chooser.below(facet.slots) : 0;
  if (!is_there(facet, c, slot)) return;
  const std::size_t count = entry_count(facet, c, slot);
  if (count == 0) return;
  const std::size_t i = chooser.below(count);
  const std::int64_t wanted = extreme(entry(facet, c, i, slot), chooser);
  set_entry(facet, c, i, representable(facet, c).nearest(wanted), slot);
  make_representable(c);
}

void edit_strides(TensorDesc& t, Chooser& chooser) {
  if (!t.strided) {
    t.strided = true;
    t.strides = ops::List(t.sizes.size(), 1);
    // A tensor with a size of 0 has no packed strides, since its other sizes may have any value.
    const std::uint64_t count = element_count(t.sizes).value_or(0);
    if (count > 0 && count <= UINT32_MAX) t.strides = packed_strides(t.sizes);
  }
  switch (chooser.below(8)) {
    case 0:
      t.strided = false;
      t.strides.clear();
      return;
    case 1:
      return t.strides.resize(chooser.below(ops::kMaxEntries + 1), 1);
    default:
      break;
  }
  if (t.strides.empty()) return;
  std::int64_t& stride = t.strides[chooser.below(t.strides.size())];
  stride = std::clamp<std::int64_t>(extreme(stride, chooser), 0, UINT32_MAX);
}

void edit_bytes(TensorDesc& t, Chooser& chooser) {
  const bool measurable = !t.strided || t.strides.size() == t.sizes.size();
  const std::uint64_t least = measurable ? minimum_bytes(t).value_or(UINT64_MAX) : UINT64_MAX;
  switch (chooser.below(6)) {
    case 0:
      t.bytes.reset();
      return;
    case 1:
      t.bytes = least;
      return;
    case 2:
      t.bytes = least - 1;
      return;
    case 3:
      t.bytes = UINT64_MAX - chooser.below(8);
      return;
    case 4:
      t.bytes = std::uint64_t{1} << chooser.below(64);
      return;
    default:
      t.bytes = chooser.below(64);
  }
}

}  // namespace

void edit_wildly(Case& c, Chooser& chooser) {
  // An absent tensor has nothing to edit, so that the first one that is there is taken behind it.
  const auto tensor = [&]() -> TensorDesc& {
    auto& all = c.descriptor.tensors;
    std::size_t place = chooser.below(all.size());
    for (std::size_t k = 0; k < all.size() && all[place].absent; ++k)
      place = (place + 1) % all.size();
    if (!all[place].absent) return all[place];
    static TensorDesc none;
    return none = TensorDesc();
  };
  switch (chooser.below(8)) {
    case 0:
    case 1:
      return edit_strides(tensor(), chooser);
    case 2:
      return edit_bytes(tensor(), chooser);
    case 3:
      tensor().alignment =
          static_cast<std::uint32_t>(std::clamp<std::int64_t>(extreme(64, chooser), 0, UINT32_MAX));
      return;
    case 4:
      c.fill = static_cast<specs::Fill>(chooser.below(specs::kFills));
      c.indices = static_cast<specs::IndexFill>(chooser.below(specs::kIndexFills));
      c.seed = chooser.below(std::uint64_t{1} << 32);
      return;
    default: {
      const specs::Facet& facet = c.spec->facets[chooser.below(c.spec->facets.size())];
      if (facet.aspect != Aspect::Strides && facet.aspect != Aspect::Bytes &&
          facet.aspect != Aspect::Alignment)
        edit_entry(c, facet, chooser);
    }
  }
}

}  // namespace assay::fuzz
