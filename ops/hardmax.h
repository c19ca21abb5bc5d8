#pragma once

#include <cmath>
#include <limits>

#include "ops/permitted.h"
#include "ops/reduced_axes.h"
#include "ops/words.h"

namespace assay::ops {

/// Permits what HARDMAX makes of InputTensor: in each sequence along axes the first of the largest
/// elements becomes 1, and the others become 0.
///
/// Two zeros may be taken as equal, or −0 as the lesser; a device that flushes denormals may take
/// them for zeros. So each element that is the first of the largest in one of these readings may
/// become 1. A NaN has no place in an order, so with one anything is permitted for its sequence.
class Hardmax {
 public:
  Hardmax(const TensorDesc& tensor, const Bytes& input, const FloatModel& model, const List& axes,
          PermittedTensor& output)
      : type_(tensor.type),
        input_(input),
        flush_(tensor.type == DataType::FLOAT32 && model.flush32),
        output_(output),
        axes_(tensor.sizes, axes) {
    output.zeros_equal = true;
    one_ = type_ == DataType::FLOAT16 ? 0x3c00 : 0x3f800000;
  }

  void permit() {
    std::fill(output_.bytes.begin(), output_.bytes.end(), std::byte{0});
    for (const std::uint64_t first : axes_.starts) permit_sequence(first);
    const auto by_position = [](const auto& a, const auto& b) { return a.position < b.position; };
    std::sort(output_.one_of.begin(), output_.one_of.end(), by_position);
    std::sort(output_.any.begin(), output_.any.end(),
              [](const auto& a, const auto& b) { return a.from < b.from; });
  }

 private:
  void permit_sequence(std::uint64_t first) {
    double largest = -std::numeric_limits<double>::infinity();
    bool has_nan = false;
    for (const std::uint64_t k : axes_.steps) {
      const double x = float_at(type_, input_, first + k);
      has_nan |= std::isnan(x);
      largest = std::max(largest, x);
    }
    if (has_nan) {
      for (const std::uint64_t k : axes_.steps) output_.any.push_back({first + k, first + k + 1});
      return;
    }
    // The first element that equals the largest, and the first that is the largest in an order of
    // bits or among the denormals that are taken for zeros.
    std::vector<std::uint64_t>& found = found_;
    found.clear();
    bool same = false, positive = false;
    const bool small = flush_ && std::abs(largest) < std::numeric_limits<float>::min();
    for (const std::uint64_t k : axes_.steps) {
      const double x = float_at(type_, input_, first + k);
      const bool equal = x == largest,
                 near = small && std::abs(x) < std::numeric_limits<float>::min();
      const bool ahead = equal && !std::signbit(x);
      if ((equal && !same) || (ahead && !positive) || near) found.push_back(first + k);
      same |= equal;
      positive |= ahead;
    }
    if (found.size() == 1) return set_bits(type_, output_.bytes, found[0], one_);
    if (output_.alternatives.empty()) output_.alternatives = {0, one_};
    for (const std::uint64_t position : found) output_.one_of.push_back({position, 0, 2});
  }

  DataType type_;
  const Bytes& input_;
  bool flush_;
  PermittedTensor& output_;
  ReducedAxes axes_;
  std::uint64_t one_;
  std::vector<std::uint64_t> found_;
};

}  // namespace assay::ops
