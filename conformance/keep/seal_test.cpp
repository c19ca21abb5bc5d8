// A seal finds every single change of what it seals, and says where it begins.
#include "conformance/keep/seal.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "ops/error.h"

namespace assay::conformance::testing {
namespace {

/// Lines of text, up to some 40 KB.
std::string drawn_lines() {
  std::string text;
  const int lines = *rc::gen::inRange(0, 3000);
  for (int i = 0; i < lines; ++i) text += fmt::format("line {}\n", i);
  return text;
}

Seal seal_of(std::string_view text) {
  Seal seal;
  seal.add(text);
  return seal;
}

std::string complaint_of(const Seal& seal, const std::string& text) {
  try {
    seal.require_text(text, "FILE");
  } catch (const Error& e) {
    return e.what();
  }
  return {};
}

RC_GTEST_PROP(Seal, is_the_same_however_the_bytes_come, ()) {
  const std::string text = drawn_lines();
  Seal seal;
  for (std::size_t at = 0; at < text.size();) {
    const auto some = *rc::gen::inRange<std::size_t>(1, 9000);
    seal.add(std::string_view(text).substr(at, some));
    at += some;
  }
  RC_ASSERT(seal.text() == seal_of(text).text());
  RC_ASSERT(seal.bytes() == text.size());
  RC_ASSERT(Seal::parse(seal.text()).value().text() == seal.text());
  RC_ASSERT(complaint_of(seal, text).empty());
}

RC_GTEST_PROP(Seal, finds_each_byte_that_is_changed_and_the_lines_around_it, ()) {
  std::string text = drawn_lines() + "end\n";
  const Seal seal = seal_of(text);
  const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
  const auto line =
      1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  const bool was_end = text[at] == '\n';
  text[at] = static_cast<char>(text[at] ^ *rc::gen::inRange(1, 256));
  const std::string complaint = complaint_of(seal, text);
  RC_ASSERT(complaint.starts_with("FILE:"));
  const long from = std::stol(complaint.substr(5));
  RC_ASSERT(from <= line);
  const std::size_t up_to = complaint.find("up to ");
  if (!was_end)
    RC_ASSERT((up_to == complaint.npos ? from : std::stol(complaint.substr(up_to + 6))) >= line);
}

RC_GTEST_PROP(Seal, finds_what_is_cut_out_and_what_is_put_in, ()) {
  const std::string text = drawn_lines() + "end\n";
  const Seal seal = seal_of(text);
  const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
  std::string cut = text, longer = text;
  cut.erase(at, *rc::gen::inRange<std::size_t>(1, text.size() - at + 1));
  longer.insert(at, *rc::gen::inRange<std::size_t>(1, 20), *rc::gen::arbitrary<char>());
  RC_ASSERT(complaint_of(seal, cut).starts_with("FILE:"));
  RC_ASSERT(complaint_of(seal, longer).starts_with("FILE:"));
}

TEST(Seal, is_short_however_long_the_file_is) {
  Seal seal;
  const std::string megabyte(1 << 20, 'x');
  for (int i = 0; i < 64; ++i) seal.add(megabyte);
  EXPECT_LT(seal.text().size(), 2000u);
  EXPECT_EQ(Seal::parse(seal.text()).value().text(), seal.text());
}

TEST(Seal, is_read_from_no_other_text_than_its_own) {
  const std::string text = seal_of(std::string(9000, 'x')).text();
  ASSERT_TRUE(Seal::parse(text));
  for (std::size_t i = 0; i < text.size(); ++i) {
    EXPECT_FALSE(Seal::parse(text.substr(0, i))) << i;
    EXPECT_FALSE(Seal::parse(text.substr(0, i) + "." + text.substr(i))) << i;
  }
  EXPECT_TRUE(Seal::parse("0 cbf29ce484222325"));
  EXPECT_FALSE(Seal::parse("4096 cbf29ce484222325"));
}

TEST(SealedText, is_json_and_any_byte_that_is_changed_is_found) {
  for (const int indent : {-1, 2}) {
    const std::string text = sealed_text({{"a", 1}, {"b", {1, 2}}}, indent);
    EXPECT_EQ(specs::parse_json(text, "x")["b"][1], 2);
    require_sealed(text, "x");
    for (std::size_t i = 0; i < text.size(); ++i) {
      std::string flipped = text;
      flipped[i] = static_cast<char>(flipped[i] ^ 1);
      EXPECT_THROW(require_sealed(flipped, "x"), Error) << flipped;
      EXPECT_THROW(require_sealed(text.substr(0, i), "x"), Error) << i;
      EXPECT_THROW(require_sealed(text.substr(0, i) + " " + text.substr(i), "x"), Error) << i;
    }
  }
}

}  // namespace
}  // namespace assay::conformance::testing
