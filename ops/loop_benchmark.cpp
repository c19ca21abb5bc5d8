// Compares oracles of sums and products of FLOAT32 with the plain loops in `float` that compute the
// same. Both count terms as items.
#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <vector>

#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

using Floats = std::vector<float>;

Floats random_floats(std::size_t count) {
  std::mt19937 random(1);
  std::normal_distribution<float> value;
  Floats all(count);
  for (float& x : all) x = value(random);
  return all;
}

void ask_oracle(benchmark::State& state, const Question& question, std::size_t terms) {
  Permitted permitted;
  for (auto _ : state) question.ask(permitted);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(terms));
}

template <class Loop>
void run_loop(benchmark::State& state, Floats& output, std::size_t terms, const Loop& loop) {
  for (auto _ : state) {
    loop();
    benchmark::DoNotOptimize(output.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(terms));
}

void gemm(benchmark::State& state, bool of_oracle) {
  constexpr std::size_t kSize = 192;
  const List sizes{1, 1, kSize, kSize};
  const Floats a = random_floats(kSize * kSize), b = a;
  Question q("gemm");
  q.input("ATensor", DataType::FLOAT32, sizes, packed(a))
      .input("BTensor", DataType::FLOAT32, sizes, packed(b))
      .optional_input("CTensor", DataType::FLOAT32, sizes, {})
      .output("OutputTensor", DataType::FLOAT32, sizes)
      .choice("TransA", {"NONE", "TRANSPOSE"}, 0)
      .choice("TransB", {"NONE", "TRANSPOSE"}, 0)
      .number("Alpha", 1)
      .number("Beta", 0)
      .structure("FusedActivation", false);
  constexpr std::size_t kTerms = kSize * kSize * kSize;
  if (of_oracle) return ask_oracle(state, q, kTerms);
  Floats output(kSize * kSize);
  run_loop(state, output, kTerms, [&] {
    for (std::size_t i = 0; i < kSize; ++i)
      for (std::size_t j = 0; j < kSize; ++j) {
        float sum = 0;
        for (std::size_t k = 0; k < kSize; ++k) sum += a[i * kSize + k] * b[k * kSize + j];
        output[i * kSize + j] = sum;
      }
  });
}

void convolution(benchmark::State& state, bool of_oracle) {
  constexpr std::size_t kChannels = 16, kSize = 40;
  const auto window = static_cast<std::size_t>(state.range(0)), places = kSize - window + 1;
  const auto of_window = static_cast<std::int64_t>(window),
             of_places = static_cast<std::int64_t>(places);
  const Floats input = random_floats(kChannels * kSize * kSize),
               filter = random_floats(kChannels * kChannels * window * window);
  Question q("convolution");
  q.input("InputTensor", DataType::FLOAT32, {1, kChannels, kSize, kSize}, packed(input))
      .input("FilterTensor", DataType::FLOAT32, {kChannels, kChannels, of_window, of_window},
             packed(filter))
      .optional_input("BiasTensor", DataType::FLOAT32, {1, kChannels, 1, 1}, {})
      .output("OutputTensor", DataType::FLOAT32, {1, kChannels, of_places, of_places})
      .choice("Mode", {"CONVOLUTION", "CROSS_CORRELATION"}, 1)
      .choice("Direction", {"FORWARD", "BACKWARD"}, 0)
      .value("DimensionCount", 2);
  for (const char* of_one : {"Strides", "Dilations"}) q.array(of_one, {1, 1});
  for (const char* of_zero : {"StartPadding", "EndPadding", "OutputPadding"})
    q.array(of_zero, {0, 0});
  q.value("GroupCount", 1).structure("FusedActivation", false);
  const std::size_t terms = kChannels * kChannels * places * places * window * window;
  if (of_oracle) return ask_oracle(state, q, terms);
  Floats output(kChannels * places * places);
  run_loop(state, output, terms, [&] {
    float* to = output.data();
    for (std::size_t o = 0; o < kChannels; ++o)
      for (std::size_t y = 0; y < places; ++y)
        for (std::size_t x = 0; x < places; ++x) {
          float sum = 0;
          for (std::size_t c = 0; c < kChannels; ++c)
            for (std::size_t i = 0; i < window; ++i)
              for (std::size_t j = 0; j < window; ++j)
                sum += input[(c * kSize + y + i) * kSize + x + j] *
                       filter[((o * kChannels + c) * window + i) * window + j];
          *to++ = sum;
        }
  });
}

/// Reduces 1,024 rows of as many elements. `next` gives what a part comes to with one more.
template <class Next>
void reduce(benchmark::State& state, bool of_oracle, std::int64_t function, float identity,
            const Next& next) {
  constexpr std::size_t kSize = 1024;
  const Floats input = random_floats(kSize * kSize);
  Question q("reduce");
  q.choice("Function",
           {"ARGMAX", "ARGMIN", "AVERAGE", "L1", "L2", "LOG_SUM", "LOG_SUM_EXP", "MAX", "MIN",
            "MULTIPLY", "SUM", "SUM_SQUARE"},
           function)
      .input("InputTensor", DataType::FLOAT32, {kSize, kSize}, packed(input))
      .output("OutputTensor", DataType::FLOAT32, {kSize, 1})
      .value("AxisCount", 1)
      .array("Axes", {1});
  if (of_oracle) return ask_oracle(state, q, kSize * kSize);
  Floats output(kSize);
  run_loop(state, output, kSize * kSize, [&] {
    for (std::size_t row = 0; row < kSize; ++row) {
      float all = identity;
      for (std::size_t k = 0; k < kSize; ++k) all = next(all, input[row * kSize + k]);
      output[row] = all;
    }
  });
}

void multiply(benchmark::State& state, bool of_oracle) {
  reduce(state, of_oracle, 9, 1, [](float all, float x) { return all * x; });
}
void sum(benchmark::State& state, bool of_oracle) {
  reduce(state, of_oracle, 10, 0, [](float all, float x) { return all + x; });
}
void sum_square(benchmark::State& state, bool of_oracle) {
  reduce(state, of_oracle, 11, 0, [](float all, float x) { return all + x * x; });
}

BENCHMARK_CAPTURE(gemm, oracle, true);
BENCHMARK_CAPTURE(gemm, loop, false);
BENCHMARK_CAPTURE(convolution, oracle, true)->Arg(1)->Arg(3)->Arg(5);
BENCHMARK_CAPTURE(convolution, loop, false)->Arg(1)->Arg(3)->Arg(5);
BENCHMARK_CAPTURE(sum, oracle, true);
BENCHMARK_CAPTURE(sum, loop, false);
BENCHMARK_CAPTURE(sum_square, oracle, true);
BENCHMARK_CAPTURE(sum_square, loop, false);
BENCHMARK_CAPTURE(multiply, oracle, true);
BENCHMARK_CAPTURE(multiply, loop, false);

}  // namespace
}  // namespace assay::ops

BENCHMARK_MAIN();
