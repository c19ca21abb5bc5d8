// These tests say which lines are canonical, and at which column an error is reported.
// properties_test.cpp tests that parsing undoes printing.
#include "specs/case_text.h"

#include <gtest/gtest.h>

#include "testing/specs/catalogue.h"

namespace assay::specs {
namespace {

using testing::catalogue;

const std::string kGather =
    "gather:level=4_1:InputTensor=FLOAT32.1x3x3:IndicesTensor=INT64.1x1x2:"
    "OutputTensor=FLOAT32.3x1x2:Axis=2:IndexDimensions=2";
const std::string kSlice =
    "slice1:level=4_1:InputTensor=FLOAT32.4/9#400~16:OutputTensor=FLOAT32.2:DimensionCount=1:"
    "InputWindowOffsets=0:InputWindowSizes=4:InputWindowStrides=-2147483648";
const std::string kSum =
    "cumulative_summation:level=5_0:InputTensor=FLOAT32.4:OutputTensor=FLOAT32.4:Axis=0:"
    "AxisDirection=DECREASING:HasExclusiveSum=true";

std::string again(const std::string& line) { return print_case(parse_case(line, catalogue())); }

std::string replaced(std::string line, const std::string& from, const std::string& to) {
  const std::size_t at = line.find(from);
  EXPECT_NE(at, line.npos) << from;
  return line.replace(at, from.size(), to);
}

/// Expects an error with this message, at the column where the last occurrence of `at` in the line
/// begins. If `at` is empty, the column is behind the line's end.
void refuses(const std::string& line, const std::string& at, const std::string& message) {
  const std::size_t column = (at.empty() ? line.size() : line.rfind(at)) + 1;
  try {
    parse_case(line, catalogue());
    ADD_FAILURE() << "parsed: " << line;
  } catch (const Error& e) {
    EXPECT_EQ(e.what(), "column " + std::to_string(column) + ": " + message) << line;
  }
}

TEST(CaseText, KeepsEachFieldOfALine) {
  for (const std::string& line :
       {kGather, kSlice, kSum, kGather + ":fill=special:indices=negative:seed=42",
        kGather + ":seed=18446744073709551615", kGather + "@variant=plain:local=64",
        kSum + "@memory=sub=a@b:empty=", replaced(kGather, "1x3x3", ""),
        replaced(kGather, "1x3x3", "1x3x3/"), replaced(kGather, "1x3x3", "1x3x3#0"),
        replaced(kGather, "1x3x3", "1x3x3/0x0x1#18446744073709551615~4294967295"),
        replaced(kSum, "true", "7"), replaced(kSum, "DECREASING", "-3"),
        replaced(kSlice, "=4:InputWindowS", "=:InputWindowS"),
        replaced(kGather, "FLOAT32.1x3x3", "UINT4.1x3x3"),
        replaced(kGather, "FLOAT32.1x3x3", "UNKNOWN.1x3x3")})
    EXPECT_EQ(again(line), line);
}

TEST(CaseText, PrintsTheCanonicalLine) {
  EXPECT_EQ(again("gather:seed=0:IndexDimensions=2:fill=distinct:OutputTensor=FLOAT32.3x1x2:Axis=2:"
                  "indices=inside:IndicesTensor=INT64.1x1x2:InputTensor=FLOAT32.1x3x3:level=4_1"),
            kGather);
  EXPECT_EQ(again(replaced(replaced(kSum, "true", "1"), "DECREASING", "1")), kSum);
  EXPECT_EQ(print_problem(parse_case(kGather + "@variant=plain", catalogue())), kGather);
}

TEST(CaseText, NamesTheColumnOfWhatIsWrong) {
  refuses("", "", "a case begins with its operator's name");
  refuses(":level=4_1", ":", "a case begins with its operator's name");
  refuses("gathr:level=4_1", "gathr", "no operator \"gathr\"; the nearest is \"gather\"");
  refuses("gather", "", "\"level\" is missing");
  refuses("gather:level=4_1", "", "\"InputTensor\" is missing");
  refuses(replaced(kGather, ":Axis=2", ""), "", "\"Axis\" is missing");
  refuses(replaced(kGather, ":Axis=2", "") + "@Axis=2", "", "\"Axis\" is missing");
  refuses(kGather + ":", "", "a field is written NAME=VALUE");
  refuses(kGather + ":seed", "seed", "a field is written NAME=VALUE");
  refuses(kGather + ":=3", "=3", "a field is written NAME=VALUE");
  refuses(kGather + "@", "", "a field is written NAME=VALUE");
  refuses(kGather + "@local", "local", "a field is written NAME=VALUE");
  refuses(kGather + ":seed=1:seed=1", "seed=1", "a second \"seed\"");
  refuses(kGather + ":seed=1:Axis=1", "Axis=1", "a second \"Axis\"");
  refuses(kGather + "@a=1:b=2:a=3", "a=3", "a second \"a\"");
  refuses(kGather + ":Axes=2", "Axes", "gather has no field \"Axes\"; the nearest is \"Axis\"");
  refuses(kSum + ":indices=edges", "indices", "cumulative_summation has no indices");
  refuses(replaced(kGather, "4_1", "4_2"), "4_2",
          "no feature level \"4_2\"; the nearest is \"4_0\"");
  refuses(kGather + ":fill=full", "full",
          "no fill \"full\"; known are \"distinct\", \"integers\", \"bits\", \"special\", "
          "\"zeros\", "
          "\"edges\" and \"few\"");
  refuses(kGather + ":indices=many", "many",
          "no index fill \"many\"; known are \"inside\", \"edges\", \"negative\", \"equal\", "
          "\"permutation\", \"outside\" and \"duplicates\"");
}

TEST(CaseText, NamesTheColumnWithinAValue) {
  const auto input = [](const std::string& tensor) {
    return replaced(kGather, "FLOAT32.1x3x3", tensor);
  };
  refuses(input("FLOAT32"), "FLOAT32:Ind", "a tensor is written TYPE.SIZES, as in FLOAT32.2x3");
  refuses(input("FLOAT31.3"), "FLOAT31", "no data type \"FLOAT31\"; the nearest is \"FLOAT32\"");
  refuses(input("float32.3"), "float32", "no data type \"float32\"; the nearest is \"FLOAT32\"");
  refuses(input("FLOAT32.77y"), "77y", "\"77y\" is not an integer");
  refuses(input("FLOAT32.4x"), ":IndicesTensor", "\"\" is not an integer");
  refuses(input("FLOAT32.4xx7"), "x7:", "\"\" is not an integer");
  refuses(input("FLOAT32.-4"), "-4", "-4 is not in 0 .. 4294967295");
  refuses(input("FLOAT32.4 x7"), "4 x7", "\"4 \" is not an integer");
  refuses(input("FLOAT32.+4"), "+4", "\"+4\" is not an integer");
  refuses(input("FLOAT32.4x4294967296"), "4294967296", "4294967296 is not in 0 .. 4294967295");
  refuses(input("FLOAT32.4/4294967296"), "4294967296", "4294967296 is not in 0 .. 4294967295");
  refuses(input("FLOAT32.99999999999999999999"), "99999999999999999999",
          "99999999999999999999 is not in 0 .. 4294967295");
  refuses(input("FLOAT32.4x007"), "007", "\"007\" is not an integer");
  refuses(input("FLOAT32.4x00"), "00:", "\"00\" is not an integer");
  refuses(input("FLOAT32.4#"), ":IndicesTensor", "\"\" is not an integer");
  refuses(input("FLOAT32.4#18446744073709551616"), "18446744073709551616",
          "18446744073709551616 is not in 0 .. 18446744073709551615");
  refuses(input("FLOAT32.4#-1"), "-1", "\"-1\" is not an integer");
  refuses(input("FLOAT32.4~0"), "0:Ind", "0 is not in 1 .. 4294967295");
  refuses(input("FLOAT32.4~4294967296"), "4294967296", "4294967296 is not in 1 .. 4294967295");
  refuses(input("FLOAT32.4~8#6"), "8#6", "\"8#6\" is not an integer");
  refuses(input("FLOAT32.4#8/6"), "8/6", "\"8/6\" is not an integer");
  refuses(input("FLOAT32.1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x7"),
          "7:", "a list has at most 16 entries");
  refuses(replaced(kGather, "Axis=2", "Axis=02"), "02", "\"02\" is not an integer");
  refuses(replaced(kGather, "Axis=2", "Axis=-2"), "-2", "-2 is not in 0 .. 4294967295");
  refuses(replaced(kGather, "Axis=2", "Axis="), ":IndexDimensions", "\"\" is not an integer");
  refuses(replaced(kGather, "Axis=2", "Axis=true"), "true", "\"true\" is not an integer");
  refuses(replaced(kSum, "true", "TRUE"), "TRUE", "\"TRUE\" is not an integer");
  refuses(replaced(kSum, "true", "2147483648"), "2147483648",
          "2147483648 is not in -2147483648 .. 2147483647");
  refuses(replaced(kSum, "DECREASING", "decreasing"), "decreasing",
          "no enumerator \"decreasing\"; the nearest is \"DECREASING\"");
  refuses(replaced(kSlice, "-2147483648", "-2147483649"), "-2147483649",
          "-2147483649 is not in -2147483648 .. 2147483647");
  refuses(replaced(kSlice, "-2147483648", "-0"), "-0", "\"-0\" is not an integer");
  refuses(replaced(kSlice, "-2147483648", "-01"), "-01", "\"-01\" is not an integer");
  refuses(replaced(kSlice, "Offsets=0", "Offsets=-1"), "-1:", "-1 is not in 0 .. 4294967295");
  refuses(kGather + ":seed=18446744073709551616", "18446744073709551616",
          "18446744073709551616 is not in 0 .. 18446744073709551615");
  refuses(kGather + ":seed=-1", "-1", "\"-1\" is not an integer");
  refuses(kGather + ":seed=0x1", "0x1", "\"0x1\" is not an integer");
}

TEST(CaseText, NeverCrashesOnADamagedLine) {
  for (const std::string& line : {kGather + ":fill=bits:seed=7@a=1", kSlice, kSum})
    for (std::size_t i = 0; i <= line.size(); ++i) {
      const auto survives = [&](const std::string& damaged) {
        try {
          EXPECT_EQ(again(again(damaged)), again(damaged));
        } catch (const Error& e) {
          EXPECT_EQ(std::string(e.what()).find("column "), 0u) << e.what();
        }
      };
      survives(line.substr(0, i));
      survives(line.substr(i));
      for (char c : {':', '@', '=', 'x', '.', '/', '#', '~', '-', '0', '9', '\0', '\xff', ' '}) {
        survives(line.substr(0, i) + c + line.substr(i));
        if (i < line.size()) survives(line.substr(0, i) + c + line.substr(i + 1));
      }
    }
}

}  // namespace
}  // namespace assay::specs
