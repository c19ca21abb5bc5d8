// Linear interpolation is continuous, and changes along a dimension by no more than the span of the
// elements that take part for each step of one element. So what is permitted is the exact value,
// and around it:
//   the span times how far the coordinates may be off, added up over the dimensions;
//   and the error of the weighted sum. With F dimensions in which the weights are not 0 and 1,
//   there are 2^F terms, each a product of F weights, of which the half are differences, and an
//   element. Each of these operations errs by at most u times the largest element, since no weight
//   and no sum of weights exceeds 1 by more than that; so do nested interpolations a + f (b - a),
//   of which there are F levels of three operations, one of them on a difference of two elements.
//   Hence (2^F + 5 F + 4) u times the largest magnitude holds for both.
#include "ops/resampling.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ops/arithmetic/float_format.h"
#include "ops/arithmetic/ulp_bounds.h"

namespace assay::ops {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();

/// The largest float that is not above x.
float float_below(double x) { return -float_above(-x); }

std::vector<std::uint64_t> unsigned_strides(const List& sizes) {
  std::vector<std::uint64_t> strides;
  for (const std::int64_t stride : packed_strides(sizes))
    strides.push_back(static_cast<std::uint64_t>(stride));
  return strides;
}

/// Calls f(coordinates) for each element of a tensor, in row-major order.
template <class F>
void each_coordinates(const List& sizes, F&& f) {
  List at(sizes.size(), 0);
  while (true) {
    f(static_cast<const List&>(at));
    std::size_t d = sizes.size();
    while (d > 0 && ++at[d - 1] == sizes[d - 1]) at[--d] = 0;
    if (d == 0) return;
  }
}

/// Calls f(element) for the elements of a packed tensor in a box of coordinates.
template <class F>
void each_in_box(const std::vector<NearestElements>& box, const std::vector<std::uint64_t>& strides,
                 std::size_t d, std::uint64_t before, F& f) {
  if (d == box.size()) return f(before);
  for (std::int64_t k = box[d].first; k <= box[d].last; ++k)
    each_in_box(box, strides, d + 1, before + static_cast<std::uint64_t>(k) * strides[d], f);
}

/// How many elements a box has; more than `most` count as one more.
std::uint64_t box_size(const std::vector<NearestElements>& box, std::uint64_t most) {
  std::uint64_t size = 1;
  for (const NearestElements& along : box) {
    const auto count = static_cast<std::uint64_t>(along.last - along.first + 1);
    if (count > most || (size *= count) > most) return most + 1;
  }
  return size;
}

/// Boxes of more elements than this permit anything.
constexpr std::uint64_t kMostElements = 1024;

/// One element of the output: the elements that take part, and what they permit.
class Interpolation {
 public:
  Interpolation(const TensorDesc& input, const Bytes& data, bool flush)
      : input_(input),
        data_(data),
        flush_(flush),
        strides_(unsigned_strides(input.sizes)),
        rank_(input.sizes.size()),
        box_(rank_),
        lows_(rank_),
        fractions_(rank_) {}

  /// Finds what is permitted at these coordinates; false if that is anything.
  bool find(const std::vector<const SourceCoordinate*>& at) {
    double moved = 0;
    fractional_ = 0;
    for (std::size_t d = 0; d < rank_; ++d) {
      const SourceCoordinate& x = *at[d];
      if (!(x.low > -kUnknown && x.high < kUnknown)) return false;
      const auto end = static_cast<double>(input_.sizes[d] - 1);
      const double low = std::clamp(x.low, 0., end), high = std::clamp(x.high, 0., end),
                   exact = std::clamp(x.exact, 0., end);
      lows_[d] = static_cast<std::int64_t>(std::floor(exact));
      fractions_[d] = exact - std::floor(exact);
      box_[d] = {static_cast<std::int64_t>(std::floor(low)),
                 static_cast<std::int64_t>(std::min(std::floor(high) + 1, end))};
      moved += std::max(high - exact, exact - low);
      fractional_ += low != std::floor(low) || high != low;
    }
    if (box_size(box_, kMostElements) > kMostElements) return false;
    double least = kUnknown, greatest = -kUnknown;
    bool finite = true;
    const auto see = [&](std::uint64_t i) {
      const double v = value(i);
      finite &= std::isfinite(v);
      least = std::min(least, v);
      greatest = std::max(greatest, v);
    };
    each_in_box(box_, strides_, 0, 0, see);
    const double largest = std::max(std::abs(least), std::abs(greatest));
    if (!finite || largest > 0x1p126) return false;
    exact_ = weighted(0, 0);
    if (fractional_ == 0) {
      error_ = 0;
      return true;
    }
    const double terms = std::exp2(fractional_);
    error_ = (moved * (greatest - least) + (terms + 5. * fractional_ + 4) * 0x1p-24 * largest) *
                 (1 + 0x1p-40) +
             8 * terms * (1 + largest) * (flush_ ? 0x1p-126 : 0x1p-149);
    return true;
  }

  double low() const { return exact_ - error_; }
  double high() const { return exact_ + error_; }

 private:
  double value(std::uint64_t i) const {
    return is_float(input_.type) ? float_at(input_.type, data_, i)
                                 : static_cast<double>(integer_at(input_.type, data_, i));
  }

  double weighted(std::size_t d, std::uint64_t before) const {
    if (d == rank_) return value(before);
    const double a = weighted(d + 1, before + static_cast<std::uint64_t>(lows_[d]) * strides_[d]);
    if (fractions_[d] == 0) return a;
    const double b =
        weighted(d + 1, before + static_cast<std::uint64_t>(lows_[d] + 1) * strides_[d]);
    return a * (1 - fractions_[d]) + b * fractions_[d];
  }

  const TensorDesc& input_;
  const Bytes& data_;
  bool flush_;
  std::vector<std::uint64_t> strides_;
  std::size_t rank_;
  std::vector<NearestElements> box_;
  std::vector<std::int64_t> lows_;
  std::vector<double> fractions_;
  int fractional_ = 0;
  double exact_ = 0, error_ = 0;
};

/// Permits the integers on both sides of a range of numbers, as far as the type has them.
void permit_integers(PermittedTensor& output, std::uint64_t position, double low, double high) {
  const bool is_signed_type = is_signed(output.type);
  const double least = is_signed_type ? -128 : 0, most = is_signed_type ? 127 : 255;
  std::vector<std::uint64_t> bits;
  for (double x = std::max(std::floor(low), least); x <= std::min(std::ceil(high), most); ++x)
    bits.push_back(static_cast<std::uint64_t>(static_cast<std::int64_t>(x)) & 0xff);
  std::sort(bits.begin(), bits.end());
  permit_one_of(output, position, bits);
}

/// A double and the error that rounding made: their sum is exact.
struct WithError {
  double value, error;
};

WithError difference_of(double a, double b) {
  const double value = a - b, part = value - a;
  return {value, (a - (value - part)) - (b + part)};
}

/// (at − output offset) / scale − input offset, rounded to a double, and two doubles between which
/// the exact number lies. All are equal where no step is rounded.
SourceCoordinate enclosed(std::int64_t at, double output_offset, double scale,
                          double input_offset) {
  const WithError difference = difference_of(static_cast<double>(at), output_offset);
  const double quotient = difference.value / scale;
  const double rest = (std::fma(-quotient, scale, difference.value) + difference.error) / scale;
  const WithError x = difference_of(quotient, input_offset);
  SourceCoordinate in{x.value, x.value, x.value};
  for (const double error : {rest, x.error}) (error < 0 ? in.low : in.high) += error;
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  // The sums that were just made are rounded, too.
  if (rest < 0 || x.error < 0) in.low = std::nextafter(in.low, -kInfinite);
  if (rest > 0 || x.error > 0) in.high = std::nextafter(in.high, kInfinite);
  return in;
}

}  // namespace

SourceCoordinate source_of(std::int64_t at, float output_offset, float scale, float input_offset,
                           bool flush) {
  const double far = 0x1p60;
  const auto place = static_cast<float>(at);
  const SourceCoordinate in = enclosed(at, output_offset, scale, input_offset);
  const float difference = place - output_offset;
  const double quotient = static_cast<double>(difference) / scale;
  const bool is_known = place == at && std::abs(difference) < far && std::abs(quotient) < far &&
                        std::abs(input_offset) < far && scale > 1 / far && scale < far &&
                        (difference == 0 || std::abs(difference) > 1 / far) &&
                        std::isfinite(in.exact);
  if (!is_known) return {-kUnknown, kUnknown, 0};
  const auto nearest = static_cast<float>(quotient);
  const bool is_exact = static_cast<double>(nearest) * scale == difference;
  const float below = (is_exact ? nearest : float_below(quotient)) - input_offset,
              above = (is_exact ? nearest : float_above(quotient)) - input_offset;
  SourceCoordinate x{std::min<double>(below, in.low), std::max<double>(above, in.high), in.exact};
  const double least_normal = std::numeric_limits<float>::min();
  if (flush && x.low < least_normal && x.high > -least_normal)
    x = {std::min(x.low, 0.), std::max(x.high, 0.), x.exact};
  return x;
}

void permit_nearest(const Problem& problem, const AlongDimensions<NearestElements>& elements,
                    Permitted& permitted) {
  const TensorDesc& input = problem.tensor("InputTensor");
  const Bytes& data = problem.input("InputTensor");
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  const std::vector<std::uint64_t> strides = unsigned_strides(input.sizes);
  std::vector<NearestElements> box(input.sizes.size());
  std::vector<std::uint64_t> bits;
  std::uint64_t position = 0;
  each_coordinates(problem.tensor("OutputTensor").sizes, [&](const List& at) {
    for (std::size_t d = 0; d < box.size(); ++d)
      box[d] = elements[d][static_cast<std::size_t>(at[d])];
    if (box_size(box, kMostElements) > kMostElements) {
      permit_anything(output, position++);
      return;
    }
    bits.clear();
    const auto add = [&](std::uint64_t i) { bits.push_back(bits_at(input.type, data, i)); };
    each_in_box(box, strides, 0, 0, add);
    std::sort(bits.begin(), bits.end());
    bits.erase(std::unique(bits.begin(), bits.end()), bits.end());
    if (bits.size() == 1)
      set_bits(output.type, output.bytes, position, bits[0]);
    else
      permit_one_of(output, position, bits);
    ++position;
  });
}

void permit_linear(const Problem& problem, const AlongDimensions<SourceCoordinate>& coordinates,
                   const FloatModel& model, Permitted& permitted) {
  const TensorDesc& input = problem.tensor("InputTensor");
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  output.zeros_equal = true;
  Interpolation interpolation(input, problem.input("InputTensor"), model.flush32);
  std::vector<const SourceCoordinate*> x(input.sizes.size());
  const bool half = output.type == DataType::FLOAT16;
  std::uint64_t position = 0;
  each_coordinates(problem.tensor("OutputTensor").sizes, [&](const List& at) {
    for (std::size_t d = 0; d < x.size(); ++d)
      x[d] = &coordinates[d][static_cast<std::size_t>(at[d])];
    const bool found = interpolation.find(x);
    const std::uint64_t here = position++;
    if (!found) permit_anything(output, here);
    if (!is_float(output.type)) {
      if (found) permit_integers(output, here, interpolation.low(), interpolation.high());
      return;
    }
    float low = 0, high = 0;
    if (found) {
      low = float_below(interpolation.low());
      high = float_above(interpolation.high());
      if (half) low = kFloat16.round(low), high = kFloat16.round(high);
    }
    const bool denormal =
        low < std::numeric_limits<float>::min() && high > -std::numeric_limits<float>::min();
    const bool zero = model.flush32 && denormal && !half;
    output.permit(low, high, zero ? PermittedTensor::kZero : 0);
  });
}

}  // namespace assay::ops
