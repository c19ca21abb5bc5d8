// A `#line` directive is read back as it was written, and is one line for a compiler.
#include "opencl/program/line_directive.h"

#include <gtest/gtest.h>

namespace assay::opencl {
namespace {

TEST(LineDirective, is_one_line_and_gives_any_path_back) {
  for (const char* path : {"axes.clh", "", "a\nb\\n\"c\"\\", "\n", "\\", "a folder/a.cl"}) {
    const LineOrigin origin{7, path};
    const std::string text = line_directive(origin);
    EXPECT_EQ(text.find('\n'), text.size() - 1) << text;
    EXPECT_EQ(origin_in(text.substr(6, text.size() - 7)), origin) << text;
  }
  EXPECT_EQ(line_directive({2, "a\n\"b\\"}), "#line 2 \"a\\n\\\"b\\\\\"\n");
}

TEST(LineDirective, is_not_read_from_anything_else) {
  for (const char* words : {"", "7", "7 axes.clh", "x \"a\"", "7 \"", "7\"a\"", "-1 \"a\""})
    EXPECT_FALSE(origin_in(words)) << words;
}

}  // namespace
}  // namespace assay::opencl
