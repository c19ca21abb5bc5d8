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

  DataType type;
  std::uint64_t sign, fraction, infinity;
};

/// The patterns of one sign whose magnitudes have keys in low..high. The key of a magnitude is its
/// pattern.
void add_magnitudes(std::int64_t low, std::int64_t high, std::uint64_t sign,
                    std::vector<BitRange>& ranges) {
  const std::int64_t from = std::max<std::int64_t>(low, 0);
  if (from <= high)
    ranges.push_back(
        {sign | static_cast<std::uint64_t>(from), sign | static_cast<std::uint64_t>(high)});
}

std::vector<BitRange> of_interval(const PermittedTensor& p, std::uint64_t position) {
  const Format format(p.type);
  std::vector<BitRange> ranges;
  const std::int64_t low = p.low[position], high = p.high[position];
  add_magnitudes(low, high, 0, ranges);
  add_magnitudes(-high, -low, format.sign, ranges);
  if ((p.also[position] & PermittedTensor::kZero) && !(low <= 0 && 0 <= high))
    for (const std::uint64_t zero : {std::uint64_t{0}, format.sign}) ranges.push_back({zero, zero});
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
