// Permitted set against outcome. A right answer costs a memory compare; only a failing one is
// looked at element by element.
#include "conformance/verdict/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace assay::conformance {
namespace {

using ops::DataType;
using ops::PermittedTensor;
using ops::TensorDesc;

int mantissa_bits(DataType type) {
  return type == DataType::FLOAT16 ? 10 : type == DataType::FLOAT32 ? 23 : 52;
}

bool is_excused(const Leniency& leniency, const PermittedTensor& p, std::uint64_t position,
                std::uint64_t came) {
  if (!leniency.quiets_nans && !leniency.flushes_denormals) return false;
  const int mantissa = mantissa_bits(p.type);
  const std::uint64_t sign = std::uint64_t{1} << (8 * size_of(p.type) - 1);
  const std::uint64_t fraction = (std::uint64_t{1} << mantissa) - 1;
  const std::uint64_t exponent = (sign - 1) & ~fraction;
  if (leniency.quiets_nans && (came & exponent) == exponent && (came & fraction)) {
    const std::uint64_t quiet = std::uint64_t{1} << (mantissa - 1);
    if ((came & quiet) && permits(p, position, came & ~quiet)) return true;
  }
  if (!leniency.flushes_denormals || (came & ~sign)) return false;
  const auto flushed = [&](std::uint64_t expected) {
    return (expected & exponent) == 0 && (expected & sign) == (came & sign);
  };
  if (const auto some = alternatives_at(p, position); !some.empty())
    return std::any_of(some.begin(), some.end(), flushed);
  // The bounds of sums know of it.
  return !p.by_intervals() && flushed(bits_at(p.type, p.bytes, position));
}

/// Whether an answer of zeros everywhere would pass as well.
bool zeros_would_pass(const PermittedTensor& p) {
  for (std::uint64_t i = 0; i < p.size(); ++i)
    if (!permits(p, i, 0)) return false;
  return true;
}

/// Fills in the part of a picture around its first wrong position.
void look_through_window(Picture& picture, const ops::List& sizes, const PermittedTensor& p,
                         std::span<const std::byte> answer,
                         const std::function<bool(std::uint64_t)>& is_wrong) {
  constexpr std::uint64_t kRows = 6, kColumns = 8;
  picture.sizes = sizes;
  const std::uint64_t columns = sizes.empty() ? 1 : static_cast<std::uint64_t>(sizes.back());
  const std::uint64_t rows = p.size() / columns, first = picture.stretches[0].first;
  const auto begin = [](std::uint64_t at, std::uint64_t extent, std::uint64_t shown) {
    return std::min(at - std::min<std::uint64_t>(at, 2), extent - shown);
  };
  const std::uint64_t height = std::min(rows, kRows);
  picture.columns = std::min(columns, kColumns);
  picture.row = begin(first / columns, rows, height);
  picture.column = begin(first % columns, columns, picture.columns);
  for (std::uint64_t r = 0; r < height; ++r)
    for (std::uint64_t c = 0; c < picture.columns; ++c) {
      const std::uint64_t i = (picture.row + r) * columns + picture.column + c;
      picture.cells.push_back({describe_permitted(p, i),
                               describe_value(p.type, bits_at(p.type, answer, i)), is_wrong(i)});
    }
}

}  // namespace

std::string describe_value(DataType type, std::uint64_t bits) {
  ops::Bytes bytes(8);
  set_bits(type, bytes, 0, bits);
  const std::string hex = fmt::format("0x{:0{}x}", bits, 2 * size_of(type));
  if (!is_float(type)) {
    if (type == DataType::UINT64) return fmt::format("{} ({})", bits, hex);
    return fmt::format("{} ({})", integer_at(type, bytes, 0), hex);
  }
  const double value = float_at(type, bytes, 0);
  if (type == DataType::FLOAT64) return fmt::format("{} ({})", value, hex);
  return fmt::format("{} ({})", static_cast<float>(value), hex);
}

std::string describe_permitted(const PermittedTensor& p, std::uint64_t position) {
  if (permits_anything(p, position)) return "anything";
  if (const auto some = alternatives_at(p, position); !some.empty()) {
    std::string text = "one of";
    constexpr std::size_t kShown = 4;
    for (std::size_t k = 0; k < std::min(some.size(), kShown); ++k)
      text += fmt::format("{} {}", k ? "," : "", describe_value(p.type, some[k]));
    if (some.size() > kShown) text += fmt::format(", … ({} values)", some.size());
    return text;
  }
  if (!p.by_intervals()) {
    const std::string value = describe_value(p.type, bits_at(p.type, p.bytes, position));
    return p.zeros_equal && is_float(p.type) && float_at(p.type, p.bytes, position) == 0
               ? value + " or its negative"
               : value;
  }
  std::string text;
  const float low = p.low[position], high = p.high[position];
  if (low <= high) text = low == high ? fmt::format("{}", low) : fmt::format("{} .. {}", low, high);
  const std::uint8_t also = p.also.empty() ? 0 : p.also[position];
  for (const auto& [flag, name] : {std::pair{PermittedTensor::kPlusInfinity, "inf"},
                                   std::pair{PermittedTensor::kMinusInfinity, "-inf"},
                                   std::pair{PermittedTensor::kNan, "NaN"}})
    if (also & flag) text += (text.empty() ? "" : " or ") + std::string(name);
  return text;
}

ops::List coordinates_of(const ops::List& sizes, std::uint64_t position) {
  ops::List coordinates(sizes.size(), 0);
  for (std::size_t i = sizes.size(); i-- > 0;) {
    coordinates[i] = static_cast<std::int64_t>(position % static_cast<std::uint64_t>(sizes[i]));
    position /= static_cast<std::uint64_t>(sizes[i]);
  }
  return coordinates;
}

Leniency leniency_of(const opencl::Variant& variant, DataType type,
                     const opencl::DeviceInfo& device) {
  bool by_type = false;
  for (const opencl::Define& d : variant.defines) by_type |= d.of == opencl::Define::Of::Type;
  // FLOAT16 is stored as ushort, which changes nothing.
  if (!by_type || !is_float(type) || type == DataType::FLOAT16) return {};
  const bool keeps = type == DataType::FLOAT32 ? device.denormals32 : device.denormals64;
  return {.quiets_nans = true, .flushes_denormals = !keeps};
}

bool accepts(const PermittedTensor& p, const Leniency& leniency, std::uint64_t position,
             std::uint64_t came) {
  return permits(p, position, came) || is_excused(leniency, p, position, came);
}

Judgement Judge::judge(const ops::Problem& problem, const ops::Permitted& permitted,
                       const opencl::BatchOutcome& outcome, std::size_t index) {
  Judgement j;
  if (outcome.failure) {
    j.verdict = Verdict::Refused;
    j.refused = outcome.failure;
    return j;
  }
  bool zeros = true;
  for (const ops::Member& m : problem.descriptor.signature->members) {
    if (m.kind != ops::Kind::Output) continue;
    const TensorDesc& t = problem.descriptor.tensors[m.place];
    const PermittedTensor& p = permitted.tensors[m.place];
    std::span<const std::byte> answer = outcome.memory(index, m.place);
    if (t.strided) {
      packed_.resize(p.bytes.size());
      pack(t, answer, packed_);
      answer = packed_;
    }
    answer = answer.first(p.bytes.size());
    zeros = zeros && zeros_would_pass(p);
    const auto first = first_unpermitted(p, answer);
    if (!first) {
      j.headroom = std::max(j.headroom, headroom_used(p, answer));
      continue;
    }
    const Leniency leniency = leniency_of(variant_, p.type, device_);
    const auto is_wrong = [&](std::uint64_t i) {
      const std::uint64_t came = bits_at(p.type, answer, i);
      return !accepts(p, leniency, i, came);
    };
    WrongElement wrong{
        .tensor = m.name, .coordinates = {}, .permitted = {}, .came = {}, .picture = {}};
    auto& stretches = wrong.picture.stretches;
    constexpr std::size_t kMostStretches = 64;
    for (std::uint64_t i = *first; i < p.size(); ++i) {
      if (!is_wrong(i)) continue;
      if (!stretches.empty() && stretches.back().first + stretches.back().second == i)
        ++stretches.back().second;
      else if (stretches.size() < kMostStretches)
        stretches.emplace_back(i, 1);
      if (wrong.wrong++ > 0) continue;
      wrong.coordinates = coordinates_of(t.sizes, i);
      wrong.permitted = describe_permitted(p, i);
      wrong.came = describe_value(p.type, bits_at(p.type, answer, i));
    }
    wrong.of = p.size();
    if (wrong.wrong > 0) look_through_window(wrong.picture, t.sizes, p, answer, is_wrong);
    if (wrong.wrong > 0 && !j.wrong) {
      j.verdict = Verdict::Wrong;
      j.wrong = std::move(wrong);
    }
  }
  // A stray write is the graver finding, and may be the cause of a wrong answer.
  for (const opencl::Damage& d : outcome.damages)
    if (d.case_index == index && checks_.heeds(d.what)) {
      j.verdict = Verdict::Stray;
      j.stray = d;
      return j;
    }
  if (j.verdict == Verdict::Pass && zeros) j.verdict = Verdict::Doubtful;
  return j;
}

}  // namespace assay::conformance
