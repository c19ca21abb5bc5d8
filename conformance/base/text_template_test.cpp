// Places are filled once, and a misspelt one is not left behind.
#include "conformance/base/text_template.h"

#include <gtest/gtest.h>

#include "ops/error.h"

namespace assay::conformance {
namespace {

TEST(TextTemplate, FillsEachPlaceOfAWord) {
  EXPECT_EQ(filled("int @NAME@ = @SIZE@; @NAME@();", {{"NAME", "a"}, {"SIZE", "3"}}),
            "int a = 3; a();");
  EXPECT_EQ(filled("no place: @ @a@ @@ a@B", {}), "no place: @ @a@ @@ a@B");
}

TEST(TextTemplate, DoesNotLookAtWhatItPutIn) {
  EXPECT_EQ(filled("@A@ @B@", {{"A", "@B@"}, {"B", "@A@"}}), "@B@ @A@");
}

TEST(TextTemplate, FillsAWholeLineWithLinesOrWithNothing) {
  EXPECT_EQ(filled("{\n@BODY@\n}\n", {{"BODY", "  a;\n  b;\n"}}), "{\n  a;\n  b;\n}\n");
  EXPECT_EQ(filled("{\n@BODY@\n}\n", {{"BODY", ""}}), "{\n}\n");
  EXPECT_EQ(filled("{\n  @BODY@\n}\n", {{"BODY", ""}}), "{\n  \n}\n");
  EXPECT_THROW(filled("{\n@BODY@\n}\n", {{"BODY", "a;"}}), Error);
}

TEST(TextTemplate, RefusesUnknownAndUnusedWords) {
  EXPECT_THROW(filled("@A@ @B@", {{"A", ""}}), Error);
  EXPECT_THROW(filled("@A@", {{"A", ""}, {"B", ""}}), Error);
}

}  // namespace
}  // namespace assay::conformance
