// Whatever a word from outside holds, the output around it means what it should.
#include "conformance/base/cleaned.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <sstream>

namespace assay::conformance::testing {
namespace {

/// Text of parts that mean something to some reader.
std::string drawn_text() {
  std::string text;
  const int parts = *rc::gen::inRange(0, 12);
  for (int i = 0; i < parts; ++i)
    text += *rc::gen::element<std::string>("\x1b[31m", "\n", "\r", "::error::", "##[warning]", " ",
                                           "`", "```", "<script>", "|", "word", "\x9b", "\xc2\x9b",
                                           "&amp;", "@all", "[a](b)", "##", "[", ":",
                                           std::string(1, '\0'), "\t");
  return text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

bool has_control(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return c != '\n' && (static_cast<unsigned char>(c) < ' ' || c == '\x7f');
  });
}

RC_GTEST_PROP(Cleaned, terminals_and_logs_of_ci_take_it_for_text, ()) {
  const std::string text = drawn_text(), clean = clean_for_terminal(text);
  RC_ASSERT(!has_control(clean));
  RC_ASSERT(clean.find("##[") == clean.npos);
  for (const std::string& line : lines_of(clean)) {
    const std::size_t first = line.find_first_not_of(' ');
    const bool is_command = first != line.npos && line.compare(first, 2, "::") == 0;
    RC_ASSERT(!is_command);
  }
  RC_ASSERT(std::count(clean.begin(), clean.end(), '\n') ==
            std::count(text.begin(), text.end(), '\n'));
  RC_ASSERT(clean_for_terminal(clean) == clean);
}

RC_GTEST_PROP(Cleaned, markdown_takes_it_for_words_of_one_line, ()) {
  const std::string clean = clean_for_markdown(drawn_text());
  RC_ASSERT(!has_control(clean));
  RC_ASSERT(clean.find('\n') == clean.npos);
  for (std::size_t i = 0; i < clean.size(); ++i)
    if (std::string_view("`*_{}[]<>()!|~").find(clean[i]) != std::string_view::npos)
      RC_ASSERT(clean.substr(0, i).ends_with('\\'));
}

RC_GTEST_PROP(Cleaned, markdown_ends_a_block_of_code_where_it_should, ()) {
  const std::string block = markdown_code(drawn_text());
  const std::vector<std::string> lines = lines_of(block);
  RC_ASSERT(!has_control(block));
  RC_ASSERT(lines.front() == lines.back());
  for (std::size_t i = 1; i + 1 < lines.size(); ++i)
    RC_ASSERT(lines[i].find(lines.front()) == std::string::npos);
}

TEST(Cleaned, ordinary_text_stays_as_it_is) {
  const std::string text = "Device   pthread-AMD EPYC (Portable Computing Language)\n  a: b::c\n\n";
  EXPECT_EQ(clean_for_terminal(text), text);
  EXPECT_EQ(clean_for_markdown("Mesa 22.3 on llvmpipe"), "Mesa 22.3 on llvmpipe");
  EXPECT_EQ(markdown_code("int x;"), "```\nint x;\n```\n");
}

}  // namespace
}  // namespace assay::conformance::testing
