// output = Σ input · weight + bias over the products that meet at an element
//
// FORWARD, the window stands at each element of the output and covers elements of the input;
// BACKWARD, it stands at each element of the input and covers elements of the output.
//
// The sum is that of sum_interval.h. Of n products and the bias, each goes through at most n + 1
// roundings, in any order, fused or not: it is within (n + 1)·2^-24 of the sum of their magnitudes,
// and exact where nothing rounds. FLOAT16 is computed in FLOAT32, and rounded once more; where the
// arithmetic is free or in halves, the accumulator may be a FLOAT16. Where a weight that is not
// finite meets no element of the input, its product with padding may be NaN. What BACKWARD has in
// the output padding counts, or zeros stand there.
#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "ops/arithmetic/sum_interval.h"
#include "ops/float_elements.h"
#include "ops/interval_writer.h"
#include "ops/sliding_window.h"

namespace assay::ops::oracles {
namespace {

/// A tensor of images.
struct Images {
  List spatial;
  std::uint64_t batches, channels, channel_size;

  explicit Images(const TensorDesc& t)
      : batches(static_cast<std::uint64_t>(t.sizes[0])),
        channels(static_cast<std::uint64_t>(t.sizes[1])) {
    for (std::size_t d = 2; d < t.sizes.size(); ++d) spatial.push_back(t.sizes[d]);
    channel_size = *element_count(spatial);
  }
};

class Convolution {
 public:
  Convolution(const Problem& problem, const SumModel& model)
      : problem_(problem),
        backward_(problem.is("Direction", "BACKWARD")),
        placed_(problem.tensor(backward_ ? "InputTensor" : "OutputTensor")),
        covered_(problem.tensor(backward_ ? "OutputTensor" : "InputTensor")),
        window_(problem.tensor("FilterTensor")),
        input_(float_elements(problem, "InputTensor")),
        filter_(float_elements(problem, "FilterTensor")),
        sums_(elements_of(problem.tensor("OutputTensor")), IntervalSum(model)),
        has_unusual_(!std::ranges::all_of(filter_, [](float x) { return std::isfinite(x); })),
        unusual_(has_unusual_ ? sums_.size() : 0) {
    // A convolution takes the weights of a window from the last one on.
    if (problem_.is("Mode", "CONVOLUTION"))
      for (auto line = filter_.begin(); line != filter_.end();
           line += static_cast<std::ptrdiff_t>(window_.channel_size))
        std::reverse(line, line + static_cast<std::ptrdiff_t>(window_.channel_size));
    add_products();
  }

  void write(IntervalWriter& writer) {
    const Images& output = backward_ ? covered_ : placed_;
    std::vector<float> bias(output.channels, 0.f);
    if (problem_.present("BiasTensor")) bias = float_elements(problem_, "BiasTensor");
    const std::vector<std::uint32_t> unusual = unusual_weights();
    for (std::uint64_t i = 0; i < sums_.size(); ++i) {
      const std::uint64_t channel = i / output.channel_size % output.channels;
      sums_[i].add(bias[channel]);
      Interval all = sums_[i].result();
      const double exact = sums_[i].high();
      if (has_unusual_ && unusual_[i] < unusual[channel]) all.add(Interval::nan());
      if (backward_ && is_output_padding(i % output.channel_size))
        all.add(Interval::of(bias[channel]));
      writer.write(i, all, std::isfinite(exact) ? exact : NAN);
    }
  }

 private:
  /// Numbers of weights within the window, and what each covers, counted within a channel.
  using Covered = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

  void add_products() {
    List places = placed_.spatial;
    const List steps = packed_strides(places);
    for (std::size_t d = 0; !backward_ && d < places.size(); ++d)
      places[d] -= problem_.list("OutputPadding")[d];
    const SlidingWindow sliding(problem_.tensor(backward_ ? "OutputTensor" : "InputTensor").sizes,
                                places, window_.spatial, problem_.list("Strides"),
                                problem_.list("Dilations"), problem_.list("StartPadding"));
    Covered elements;
    sliding.each_place([&](const List& place) {
      std::int64_t number = 0;
      for (std::size_t d = 0; d < place.size(); ++d) number += place[d] * steps[d];
      elements.clear();
      sliding.each(
          place, [&](std::uint64_t k, std::uint64_t offset) { elements.emplace_back(k, offset); });
      const auto at = static_cast<std::uint64_t>(number);
      backward_ ? spread_products_of(at, elements) : gather_products_at(at, elements);
    });
  }

  /// Adds to each element of the output at this place what its window covers.
  void gather_products_at(std::uint64_t place, const Covered& elements) {
    const std::uint64_t of_group = placed_.channels / groups();
    for (std::uint64_t batch = 0; batch < placed_.batches; ++batch)
      for (std::uint64_t group = 0; group < groups(); ++group) {
        inputs_.clear();
        for (std::uint64_t j = 0; j < window_.channels; ++j) {
          const std::uint64_t channel = batch * covered_.channels + group * window_.channels + j;
          for (const auto& [k, offset] : elements)
            inputs_.push_back(input_[channel * covered_.channel_size + offset]);
        }
        for (std::uint64_t c = group * of_group; c < (group + 1) * of_group; ++c) {
          const std::uint64_t to = (batch * placed_.channels + c) * placed_.channel_size + place;
          const std::span<const float> weights = weights_of(c, elements);
          sums_[to].add_products(inputs_, weights);
          if (has_unusual_)
            unusual_[to] += static_cast<std::uint32_t>(
                std::ranges::count_if(weights, [](float x) { return !std::isfinite(x); }));
        }
      }
  }

  /// The weights of a channel of the output for these elements of the window, of one channel of the
  /// window behind the other.
  std::span<const float> weights_of(std::uint64_t channel, const Covered& elements) {
    const std::uint64_t size = window_.channel_size, first = channel * window_.channels * size;
    if (elements.size() == size) return std::span(filter_).subspan(first, window_.channels * size);
    weights_.clear();
    for (std::uint64_t j = 0; j < window_.channels; ++j)
      for (const auto& [k, offset] : elements) weights_.push_back(filter_[first + j * size + k]);
    return weights_;
  }

  /// Adds the products of each element of the input at this place to what its window covers.
  void spread_products_of(std::uint64_t place, const Covered& elements) {
    for (std::uint64_t batch = 0; batch < placed_.batches; ++batch)
      each_filter([&](std::uint64_t channel, std::uint64_t other, std::uint64_t first) {
        const float x = input_[(batch * placed_.channels + channel) * placed_.channel_size + place];
        for (const auto& [k, offset] : elements) {
          const std::uint64_t to =
              (batch * covered_.channels + other) * covered_.channel_size + offset;
          sums_[to].add_product(x, filter_[first + k]);
          if (has_unusual_ && !std::isfinite(filter_[first + k])) ++unusual_[to];
        }
      });
  }

  std::uint64_t groups() const { return static_cast<std::uint64_t>(problem_.value("GroupCount")); }

  /// Calls f(channel, covered channel, first weight) for each pair of channels of a group.
  template <class F>
  void each_filter(const F& f) const {
    for (std::uint64_t c = 0; c < placed_.channels; ++c)
      for (std::uint64_t j = 0; j < window_.channels; ++j)
        f(c, c / (placed_.channels / groups()) * window_.channels + j,
          (c * window_.channels + j) * window_.channel_size);
  }

  /// How many weights of each channel of the output are not finite.
  std::vector<std::uint32_t> unusual_weights() const {
    std::vector<std::uint32_t> counts((backward_ ? covered_ : placed_).channels, 0);
    each_filter([&](std::uint64_t channel, std::uint64_t other, std::uint64_t first) {
      for (std::uint64_t k = 0; k < window_.channel_size; ++k)
        counts[backward_ ? other : channel] += !std::isfinite(filter_[first + k]);
    });
    return counts;
  }

  bool is_output_padding(std::uint64_t i) const {
    const List& padding = problem_.list("OutputPadding");
    for (std::size_t d = padding.size(); d-- > 0;) {
      const auto size = static_cast<std::uint64_t>(covered_.spatial[d]);
      if (i % size + static_cast<std::uint64_t>(padding[d]) >= size) return true;
      i /= size;
    }
    return false;
  }

  const Problem& problem_;
  bool backward_;
  /// The tensor in which the window stands, the one that it covers, and the filter.
  Images placed_, covered_, window_;
  std::vector<float> input_, filter_;
  std::vector<IntervalSum> sums_;
  /// The elements that a window covers, and their weights.
  std::vector<float> inputs_, weights_;
  /// Whether some weight is not finite, and then how many such weights each sum has.
  bool has_unusual_;
  std::vector<std::uint32_t> unusual_;
};

}  // namespace

void convolution(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  output.zeros_equal = true;
  IntervalWriter writer(output, problem, model);
  Convolution(problem, model.sums(output.type)).write(writer);
}

}  // namespace assay::ops::oracles
