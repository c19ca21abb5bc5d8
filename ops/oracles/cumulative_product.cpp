// output[i] = Π input[j] over the elements visited before i, and over i itself unless exclusive
//
// Integers wrap, so their products are exact in any order. Products of floats are bounded, whatever
// the order in which they are made. FLOAT16 is multiplied in FLOAT32, and rounded once as it is
// stored; where the arithmetic is free, or that of halves, in FLOAT16 or any wider format.
//
// The bound of n floats, where u is the unit roundoff of their format (ops/product_bounds.h):
// 1. Some binary tree multiplies the terms, n - 1 times. Each product is the exact one times (1 +
//    d), |d| <= u, as long as it is a normal number.
// 2. So the result is the exact product times a factor in (1 - u)^n .. (1 + u)^n. Where n u < 1,
//    that is within 1 - 2 n u .. 1 + 2 n u. A wider accumulator has a smaller u, and rounds to the
//    format once, which the n-th factor covers.
// 3. Every partial product lies between the product of the terms below 1 and that of the terms
//    above 1, in magnitude. If neither leaves the normal numbers, step 1 holds in every order.
// 4. If one does, a partial product may vanish or become infinite in some order: zero, infinity, or
//    NaN of both, are permitted with what lies between.
// 5. The odd parts of the significands tell where no product of some terms needs more bits than the
//    format has. Then nothing is rounded, and the exact product alone is permitted.
#include "ops/axis_view.h"
#include "ops/interval_writer.h"
#include "ops/permitted.h"
#include "ops/product_bounds.h"
#include "ops/words.h"

namespace assay::ops::oracles {
namespace {

/// The sequences along an axis, and how they are multiplied.
struct Products {
  AxisView view;
  bool decreasing, exclusive;

  explicit Products(const Problem& problem)
      : view(problem.tensor("InputTensor").sizes, static_cast<std::size_t>(problem.value("Axis"))),
        decreasing(problem.is("AxisDirection", "DECREASING")),
        exclusive(problem.value("HasExclusiveProduct") != 0) {}

  /// Calls start() for each sequence, and then visit(position) for its elements in their order.
  template <class Start, class Visit>
  void each(Start&& start, Visit&& visit) const {
    for (std::int64_t o = 0; o < view.outer; ++o)
      for (std::int64_t i = 0; i < view.inner; ++i) {
        start();
        for (std::int64_t k = 0; k < view.length; ++k) {
          const std::int64_t at = decreasing ? view.length - 1 - k : k;
          visit(static_cast<std::size_t>((o * view.length + at) * view.inner + i));
        }
      }
  }
};

void multiply_integers(const Problem& problem, const Products& products, PermittedTensor& output) {
  with_word(size_of(output.type), [&]<class Word>(Word) {
    const auto input = view<Word>(problem.input("InputTensor"));
    const auto to = view<Word>(output.bytes);
    Word product = 1;
    products.each([&] { product = 1; },
                  [&](std::size_t at) {
                    const auto next = static_cast<Word>(std::uint64_t{product} * input[at]);
                    to[at] = products.exclusive ? product : next;
                    product = next;
                  });
  });
}

/// Calls bounded(position, range) for each product in an accumulator of this format.
template <class Bounded>
void bound_products(const Problem& problem, const Products& products, const FloatFormat& format,
                    const Bounded& bounded) {
  const DataType type = problem.tensor("InputTensor").type;
  const Bytes& input = problem.input("InputTensor");
  ProductBounds product(format);
  products.each([&] { product = ProductBounds(format); },
                [&](std::size_t at) {
                  ProductBounds next = product;
                  next.multiply(float_at(type, input, at));
                  bounded(at, (products.exclusive ? product : next).range());
                  product = next;
                });
}

/// Products in an accumulator of the elements' own format.
void multiply_in(const FloatFormat& format, const Problem& problem, const Products& products,
                 PermittedTensor& output) {
  output.low.resize(output.size());
  output.high.resize(output.size());
  output.also.resize(output.size());
  bound_products(problem, products, format, [&](std::size_t at, const ProductBounds::Range& range) {
    output.low[at] = output.key(range.low);
    output.high[at] = output.key(range.high);
    output.also[at] = range.also;
  });
}

void multiply_and_round(const Problem& problem, const Products& products, PermittedTensor& output) {
  IntervalWriter writer(output);
  bound_products(
      problem, products, kFloat32,
      [&](std::size_t at, const ProductBounds::Range& range) { writer.write(at, range.set()); });
}

}  // namespace

void cumulative_product(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  const Products products(problem);
  switch (output.type) {
    case DataType::FLOAT32:
      return multiply_in(kFloat32, problem, products, output);
    case DataType::FLOAT16:
      if (model.is_free() || model.in_half) return multiply_in(kFloat16, problem, products, output);
      return multiply_and_round(problem, products, output);
    default:
      return multiply_integers(problem, products, output);
  }
}

}  // namespace assay::ops::oracles
