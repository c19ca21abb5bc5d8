// This file handles strides, bytes, alignments and fills. Their rules are no sets of independent
// entries. So drawing makes only valid ones, and repairing raises those that are too low.
#include "specs/dressing.h"

#include <algorithm>
#include <bit>

#include "specs/fill_shares.h"
#include "specs/pick.h"

namespace assay::specs {
namespace {

using ops::List;
using ops::TensorDesc;

using Order = ops::InlineList<std::size_t, ops::kMaxEntries>;

Order by_stride(const List& sizes, const List& strides) {
  Order order;
  for (std::size_t i = sizes.size(); i-- > 0;)
    if (sizes[i] > 1) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return strides[a] != strides[b] ? strides[a] < strides[b] : a > b;
  });
  return order;
}

/// Strides that lay the dimensions out in `order`, innermost first, with up to `padding` unused
/// elements after each. With padding, a stride is sometimes a number that compilers know.
List lay_out(const List& sizes, const Order& order, Chooser& chooser, std::uint64_t padding) {
  constexpr std::int64_t kMostRounded = std::int64_t{1} << 31;
  List strides(sizes.size(), 1);
  std::int64_t next = 1;
  for (std::size_t i : order) {
    strides[i] = next + static_cast<std::int64_t>(padding ? chooser.below(padding + 1) : 0);
    if (padding && next < kMostRounded && chooser.once_in(8))
      strides[i] = next_turning_point(strides[i]);
    next = sizes[i] * strides[i];
  }
  return strides;
}

/// Sets the stride of the outermost dimension of several elements to 2^15 or 2^16, or a neighbour,
/// if that dimension has so few elements that the tensor spans at most `most`. Tensors that are
/// large enough to have such strides otherwise are rare. Gives whether it did.
bool stretch(const List& sizes, const Order& order, List& strides, Chooser& chooser,
             std::uint64_t most) {
  constexpr std::int64_t kMostElements = 3;
  std::size_t n = order.size();
  while (n > 0 && sizes[order[n - 1]] == 1) --n;
  if (n == 0 || sizes[order[n - 1]] > kMostElements) return false;
  std::int64_t& stride = strides[order[n - 1]];
  const std::int64_t longer = (std::int64_t{1} << (15 + chooser.below(2))) - 1 +
                              static_cast<std::int64_t>(chooser.below(3));
  const std::int64_t span = longer * sizes[order[n - 1]];
  if (longer < stride || static_cast<std::uint64_t>(span) > most) return false;
  stride = longer;
  return true;
}

enum class Layout { Packed, Padded, Transposed, Broadcast };

/// How often it is tried to stretch a tensor with strides. A stretched tensor takes up to 2 MiB,
/// which costs as much time as several small cases.
constexpr std::uint64_t kStretchedOnceIn = 192;

void draw_strides(TensorDesc& t, bool is_input, Chooser& chooser, const Limits& limits) {
  constexpr Layout kLayouts[] = {Layout::Packed,     Layout::Packed,   Layout::Packed,
                                 Layout::Packed,     Layout::Packed,   Layout::Padded,
                                 Layout::Transposed, Layout::Broadcast};
  Layout layout = kLayouts[chooser.below(std::size(kLayouts))];
  if (layout == Layout::Packed || t.sizes.empty()) return;
  if (layout == Layout::Broadcast && !is_input) layout = Layout::Padded;
  Order order;
  for (std::size_t i = t.sizes.size(); i-- > 0;) order.push_back(i);
  if (layout == Layout::Transposed)
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[chooser.below(i)]);
  const bool padded = layout == Layout::Padded || chooser.below(2);
  List strides = lay_out(t.sizes, order, chooser, padded ? 3 : 0);
  const bool stretched = chooser.once_in(kStretchedOnceIn) &&
                         stretch(t.sizes, order, strides, chooser, limits.max_elements);
  if (layout == Layout::Broadcast && !stretched)
    for (std::int64_t& s : strides)
      if (chooser.below(2)) s = 0;
  for (std::size_t i = 0; i < strides.size(); ++i)
    if (t.sizes[i] == 1)
      strides[i] = chooser.once_in(2) ? pick_turning_point(chooser, {0, UINT32_MAX})
                                      : static_cast<std::int64_t>(chooser.below(1000));
  TensorDesc strided = t;
  strided.strided = true;
  strided.strides = strides;
  // Padding multiplies over many short dimensions, so the span in memory is limited here.
  const auto span = span_elements(strided);
  const std::uint64_t most = stretched ? limits.max_elements : 4 * *element_count(t.sizes) + 64;
  if (span && *span <= most && *std::max_element(strides.begin(), strides.end()) <= UINT32_MAX)
    t = strided;
}

Fill draw_fill(const Case& c, Chooser& chooser) {
  if (c.spec->signature.formula)
    return draw_fill(fill_shares_of(*c.spec->signature.formula), chooser);
  constexpr std::int64_t kLong = 16;
  if (terms(c) > kLong &&
      c.descriptor.tensors[c.spec->signature.first_tensor()].type == ops::DataType::FLOAT16 &&
      chooser.below(4))
    return draw_fill(FillShares::OfLongSums, chooser);
  return draw_fill(FillShares::Usual, chooser);
}

IndexFill draw_index_fill(const Case& c, Chooser& chooser) {
  const auto fill = static_cast<IndexFill>(chooser.below(kIndexFills));
  return is_possible(c, fill) ? fill : IndexFill::Inside;
}

std::uint32_t repaired_alignment(std::uint32_t wanted, ops::DataType type) {
  if (wanted == 0) return 0;
  const std::uint32_t least = static_cast<std::uint32_t>(size_of(type));
  constexpr std::uint32_t kMost = std::uint32_t{1} << 31;
  return wanted >= kMost ? kMost : std::max(least, std::bit_ceil(wanted));
}

}  // namespace

std::int64_t terms(const Case& c) {
  return c.spec->terms ? c.spec->terms->integer(c.descriptor).value_or(1) : 1;
}

List raise_strides(const List& sizes, const List& strides) {
  List raised = strides;
  std::int64_t least = 1, reach = 0;
  for (std::size_t i : by_stride(sizes, strides)) {
    raised[i] = std::max(strides[i], least);
    if (__builtin_mul_overflow(sizes[i] - 1, raised[i], &reach) ||
        __builtin_add_overflow(least, reach, &least))
      least = ops::Set::kHighest;
  }
  return raised;
}

bool is_possible(const Case& c, IndexFill fill) {
  const Spec& spec = *c.spec;
  for (const DataRule& rule : spec.data_rules) {
    const TensorDesc& t = c.descriptor.tensors[spec.signature.members[rule.member].place];
    switch (fill) {
      case IndexFill::Negative:
        if (rule.negative && c.level >= rule.from && is_signed(t.type)) return true;
        break;
      case IndexFill::Outside:
        if (rule.otherwise == DataRule::Otherwise::Defined && rule.in) return true;
        if (rule.otherwise == DataRule::Otherwise::AnyOf && rule.in &&
            !c.descriptor.tensor(rule.any_of).strided)
          return true;
        break;
      case IndexFill::Duplicates:
        if (rule.distinct && rule.otherwise == DataRule::Otherwise::OneOf) return true;
        break;
      default:
        return true;
    }
  }
  return fill == IndexFill::Inside;
}

void draw_dressing(Case& c, Chooser& chooser, const Limits& limits) {
  c.descriptor.each_tensor([&](const ops::Member& m, std::size_t place) {
    TensorDesc& t = c.descriptor.tensors[place];
    draw_strides(t, m.kind == ops::Kind::Input, chooser, limits);
    if (chooser.once_in(8)) t.bytes = *minimum_bytes(t) + chooser.below(65);
    if (chooser.once_in(8))
      t.alignment = static_cast<std::uint32_t>(size_of(t.type) << chooser.below(6));
  });
  c.fill = draw_fill(c, chooser);
  c.indices = draw_index_fill(c, chooser);
  c.seed = chooser.below(std::uint64_t{1} << 32);
}

void repair_dressing(Case& c, const Case& wanted) {
  c.descriptor.each_tensor([&](const ops::Member& m, std::size_t place) {
    TensorDesc& t = c.descriptor.tensors[place];
    const TensorDesc& w = wanted.descriptor.tensors[place];
    if (w.strided && w.strides.size() == t.sizes.size()) {
      t.strided = true;
      t.strides = w.strides;
      if (m.kind == ops::Kind::Output && overlaps_itself(t))
        t.strides = raise_strides(t.sizes, w.strides);
      const auto high = std::max_element(t.strides.begin(), t.strides.end());
      if ((high != t.strides.end() && *high > UINT32_MAX) || !minimum_bytes(t)) {
        t.strided = false;
        t.strides.clear();
      }
    }
    if (w.bytes) t.bytes = std::max(*w.bytes, *minimum_bytes(t));
    t.alignment = repaired_alignment(w.alignment, t.type);
  });
  c.fill = wanted.fill;
  c.indices = is_possible(c, wanted.indices) ? wanted.indices : IndexFill::Inside;
  c.seed = wanted.seed;
}

}  // namespace assay::specs
