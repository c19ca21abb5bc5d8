// The formula's nodes tell which built-in function an input goes into, and its row in the table of
// built-in functions tells where it is defined and where its edges are.
#include "specs/function_fill.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "ops/arithmetic/float_format.h"
#include "ops/arithmetic/float_key.h"
#include "ops/hash.h"

namespace assay::specs {
namespace {

using ops::Builtin;
using ops::DataType;
using ops::Formula;

/// Edges of what is no built-in function of the table: halves, where floats become integers, and
/// where they end.
constexpr float kPlainEdges[] = {0.5f,      1.f,       1.5f,      2.5f,      3.f,
                                 1024.f,    2048.f,    8388608.f, 4194304.f, 16777216.f,
                                 0x1p-126f, 0x1p-149f, 65504.f,   0x1p-14f,  0x1.fffffep127f};

/// Edges of what asks whether numbers are finite. The neighbours of an infinity are NaNs, and the
/// largest finite numbers.
constexpr float kFiniteEdges[] = {HUGE_VALF, HUGE_VALF, 1.f};

bool asks_whether_finite(const Formula& formula) {
  return std::any_of(formula.nodes().begin(), formula.nodes().end(), [](const Formula::Node& n) {
    return n.op == Formula::Op::IsNan || n.op == Formula::Op::IsInf;
  });
}

/// A function that an input goes into, or null, and whether the input is its first operand.
struct Use {
  const Builtin* function = nullptr;
  bool is_first = true;
  std::span<const float> edges = kPlainEdges;
};

Use use_of(const Formula& formula, std::size_t variable) {
  const auto is_input = [&](std::size_t node) {
    const auto& substituted = formula.substituted();
    if (substituted && substituted->variable == variable && substituted->node == node) return true;
    const Formula::Node& n = formula.nodes()[node];
    return n.op == Formula::Op::Variable && n.variable == variable;
  };
  for (const Formula::Node& n : formula.nodes()) {
    const bool divides = n.op == Formula::Op::Divide;
    if (!n.builtin && !divides) continue;
    for (int k = 0; k < n.count; ++k)
      if (is_input(n.operands[k]))
        return {divides ? ops::builtin_named("divide") : n.builtin, k == 0};
  }
  return {nullptr, true,
          asks_whether_finite(formula) ? std::span<const float>(kFiniteEdges) : kPlainEdges};
}

float in_domain(float x, const Use& use) {
  if (!use.function || !use.is_first) return x;
  const double low = use.function->domain_low, high = use.function->domain_high;
  if (low == 0) return std::abs(x);
  if (low == 1) return 1 + std::abs(x);
  if (low == -1 && (high == 1 || x < 0)) return x / 16;
  return x;
}

/// A key as bits of the type.
std::uint64_t bits_of_key(DataType type, std::int32_t key) {
  const std::uint64_t sign = std::uint64_t{1} << (8 * size_of(type) - 1);
  return key < 0 ? sign | static_cast<std::uint64_t>(-key) : static_cast<std::uint64_t>(key);
}

std::uint64_t near_edge(DataType type, const Use& use, std::uint64_t h) {
  const std::span<const float> edges = use.function ? use.function->edges : use.edges;
  float edge = edges[h % edges.size()];
  const std::int32_t step = static_cast<std::int32_t>((h >> 16) % 9) - 4;
  if ((h >> 24) % 4 == 0) edge = -edge;
  if (type == DataType::FLOAT32) return bits_of_key(type, ops::key_of(edge) + step);
  const double largest = ops::kFloat16.largest;
  const float half = ops::kFloat16.round(std::clamp<double>(edge, -largest, largest));
  return bits_of_key(type, ops::half_key_of(half) + step);
}

/// Magnitudes from 2^-4 to 2^4, brought to where the function is defined.
std::uint64_t argument(DataType type, const Use& use, std::uint64_t h) {
  const float fraction = 1 + static_cast<float>(h & 0x7f'ffff) * 0x1p-23f;
  const float magnitude = std::ldexp(fraction, static_cast<int>((h >> 56) % 8) - 4);
  const float x = in_domain(h >> 63 ? -magnitude : magnitude, use);
  return bits_of_key(
      type, type == DataType::FLOAT16 ? ops::half_key_of(ops::kFloat16.round(x)) : ops::key_of(x));
}

}  // namespace

bool fills_arguments(const ops::Signature& signature, Fill fill, DataType type) {
  return signature.formula && (fill == Fill::Distinct || fill == Fill::Edges) &&
         (type == DataType::FLOAT16 || type == DataType::FLOAT32);
}

void fill_arguments(const ops::Signature& signature, const ops::Member& input, Fill fill,
                    DataType type, std::uint64_t key, std::uint64_t count,
                    std::span<std::byte> out) {
  const auto variable = static_cast<std::size_t>(&input - signature.members.data());
  const Use use = use_of(*signature.formula, variable);
  const std::size_t width = size_of(type);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t h = ops::random_at(key, i);
    const bool at_edge = fill == Fill::Edges && (h >> 40) % 4 != 0;
    const std::uint64_t bits = at_edge ? near_edge(type, use, h) : argument(type, use, h);
    std::memcpy(out.data() + i * width, &bits, width);
  }
}

}  // namespace assay::specs
