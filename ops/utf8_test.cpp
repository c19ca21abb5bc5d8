// Well-formed UTF-8 is kept, and nothing else reaches a terminal.
#include "ops/utf8.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "ops/error.h"

namespace assay::ops::testing {
namespace {

RC_GTEST_PROP(Printable, is_well_formed_and_without_control_characters, (const std::string& text)) {
  const std::string shown = printable(text);
  RC_ASSERT(printable(shown) == shown);
  for (std::string_view rest = shown; !rest.empty(); rest.remove_prefix(utf8_length(rest))) {
    RC_ASSERT(utf8_length(rest) > 0u);
    RC_ASSERT(static_cast<unsigned char>(rest[0]) >= ' ');
  }
}

TEST(Printable, keeps_what_people_write_and_marks_what_they_do_not) {
  EXPECT_EQ(printable("a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80z"),
            "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80z");
  EXPECT_EQ(printable(std::string_view("\0\n\x1b\x7f\xc2\x9b", 6)), "?????");
  // These are overlong, a surrogate, beyond Unicode, and cut off.
  EXPECT_EQ(printable("\xc0\xaf"), "??");
  EXPECT_EQ(printable("\xed\xa0\x80"), "???");
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "????");
  EXPECT_EQ(printable("\xe2\x82"), "??");
}

TEST(Printable, an_error_is_not_cut_at_a_nul) {
  EXPECT_STREQ(Error(std::string("before\0after", 12)).what(), "before?after");
}

}  // namespace
}  // namespace assay::ops::testing
