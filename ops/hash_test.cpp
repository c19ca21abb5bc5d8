// These are the values of all hashes, as numbers. A change of one changes the data of cases,
// routes, plans, shards or the layout of memory, so that existing lines and plans would mean
// something else.
#include "ops/hash.h"

#include <gtest/gtest.h>

namespace assay::ops::testing {
namespace {

TEST(Hash, MixIsFrozen) {
  EXPECT_EQ(mix(0), 0u);
  EXPECT_EQ(mix(1), 0x5692161d100b05e5u);
  EXPECT_EQ(mix(2), 0xdbd238973a2b148au);
  EXPECT_EQ(mix(UINT64_MAX), 0xb4d055fcf2cbbd7bu);
}

TEST(Hash, MixTo32IsFrozen) {
  EXPECT_EQ(mix_to_32(0), 0u);
  EXPECT_EQ(mix_to_32(1), 0xbf58476du);
  EXPECT_EQ(mix_to_32(3 * kMixStep + 6), 0xf9c8d26du);
  EXPECT_EQ(mix_to_32(15 * kMixStep + 23), 0x2a14f7f9u);
}

TEST(Hash, RandomNumbersAreFrozen) {
  EXPECT_EQ(random_at(0, 0), 0u);
  // These are SplitMix64's first numbers with the seed 0.
  EXPECT_EQ(random_at(0, 1), 0xe220a8397b1dcdafu);
  EXPECT_EQ(random_at(0, 2), 0x6e789e6aa1b965f4u);
  EXPECT_EQ(random_at(0, 3), 0x06c45d188009454fu);
  EXPECT_EQ(random_at(0, 1049), 0xfa7a7e12a7b013cfu);
  EXPECT_EQ(random_at(7, 0), 0x12ae30237b17df14u);
  EXPECT_EQ(random_at(7, 1), 0x63cbe1e459320dd7u);
  EXPECT_EQ(random_at(7, 5), 0x73d33b666a1e21dau);
}

TEST(Hash, HashesOfNumbersAreFrozen) {
  EXPECT_EQ(hash_with(0, 0), mix(1));
  EXPECT_EQ(hash_with(hash_with(hash_with(0, 3), 1), 4), 0xcee074394a792bc8u);
}

TEST(Hash, HashesOfTextsAreFrozen) {
  EXPECT_EQ(fnv1a(""), 0xcbf29ce484222325u);
  EXPECT_EQ(fnv1a("a"), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(fnv1a("gather"), 0x4fcdeca8d9ac8f4au);
  EXPECT_EQ(fnv1a("her", fnv1a("gat")), fnv1a("gather"));
  EXPECT_EQ(fnv1a("nonzero_coordinates"), 0x1fbd195ac61f7792u);
}

TEST(Hash, NumbersOfTextsAreFrozen) {
  EXPECT_EQ(number_of_text(""), 0u);
  EXPECT_EQ(number_of_text("a"), 97u);
  EXPECT_EQ(number_of_text("gather"), 0xb5505dfbu);
  EXPECT_EQ(number_of_text("cumulative_summation"), 0xa2fbb546cfb80067u);
}

}  // namespace
}  // namespace assay::ops::testing
