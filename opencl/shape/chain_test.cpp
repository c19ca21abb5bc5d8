// Tests of chains as text, and of the table of rewritings.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "opencl/shape/shape.h"
#include "ops/error.h"

namespace assay::opencl {
namespace {

TEST(Chain, has_names_and_reasons) {
  std::set<std::string_view> names;
  for (const Rewriting& r : rewritings()) {
    names.insert(r.name);
    EXPECT_GT(r.why.size(), 20u) << r.name;
    EXPECT_EQ(find_rewriting(r.name), &r);
  }
  EXPECT_EQ(names.size(), rewritings().size());
  EXPECT_LT(names.size(), 64u);
}

TEST(Chain, refuses_what_is_no_chain) {
  for (const char* text : {"", "paper", "peel.", "peel.0", "peel.64", "peel+", "peel.x",
                           "peel+peel+peel+peel+peel+peel", "99999999999999999999"})
    EXPECT_THROW(parse_shape(text), Error) << text;
}

RC_GTEST_PROP(Chain, is_read_back_as_it_was, (std::uint64_t seed)) {
  const std::uint64_t shape = shape_of(drawn_chain(seed));
  RC_ASSERT(shape_of(chain_of(shape)) == shape);
  RC_ASSERT(parse_shape(shape_text(shape)) == shape);
  RC_ASSERT(parse_shape(std::to_string(seed)) == shape);
}

RC_GTEST_PROP(Chain, has_simpler_ones_down_to_none, (std::uint64_t seed)) {
  std::uint64_t shape = shape_of(drawn_chain(seed));
  while (shape != 0) {
    const auto simpler = simpler_shapes(shape);
    for (const std::uint64_t s : simpler) RC_ASSERT(shape_cost(s) < shape_cost(shape));
    shape = simpler[*rc::gen::inRange<std::size_t>(0, simpler.size())];
  }
  RC_ASSERT(shape_cost(shape) == 0u);
}

}  // namespace
}  // namespace assay::opencl
