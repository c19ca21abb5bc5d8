// A sequence is sorted once, with equal elements in the order of their indices. What is permitted
// at a rank then follows from the class of equal elements that it lies in.
#include "ops/top_k.h"

#include <algorithm>
#include <numeric>

#include "ops/axis_view.h"
#include "ops/order_key.h"

namespace assay::ops {
namespace {

/// A sequence along the axis, sorted.
class Sorted {
 public:
  Sorted(DataType type, std::vector<std::uint64_t> elements, bool greatest, bool flush)
      : elements_(std::move(elements)), keys_(elements_.size()), order_(elements_.size()) {
    const ZeroOrder zeros = flush ? ZeroOrder::Flushed : ZeroOrder::Equal;
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      unknown_ |= is_nan(type, elements_[i]);
      keys_[i] = order_key(type, elements_[i], zeros);
      // Where -0 and +0, or denormals that are flushed, are equal only perhaps, their order is not
      // known.
      if (is_float(type) && keys_[i] == 0) near_zero_.push_back(elements_[i]);
      if (!greatest) keys_[i] = ~keys_[i];
    }
    std::iota(order_.begin(), order_.end(), 0);
    std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
      return keys_[a] != keys_[b] ? keys_[a] > keys_[b] : a < b;
    });
    std::sort(near_zero_.begin(), near_zero_.end());
    near_zero_.erase(std::unique(near_zero_.begin(), near_zero_.end()), near_zero_.end());
    zero_key_ = greatest ? 0 : ~std::int64_t{0};
  }

  /// Whether the sequence holds a NaN.
  bool is_unknown() const { return unknown_; }

  /// The permitted values and indices at a rank, of which `count` are taken.
  std::vector<std::uint64_t> values(std::size_t rank) const {
    const bool several = keys_[order_[rank]] == zero_key_ && near_zero_.size() > 1;
    return several ? near_zero_ : std::vector{elements_[order_[rank]]};
  }
  std::vector<std::uint64_t> indices(std::size_t rank, std::size_t count) const {
    const std::int64_t key = keys_[order_[rank]];
    std::size_t begin = rank, end = rank + 1;
    while (begin > 0 && keys_[order_[begin - 1]] == key) --begin;
    while (end < order_.size() && keys_[order_[end]] == key) ++end;
    std::size_t first = rank, last = rank;
    if (key == zero_key_ && near_zero_.size() > 1) {
      first = begin;
      last = end - 1;
    } else if (end > count) {
      // Of the class, `end - count` elements are left out.
      last = rank + (end - count);
    }
    return {order_.begin() + static_cast<std::ptrdiff_t>(first),
            order_.begin() + static_cast<std::ptrdiff_t>(last + 1)};
  }

 private:
  std::vector<std::uint64_t> elements_, near_zero_;
  std::vector<std::int64_t> keys_;
  std::vector<std::size_t> order_;
  std::int64_t zero_key_ = 0;
  bool unknown_ = false;
};

void permit(PermittedTensor& out, std::uint64_t position, const std::vector<std::uint64_t>& bits) {
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
  const bool flush = model.flush32 && input.type == DataType::FLOAT32;
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
      sequences.emplace_back(input.type, std::move(elements), greatest, flush);
    }
    for (std::size_t rank = 0; rank < count; ++rank)
      for (const Sorted& sequence : sequences) {
        if (sequence.is_unknown()) {
          permit_anything(values, position);
          permit_anything(indices, position);
        } else {
          permit(values, position, sequence.values(rank));
          permit(indices, position, sequence.indices(rank, count));
        }
        ++position;
      }
  }
}

}  // namespace assay::ops
