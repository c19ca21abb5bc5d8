// output[i] = Π input[j] over the elements visited before i, and over i itself unless exclusive
//
// Integers wrap. Products of floats are bounded, whatever the order in which they are made. FLOAT16
// is multiplied in FLOAT32, and rounded once as it is stored; where the arithmetic is free, in
// FLOAT16 or any wider format.
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
      if (model.is_free()) return multiply_in(kFloat16, problem, products, output);
      return multiply_and_round(problem, products, output);
    default:
      return multiply_integers(problem, products, output);
  }
}

}  // namespace assay::ops::oracles
