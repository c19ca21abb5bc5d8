// Turns a permitted set into bit patterns. Patterns of one sign have the order of their magnitudes,
// so an interval of values is one range of patterns for each sign. A single permitted value is one
// pattern. The patterns that leniency adds to it are found by asking accepts() about candidates.
#include "conformance/verdict/permitted_bits.h"

#include <algorithm>

namespace assay::conformance {
namespace {

using ops::DataType;
using ops::PermittedTensor;

struct Format {
  explicit Format(DataType type) : type(type) {
    sign = std::uint64_t{1} << (8 * size_of(type) - 1);
    const int mantissa = type == DataType::FLOAT16 ? 10 : type == DataType::FLOAT32 ? 23 : 52;
    fraction = (std::uint64_t{1} << mantissa) - 1;
    infinity = (sign - 1) & ~fraction;
  }
  double magnitude(std::uint64_t pattern) const {
    ops::Bytes bytes(8);
    set_bits(type, bytes, 0, pattern);
    return float_at(type, bytes, 0);
  }
  /// The first finite pattern whose magnitude is at least `bound`; where `over` is set, the first
  /// whose magnitude is above it.
  std::uint64_t first(double bound, bool over) const {
    std::uint64_t low = 0, high = infinity;
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      const double m = magnitude(middle);
      if (over ? m > bound : m >= bound)
        high = middle;
      else
        low = middle + 1;
    }
    return low;
  }

  DataType type;
  std::uint64_t sign, fraction, infinity;
};

void add_magnitudes(const Format& format, double low, double high, std::uint64_t sign,
                    std::vector<BitRange>& ranges) {
  if (!(low <= high) || high < 0) return;
  const std::uint64_t from = format.first(low, false), end = format.first(high, true);
  if (from < end) ranges.push_back({sign | from, sign | (end - 1)});
}

std::vector<BitRange> of_interval(const PermittedTensor& p, std::uint64_t position) {
  const Format format(p.type);
  std::vector<BitRange> ranges;
  const double low = p.low[position], high = p.high[position];
  add_magnitudes(format, low, high, 0, ranges);
  add_magnitudes(format, -high, -low, format.sign, ranges);
  const std::uint64_t infinity = format.infinity;
  for (const std::uint64_t pattern : {infinity, format.sign | infinity})
    if (permits(p, position, pattern)) ranges.push_back({pattern, pattern});
  if (permits(p, position, infinity | 1))
    for (const std::uint64_t sign : {std::uint64_t{0}, format.sign})
      ranges.push_back({sign | infinity | 1, sign | infinity | format.fraction});
  return ranges;
}

}  // namespace

std::vector<BitRange> permitted_bits(const PermittedTensor& p, const Leniency& leniency,
                                     std::uint64_t position) {
  if (permits_anything(p, position)) return {};
  const auto some = alternatives_at(p, position);
  if (p.by_intervals() && some.empty()) return of_interval(p, position);
  std::vector<std::uint64_t> patterns(some.begin(), some.end());
  if (some.empty()) patterns.push_back(bits_at(p.type, p.bytes, position));
  if (is_float(p.type)) {
    const Format format(p.type);
    const std::uint64_t quiet = (format.fraction >> 1) + 1;
    for (std::size_t i = 0, count = patterns.size(); i < count; ++i)
      for (const std::uint64_t like :
           {patterns[i] | quiet, patterns[i] & format.sign, patterns[i] ^ format.sign})
        patterns.push_back(like);
    // Where a permitted value is a denormal, a device may flush it to zero.
    patterns.insert(patterns.end(), {0, format.sign});
  }
  std::sort(patterns.begin(), patterns.end());
  patterns.erase(std::unique(patterns.begin(), patterns.end()), patterns.end());
  std::vector<BitRange> ranges;
  for (const std::uint64_t pattern : patterns)
    if (accepts(p, leniency, position, pattern)) ranges.push_back({pattern, pattern});
  return ranges;
}

}  // namespace assay::conformance
