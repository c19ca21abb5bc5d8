// output = Alpha · Σ a·b + Beta · c over the K products of a row of A and a column of B
//
// The sum is that of sum_interval.h: within K·2^-24 of the sum of the products' magnitudes, in any
// order, fused or not, and exact where nothing rounds. It is multiplied by Alpha, which rounds
// once. To Alpha·sum and Beta·c, one of the two products may be fused with the addition, or none:
// each of the three readings is permitted. FLOAT16 is computed in FLOAT32, and rounded once more;
// where the arithmetic is free, each result may be rounded to FLOAT16. Our own kernels in halves
// add up in these, and scale in FLOAT32. Where Beta is 0, c may be left out. The exact result is
// permitted even where the sum or a product overflows.
#include <cmath>
#include <span>

#include "ops/arithmetic/sum_interval.h"
#include "ops/float_elements.h"
#include "ops/interval_writer.h"

namespace assay::ops::oracles {
namespace {

/// The matrices of a packed tensor as lines side by side: their rows, or their columns.
struct Lines {
  std::vector<float> elements;
  /// How many lines a matrix has, and how long they are.
  std::size_t lines, length;

  Lines(const Problem& problem, std::string_view name, bool of_columns)
      : elements(float_elements(problem, name)) {
    const TensorDesc& t = problem.tensor(name);
    const auto rows = static_cast<std::size_t>(t.sizes[t.sizes.size() - 2]);
    const auto columns = static_cast<std::size_t>(t.sizes[t.sizes.size() - 1]);
    lines = of_columns ? columns : rows;
    length = of_columns ? rows : columns;
    if (!of_columns) return;
    const std::vector<float> given = elements;
    for (std::size_t first = 0; first < given.size(); first += rows * columns)
      for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
          elements[first + column * rows + row] = given[first + row * columns + column];
  }
  std::size_t matrices() const { return elements.size() / (lines * length); }
  std::span<const float> line(std::size_t matrix, std::size_t number) const {
    return std::span(elements).subspan((matrix * lines + number) * length, length);
  }
};

/// What is made of each sum of products.
class Scaling {
 public:
  /// `sums`: how products are added up. `steps`: how the rest is computed.
  Scaling(const Problem& problem, const SumModel& sums, const SumModel& steps)
      : problem_(problem),
        sums_(sums),
        steps_(steps),
        alpha_(problem.number("Alpha")),
        beta_(problem.number("Beta")),
        adds_(problem.present("CTensor")) {}

  /// Writes what position i permits.
  void write(std::uint64_t i, const IntervalSum& products, IntervalWriter& writer) const {
    const Interval sum = kept(products.result()), alpha = kept(Interval::of(alpha_));
    const double exact = static_cast<double>(alpha_) * products.high();
    const Interval scaled = kept(times(alpha, sum));
    if (!adds_) return writer.write(i, scaled, std::isfinite(exact) ? exact : NAN);
    const TensorDesc& t = problem_.tensor("CTensor");
    const auto added = static_cast<float>(float_at(t.type, problem_.input("CTensor"), i));
    // It is loaded as products and sums are.
    const Interval c = kept(ops::kept(Interval::of(added), sums_)),
                   beta = kept(Interval::of(beta_));
    const Interval other = kept(times(beta, c));
    Interval all = plus(scaled, other);
    all.add(fused(alpha, sum, other));
    all.add(fused(beta, c, scaled));
    if (beta_ == 0) all.add(scaled);
    const double whole = exact + static_cast<double>(beta_) * added;
    writer.write(i, kept(all), std::isfinite(whole) ? whole : NAN);
  }

 private:
  Interval kept(const Interval& x) const { return ops::kept(x, steps_); }

  const Problem& problem_;
  SumModel sums_, steps_;
  float alpha_, beta_;
  bool adds_;
};

}  // namespace

void gemm(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  output.zeros_equal = true;
  // The rows of A, and the columns of B.
  const Lines a(problem, "ATensor", problem.is("TransA", "TRANSPOSE"));
  const Lines b(problem, "BTensor", !problem.is("TransB", "TRANSPOSE"));
  const SumModel sums = model.sums(output.type);
  const Scaling scaling(problem, sums, model.is_free() ? sums : model.singles());
  IntervalWriter writer(output, problem, model);
  std::uint64_t i = 0;
  for (std::size_t matrix = 0; matrix < a.matrices(); ++matrix)
    for (std::size_t row = 0; row < a.lines; ++row)
      for (std::size_t column = 0; column < b.lines; ++column) {
        IntervalSum sum(sums);
        sum.add_products(a.line(matrix, row), b.line(matrix, column));
        scaling.write(i++, sum, writer);
      }
}

}  // namespace assay::ops::oracles
