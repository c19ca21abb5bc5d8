// A sequence is sorted by each order that zeros may have. Equal elements stand in the order of
// their indices, so each order has one answer.
#include "ops/top_k.h"

#include <algorithm>
#include <numeric>

#include "ops/axis_view.h"
#include "ops/order_key.h"

namespace assay::ops {
namespace {

/// A sequence along the axis, sorted by each of the orders.
class Sorted {
 public:
  Sorted(DataType type, std::vector<std::uint64_t> elements, bool greatest,
         const std::vector<ZeroOrder>& orders)
      : elements_(std::move(elements)) {
    for (std::uint64_t bits : elements_) unknown_ |= is_nan(type, bits);
    if (unknown_) return;
    std::vector<std::int64_t> keys(elements_.size());
    for (ZeroOrder zeros : orders) {
      for (std::size_t i = 0; i < keys.size(); ++i) {
        keys[i] = order_key(type, elements_[i], zeros);
        if (greatest) keys[i] = ~keys[i];
      }
      std::vector<std::uint64_t> ranks(keys.size());
      std::iota(ranks.begin(), ranks.end(), 0);
      // Of equal elements, the first ones come first.
      std::sort(ranks.begin(), ranks.end(), [&](std::uint64_t a, std::uint64_t b) {
        return std::pair(keys[a], a) < std::pair(keys[b], b);
      });
      if (rankings_.empty() || ranks != rankings_.back()) rankings_.push_back(std::move(ranks));
    }
  }

  /// Whether the sequence holds a NaN.
  bool is_unknown() const { return unknown_; }

  /// The permitted indices at a rank, and the elements there: one of each ranking.
  std::vector<std::uint64_t> indices(std::size_t rank) const {
    std::vector<std::uint64_t> all;
    for (const std::vector<std::uint64_t>& ranking : rankings_) all.push_back(ranking[rank]);
    return all;
  }
  std::vector<std::uint64_t> values(std::size_t rank) const {
    std::vector<std::uint64_t> all = indices(rank);
    for (std::uint64_t& index : all) index = elements_[index];
    return all;
  }

 private:
  std::vector<std::uint64_t> elements_;
  std::vector<std::vector<std::uint64_t>> rankings_;
  bool unknown_ = false;
};

void permit(PermittedTensor& out, std::uint64_t position, std::vector<std::uint64_t> bits) {
  std::sort(bits.begin(), bits.end());
  bits.erase(std::unique(bits.begin(), bits.end()), bits.end());
  if (bits.size() == 1)
    set_bits(out.type, out.bytes, position, bits[0]);
  else
    permit_one_of(out, position, bits);
}

}  // namespace

void permit_top_k(const Problem& problem, const FloatModel& model, bool greatest,
                  Permitted& permitted) {
  const TensorDesc& input = problem.tensor("InputTensor");
  const Bytes& data = problem.input("InputTensor");
  const Signature& signature = *problem.descriptor.signature;
  PermittedTensor& values = permitted.tensor(signature, "OutputValueTensor");
  PermittedTensor& indices = permitted.tensor(signature, "OutputIndexTensor");
  const AxisView view(input.sizes, static_cast<std::size_t>(problem.value("Axis")));
  const auto count = static_cast<std::size_t>(problem.value("K"));
  const std::vector<ZeroOrder> orders = zero_orders(input.type, model);
  std::vector<Sorted> sequences;
  std::uint64_t position = 0;
  for (std::int64_t outer = 0; outer < view.outer; ++outer) {
    sequences.clear();
    for (std::int64_t inner = 0; inner < view.inner; ++inner) {
      std::vector<std::uint64_t> elements;
      for (std::int64_t i = 0; i < view.length; ++i)
        elements.push_back(
            bits_at(input.type, data,
                    static_cast<std::uint64_t>((outer * view.length + i) * view.inner + inner)));
      sequences.emplace_back(input.type, std::move(elements), greatest, orders);
    }
    for (std::size_t rank = 0; rank < count; ++rank)
      for (const Sorted& sequence : sequences) {
        if (sequence.is_unknown()) {
          permit_anything(values, position);
          permit_anything(indices, position);
        } else {
          permit(values, position, sequence.values(rank));
          permit(indices, position, sequence.indices(rank));
        }
        ++position;
      }
  }
}

}  // namespace assay::ops
