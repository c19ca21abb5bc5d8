// An included file stands in the place of its annotation, within other included files as well.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "opencl/program/kernel_file.h"
#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

class Include : public ::testing::Test {
 protected:
  Include() { std::filesystem::create_directories(folder_); }
  ~Include() override { std::filesystem::remove_all(folder_); }
  void write(const char* name, std::string_view text) const {
    std::ofstream(folder_ / name) << text;
  }
  KernelFile load() const { return load_kernels(copy_signature(), folder_); }
  std::string error() const {
    try {
      load();
    } catch (const KernelFileError& error) {
      return error.what();
    }
    return "none";
  }
  std::string at(const char* name) const { return (folder_ / name).string(); }

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("assay-include-" + std::to_string(getpid()));
};

TEST_F(Include, puts_the_text_of_a_file_in_the_place_of_the_annotation) {
  write("shared.clh", "// shared\n//: variant inner\n//: pass p groups 1\nkernel void p() {}\n");
  write("copy.cl",
        "// first\n//: include shared.clh\n// last\n//: variant own\n//: pass q groups 2\n");
  const KernelFile file = load();
  ASSERT_EQ(file.variants.size(), 2u);
  EXPECT_EQ(file.path, at("copy.cl"));
  const Variant &inner = file.variants[0], &own = file.variants[1];
  EXPECT_EQ(inner.path, at("shared.clh"));
  EXPECT_EQ(inner.line, 2u);
  EXPECT_EQ(inner.passes[0].path, at("shared.clh"));
  EXPECT_EQ(inner.passes[0].line, 3u);
  EXPECT_EQ(own.path, at("copy.cl"));
  EXPECT_EQ(own.line, 4u);
  const std::string source = file.source(inner);
  EXPECT_NE(source.find("// first\n#line 1 \"" + at("shared.clh") + "\"\n// shared\n"),
            source.npos);
  EXPECT_NE(source.find("#line 2 \"" + at("shared.clh") + "\"\n//: variant inner\n"), source.npos);
  EXPECT_NE(source.find("#line 3 \"" + at("copy.cl") + "\"\n// last\n"), source.npos);
}

TEST_F(Include, stands_within_an_included_file_and_may_stand_twice) {
  write("one.clh", "//: pass p groups 1\nkernel void p() {}\n");
  write("both.clh", "//: variant a\n//: include one.clh\n//: variant b\n//: include one.clh\n");
  write("copy.cl", "//: include both.clh\n");
  const KernelFile file = load();
  EXPECT_EQ(file.files, (std::vector{at("copy.cl"), at("both.clh"), at("one.clh")}));
  ASSERT_EQ(file.variants.size(), 2u);
  for (const Variant& variant : file.variants) {
    EXPECT_EQ(variant.path, at("both.clh"));
    EXPECT_EQ(variant.passes[0].path, at("one.clh"));
    EXPECT_EQ(variant.passes[0].line, 1u);
  }
  EXPECT_EQ(file.variants[1].line, 3u);
  EXPECT_NE(file.source(file.variants[0]).find("#line 3 \"" + at("both.clh") + "\"\n"),
            std::string::npos);
}

TEST_F(Include, stands_once_in_the_text_of_all_variants_and_once_in_that_of_each) {
  write("shared.clh", "// shared\n");
  write("own.clh", "//: include shared.clh\n// own\n");
  write("both.clh", "//: include shared.clh\n//: include own.clh\n// both\n");
  const std::string pass = "//: pass p groups 1\n";
  write("copy.cl", "//: variant a\n//: include own.clh\n//: include both.clh\n" + pass +
                       "//: variant b\n//: include both.clh\n" + pass);
  const auto times = [](const std::string& text, std::string_view line) {
    std::size_t count = 0;
    for (std::size_t at = text.find(line); at != text.npos; at = text.find(line, at + 1)) ++count;
    return count;
  };
  const KernelFile apart = load();
  EXPECT_EQ(times(apart.common_text, "// shared\n"), 0u);
  for (const Variant& variant : apart.variants)
    for (const char* line : {"// shared\n", "// own\n", "// both\n"})
      EXPECT_EQ(times(variant.text, line), 1u) << variant.name << ": " << line;
  EXPECT_EQ(apart.variants[1].line, 5u);

  write("copy.cl", "//: include shared.clh\n//: variant a\n//: include both.clh\n" + pass);
  const KernelFile common = load();
  EXPECT_EQ(times(common.common_text, "// shared\n"), 1u);
  EXPECT_EQ(times(common.variants[0].text, "// shared\n"), 0u);
  EXPECT_EQ(times(common.variants[0].text, "// own\n"), 1u);
  // The pass stands in line 4: the line of an annotation that brings no text is kept.
  EXPECT_EQ(common.variants[0].passes[0].line, 4u);
}

TEST_F(Include, with_its_variants_stands_once) {
  write("inner.clh", "//: variant inner\n//: pass p groups 1\n");
  write("outer.clh", "//: variant outer\n//: pass p groups 1\n//: include inner.clh\n");
  write("copy.cl", "//: include outer.clh\n//: include inner.clh\n");
  EXPECT_EQ(load().variants.size(), 2u);
  write("copy.cl", "//: include inner.clh\n//: include outer.clh\n//: include inner.clh\n");
  EXPECT_EQ(load().variants.size(), 2u);
}

TEST_F(Include, names_the_file_and_the_place_of_a_mistake) {
  write("copy.cl", "\n//: include shared.clh\n");
  EXPECT_EQ(error(), at("copy.cl") + ":2:13: there is no file shared.clh");
  write("shared.clh", "//: variant v\n//: pass p groups 1 local 0\n");
  EXPECT_EQ(error(), at("shared.clh") + ":2:27: '0' is no local size, which is a number above 0");
  write("othr.clh", "");
  write("shared.clh", "//: include other.clh\n");
  EXPECT_EQ(error(),
            at("shared.clh") + ":1:13: there is no file other.clh; the nearest is \"othr.clh\"");
  write("other.clh", "\n//: include shared.clh\n");
  EXPECT_EQ(error(), at("other.clh") + ":2:13: shared.clh would stand within itself");
  write("shared.clh", "");
  write("copy.cl", "//: include shared.clh\n//: variant v\n");
  EXPECT_EQ(error(),
            at("copy.cl") +
                ":2:13: variant v has no pass; add a line \"//: pass KERNEL groups EXPRESSION\"");
}

}  // namespace
}  // namespace assay::opencl::testing
