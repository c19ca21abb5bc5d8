// Our verdicts and deqp-runner's words for them, both ways.
#include "conformance/keep/status.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "ops/error.h"

namespace assay::conformance::testing {
namespace {

TEST(Status, a_verdict_stands_for_itself_alone) {
  for (std::size_t v = 0; v < kVerdicts; ++v) {
    const auto verdict = static_cast<Verdict>(v);
    const auto divergences = divergences_of(name_of(verdict));
    EXPECT_EQ(divergences, is_divergence(verdict) ? std::vector{verdict} : std::vector<Verdict>{});
    EXPECT_EQ(is_failing(standing_of(name_of(verdict))), is_divergence(verdict));
  }
}

TEST(Status, the_word_for_a_verdict_is_read_as_that_verdict_among_others) {
  for (std::size_t v = 0; v < kVerdicts; ++v) {
    const auto verdict = static_cast<Verdict>(v);
    const std::string_view word = deqp_word(verdict);
    EXPECT_EQ(standing_of(word), standing_of(name_of(verdict))) << word;
    const auto divergences = divergences_of(word);
    EXPECT_EQ(std::count(divergences.begin(), divergences.end(), verdict), is_divergence(verdict))
        << word;
  }
  EXPECT_EQ(divergences_of("Fail").front(), Verdict::Wrong);
}

TEST(Status, knows_the_words_that_deqp_runner_writes_beside_those) {
  for (const char* word : {"Warn", "UnexpectedPass", "UnexpectedImprovement(Pass)"})
    EXPECT_EQ(standing_of(word), Standing::Passes) << word;
  EXPECT_EQ(standing_of("ExpectedFail"), Standing::Fails);
  EXPECT_EQ(standing_of("Missing"), Standing::Skipped);
  EXPECT_EQ(divergences_of("KnownFlake"), std::vector{Verdict::Flaky});
  for (const char* word : {"", "fail", "UnexpectedPasses", "Passed"})
    EXPECT_THROW(standing_of(word), Error) << word;
}

}  // namespace
}  // namespace assay::conformance::testing
