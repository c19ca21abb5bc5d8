// A chain is kept in a number, six bits for a rewriting (its number plus one) and six for a place,
// so that routes stay small. All places of a step are rewritten from the last one to the first one:
// what stands behind a place does not change the places before it.
#include "opencl/shape/shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "ops/error.h"
#include "ops/hash.h"

namespace assay::opencl {
namespace {

constexpr unsigned kPartBits = 6;
constexpr std::uint64_t kPart = (std::uint64_t{1} << kPartBits) - 1;
static_assert(kMostSteps * 2 * kPartBits < 64 && kMostPlace == kPart);

[[noreturn]] void refuse_shape(std::string_view text, const std::string& why) {
  throw Error(fmt::format("shape \"{}\": {}", text, why));
}

Step parse_step(std::string_view text, std::string_view all) {
  const std::size_t dot = text.find('.');
  const Rewriting* rewriting = find_rewriting(text.substr(0, dot));
  if (!rewriting) {
    std::string names;
    for (const Rewriting& r : rewritings()) names += fmt::format(" {}", r.name);
    refuse_shape(
        all, fmt::format("there is no rewriting \"{}\"; there are{}", text.substr(0, dot), names));
  }
  Step step{static_cast<std::size_t>(rewriting - rewritings().data()), 0};
  if (dot == text.npos) return step;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + dot + 1, end, step.place);
  if (error != std::errc() || stop != end || step.place == 0 || step.place > kMostPlace)
    refuse_shape(all, fmt::format("a place is a number in 1 .. {}", kMostPlace));
  return step;
}

}  // namespace

std::uint64_t shape_of(const Chain& chain) {
  std::uint64_t shape = 0;
  for (std::size_t i = chain.size(); i-- > 0;)
    shape = shape << (2 * kPartBits) | (chain[i].rewriting + 1) << kPartBits | chain[i].place;
  return shape;
}

Chain chain_of(std::uint64_t shape) {
  Chain chain;
  for (; shape != 0; shape >>= 2 * kPartBits)
    chain.push_back({(shape >> kPartBits & kPart) - 1, shape & kPart});
  return chain;
}

std::string shape_text(std::uint64_t shape) {
  if (shape == 0) return "none";
  std::string text;
  for (const Step& step : chain_of(shape)) {
    if (!text.empty()) text += '+';
    text += rewritings()[step.rewriting].name;
    if (step.place != 0) text += fmt::format(".{}", step.place);
  }
  return text;
}

std::uint64_t parse_shape(std::string_view text) {
  if (text == "none") return 0;
  std::uint64_t seed = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, seed);
  if (error == std::errc() && stop == end) return shape_of(drawn_chain(seed));
  Chain chain;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t plus = std::min(text.find('+', at), text.size());
    chain.push_back(parse_step(text.substr(at, plus - at), text));
    at = plus + 1;
  }
  if (chain.size() > kMostSteps)
    refuse_shape(text, fmt::format("a chain has at most {} steps", kMostSteps));
  return shape_of(chain);
}

Chain drawn_chain(std::uint64_t seed) {
  std::uint64_t drawn = ops::kFnvBasis;
  const auto below = [&](std::uint64_t n) {
    drawn = ops::fnv1a(fmt::format("{}", seed), drawn);
    return (drawn >> 20) % n;
  };
  Chain chain(1 + below(kMostSteps));
  for (Step& step : chain) {
    step.rewriting = below(rewritings().size());
    // Every second step is made at all of its places.
    if (below(2)) step.place = 1 + below(kMostPlace);
  }
  return chain;
}

std::vector<std::uint64_t> simpler_shapes(std::uint64_t shape) {
  // Which of the places it is cannot be told without the text. The last ones are the kernels' own,
  // so of each step these are tried before any others.
  constexpr std::size_t kFirstPlaces = 8;
  const Chain chain = chain_of(shape);
  std::vector<std::uint64_t> simpler;
  for (std::size_t i = 0; i < chain.size(); ++i) {
    Chain fewer = chain;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    simpler.push_back(shape_of(fewer));
  }
  const auto add_places = [&](std::size_t first, std::size_t last) {
    for (std::size_t i = 0; i < chain.size(); ++i)
      for (std::size_t place = first; chain[i].place == 0 && place <= last; ++place) {
        Chain smaller = chain;
        smaller[i].place = place;
        simpler.push_back(shape_of(smaller));
      }
  };
  add_places(1, kFirstPlaces);
  add_places(kFirstPlaces + 1, kMostPlace);
  return simpler;
}

std::uint64_t shape_cost(std::uint64_t shape) {
  std::uint64_t cost = 0;
  for (const Step& step : chain_of(shape)) cost += step.place == 0 ? 3 : 2;
  return cost;
}

std::string shaped(std::string text, const Chain& chain, std::span<const std::string> kernels) {
  const std::size_t most = 4 * text.size();
  for (const Step& step : chain) {
    const Rewriting& rewriting = rewritings()[step.rewriting];
    std::string next = text;
    const auto make = [&](std::size_t place) {
      const KernelTree tree(next, kernels);
      const std::vector<Edits> places = rewriting.places(tree);
      // What an earlier rewriting of this step covered may be gone.
      if (place < places.size()) next = places[place].result();
    };
    const std::size_t count = rewriting.places(KernelTree(text, kernels)).size();
    if (count == 0) continue;
    if (step.place != 0) {
      make(count - 1 - (step.place - 1) % count);
    } else {
      for (std::size_t place = count; place-- > 0 && next.size() <= most;) make(place);
    }
    if (next.size() <= most) text = std::move(next);
  }
  return text;
}

}  // namespace assay::opencl
