// Whatever is wrong with the input, the program writes one line to stderr and exits with 2.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

#include "testing/cmd/program.h"
#include "testing/places.h"

namespace assay::cmd::testing {
namespace {

const std::string kFile = R"({"operator": "gather", "level": "4_1",
  "members": {"Axis": 0, "IndexDimensions": 1},
  "tensors": {
    "InputTensor": {"type": "FLOAT32", "sizes": [3], "data": [1, 2, 3]},
    "IndicesTensor": {"type": "UINT32", "sizes": [2], "data": [2, 0]},
    "OutputTensor": {"type": "FLOAT32", "sizes": [2]}}})";

TEST(BadInput, in_a_case_line_is_named_with_its_column) {
  const auto expect = [](const std::string& line, const std::string& words) {
    for (const char* command : {"validate", "oracle", "check", "shrink"})
      expect_complaint(assay({command, line}), words);
  };
  expect("nope:level=4_1", "column 1: no operator \"nope\"");
  expect(kGather + ":Foo=1", "column 111: gather has no field \"Foo\"");
  expect(with(kGather, "Axis=0", "Axis=q"), "column 91: \"q\" is not an integer");
  expect(with(kGather, "FLOAT32.4", "FLOAT32.99999999999999999999"), "column 38: ");
  expect(with(kGather, "FLOAT32.4", "FLOAT99.4"), "column 30: ");
  expect(with(kGather, ":level=4_1", ""), "level");
  expect(kGather + ":Axis=0", "Axis");
}

TEST(BadInput, in_a_case_list_is_named_with_its_line) {
  const TestFolder folder;
  const std::string list = folder.file("cases.txt", "# good\n" + kGather + "\n\nnope:level=4_1\n");
  expect_complaint(assay({"validate", list}), "cases.txt:4: column 1: no operator \"nope\"");
  expect_complaint(assay({"check", "-"}, {"nope:level=4_1\n", {}, {}}),
                   "standard input:1: column 1: no operator \"nope\"");
}

TEST(BadInput, in_a_route_is_refused) {
  expect_complaint(assay({"check", kGather + "@nope=1"}), "nope");
  expect_complaint(assay({"check", kGather + "@local=x"}), "local");
  for (const char* command : {"validate", "oracle", "check", "shrink"})
    expect_complaint(assay({command, kGather + "@local=0"}), "route field local: \"0\"");
}

TEST(BadInput, data_beyond_all_memory_are_refused_or_skipped) {
  const std::string wide = with(kGather, "FLOAT32.4", "FLOAT32.4x2/4294967295x0");
  const std::string huge = with(with(wide, "UINT32.5", "UINT32.1x5"), "FLOAT32.5:", "FLOAT32.5x2:");
  ASSERT_EQ(assay({"validate", huge}).code, 0) << huge;
  expect_complaint(assay({"oracle", huge}), "InputTensor: its elements are shared and span");
  const Ran ran = assay({"check", huge});
  EXPECT_EQ(ran.code, 3);
  EXPECT_NE(ran.out.find("memory (short)"), std::string::npos) << ran.out;
  const std::string all = "UINT32.4294967295:";
  expect_complaint(assay({"oracle", with(with(with(kGather, "FLOAT32.4:", all), "UINT32.5:", all),
                                         "FLOAT32.5:", all)}),
                   "are printed");
  const TestFolder folder;
  const std::string strided = with(
      with(with(kFile, "\"sizes\": [3], \"data\": [1, 2, 3]",
                "\"sizes\": [3, 2], \"strides\": [4294967295, 0], \"data\": [1, 1, 2, 2, 3, 3]"),
           "\"sizes\": [2], \"data\"", "\"sizes\": [1, 2], \"data\""),
      "\"sizes\": [2]}", "\"sizes\": [2, 2]}");
  EXPECT_EQ(assay({"validate", folder.file("far.case.json", strided)}).out, "valid\n");
  expect_complaint(
      assay({"validate", folder.file("far.case.json", with(strided, "[1, 1, 2", "[1, 7, 2"))}),
      "coordinates that share an element disagree");
}

TEST(BadInput, invalid_cases_are_not_run) {
  const std::string invalid = with(kGather, "Axis=0", "Axis=1");
  for (const char* command : {"oracle", "check", "shrink"})
    expect_complaint(assay({command, invalid}), "not valid: axis (");
  expect_complaint(assay({"check", with(kGather, "FLOAT32.4:", "FLOAT32.4294967295x4294967295:")}),
                   "InputTensor.element-limit");
}

TEST(BadInput, in_a_case_file_is_named_with_its_file) {
  const TestFolder folder;
  const auto expect = [&](const std::string& text, const std::string& words) {
    const std::string path = folder.file("my.case.json", text);
    for (const char* command : {"validate", "oracle", "check"}) {
      const Ran ran = assay({command, path});
      expect_complaint(ran, words);
      expect_complaint(ran, "my.case.json");
    }
  };
  EXPECT_EQ(assay({"validate", folder.file("good.case.json", kFile)}).code, 0);
  for (std::size_t length : {std::size_t{0}, std::size_t{1}, kFile.size() / 2, kFile.size() - 1})
    expect(kFile.substr(0, length), "");
  expect("[]", "");
  expect("null", "");
  expect("{}", "");
  expect(std::string(100000, '['), "");
  expect(std::string("\0\xff\xfe", 3), "");
  expect(with(kFile, "\"Axis\": 0", "\"Axis\": 0, \"Foo\": 1"), "Foo");
  expect(with(kFile, "\"Axis\": 0", "\"Axis\": 1e99"), "Axis");
  expect(with(kFile, "\"Axis\": 0", "\"Axis\": 0, \"Axis\": 1"), "Axis");
  expect(with(kFile, "\"level\": \"4_1\"", "\"level\": \"9_9\""), "9_9");
  expect(with(kFile, "[1, 2, 3]", "[1, 2]"), "InputTensor");
  expect(with(kFile, "[1, 2, 3]", "[1, 2, \"x\"]"), "InputTensor");
  expect(with(kFile, "[2, 0]", "[2, -1]"), "IndicesTensor");
  expect(with(kFile, "\"sizes\": [3]", "\"sizes\": [99999999999999999999]"), "InputTensor");
  expect_complaint(assay({"check", (folder.path / "none.case.json").string()}), "none.case.json");
}

TEST(BadInput, in_a_spec_is_named_with_its_place) {
  const TestFolder folder;
  const std::string good = text_of(source_folder() / "specs/operators/gather.json");
  const auto expect = [&](const std::string& text, const std::string& words) {
    folder.file("gather.json", text);
    const Ran ran = assay({"--specs", folder.path.string(), "list"});
    expect_complaint(ran, words);
    expect_complaint(ran, "gather.json");
  };
  folder.file("gather.json", good);
  EXPECT_EQ(assay({"--specs", folder.path.string(), "list"}).code, 0);
  expect(good.substr(0, good.size() / 2), "");
  expect(with(good, "{", "{\"nope\": 1,"), "nope");
  expect(with(good, "ones(D - k)", "ones(D - )"),
         "gather.json:18:27: members/1/sizes/index-leading-ones/in: ");
  expect(with(good, "ones(D - k)", "ones(Q - k)"), "gather.json:18:23: ");
  expect(with(good, "\"0 .. D - 1\"", "\"0 .. 1/0\""), "gather.json:49:17: rule axis is undefined");
  expect(with(good, "\"0 .. D - 1\"", "\"1 .. 0\""), "gather.json:49:17: rule axis leaves nothing");
  expect_complaint(assay({"--specs", "/nonexistent", "list"}),
                   "--specs /nonexistent: No such file or directory; give a folder of specs");
}

TEST(BadInput, no_device) {
  const Surroundings without{"", {{"OCL_ICD_VENDORS", "/nonexistent"}}, {}};
  const TestFolder folder;
  const std::string out = (folder.path / "out").string();
  expect_complaint(assay({"devices"}, without), "no OpenCL device");
  expect_complaint(assay({"check", kGather}, without), "no OpenCL device");
  expect_complaint(assay({"shrink", kGather}, without), "no OpenCL device");
  expect_complaint(assay({"run", "--cases", "5", "--out", out}, without), "no OpenCL device");
  EXPECT_FALSE(std::filesystem::exists(folder.path / "out" / "results.csv"));
  EXPECT_FALSE(std::filesystem::exists(folder.path / "out" / "run.json"));
  // Subcommands that need no device work without one.
  for (const char* command : {"validate", "oracle"})
    EXPECT_EQ(assay({command, kGather}, without).code, 0) << command;
  EXPECT_EQ(assay({"list"}, without).code, 0);
  EXPECT_EQ(assay({"describe", "gather"}, without).code, 0);
}

TEST(BadInput, a_device_of_no_such_name) {
  expect_complaint(assay({"check", "--device", "nosuch", kGather}), "'nosuch'");
  expect_complaint(assay({"run", "--device", "nosuch"}), "'nosuch'");
}

TEST(BadInput, options_that_mean_nothing) {
  const auto expect = [](std::vector<std::string> options, const std::string& words) {
    options.insert(options.begin(), "run");
    expect_complaint(assay(options), words);
  };
  expect({"--cases", "0"}, "--cases");
  expect({"--cases", "-5"}, "--cases");
  expect({"--cases", "many"}, "--cases");
  for (const char* budget : {"nonsense", "-5", "0", "5x", "nan", "inf", "10mm", ""})
    expect({"--budget", budget}, "--budget");
  expect({"--operator", "nope"}, "--operator: no operator \"nope\"");
  expect({"--level", "9_9"}, "--level: no feature level \"9_9\"");
  expect({"--seed", "x"}, "--seed");
  expect({"--seed", "-1"}, "--seed");
  expect({"--seed", "18446744073709551616"}, "--seed");
  expect({"--max-elements", "1"}, "--max-elements");
  for (const char* limit : {"nan", "inf", "0", "-1", "1e99", "soon", ""})
    for (const char* option : {"--timeout", "--build-timeout"}) expect({option, limit}, option);
  for (const char* memory : {"10", "100M", "much", "-1", "-1G", ""})
    expect({"--memory", memory}, "--memory");
  expect({"--frobnicate"}, "--frobnicate");
  expect({"stray"}, "stray");
  expect_complaint(assay({}), "subcommand");
  expect_complaint(assay({"frobnicate"}), "frobnicate");
  expect_complaint(assay({"check"}), "CASE");
  expect_complaint(assay({"check", "-", "--without", "nothing"}), "--without");
  expect_complaint(assay({"describe", "nope"}), "\"nope\"");
  expect_complaint(assay({"describe", "DML_OPERATOR_GATHER_ND"}), "the nearest is \"gather_nd\"");
  for (const char* command : {"check", "validate", "oracle"})
    expect_complaint(assay({command, "-"}), "standard input: has no case");
}

TEST(BadInput, a_list_of_which_a_part_is_empty) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"run", "--operator", "gather,", "--cases", "5"},
           {"run", "--operator=gather,,slice1", "--cases", "5"},
           {"run", "--level", ",4_1", "--cases", "5"},
           {"run", "--plan", "smoke,"},
           {"selftest", "--fault", "read-tail,", "--sound-cases", "0"}})
    expect_complaint(assay(words), "a part of the list is empty");
  const TestFolder folder;
  const std::string empty = folder.file("empty.plan", "# no case\n");
  expect_complaint(assay({"run", "--operator", "gather", "--plan", empty + ",smoke"}),
                   empty + ": holds no case");
}

TEST(BadInput, that_is_no_text_is_shown_as_question_marks) {
  const TestFolder folder;
  expect_complaint(assay({"validate", "no\xff\x1b[31mpe:level=4_1"}), "no operator \"no??[31mpe\"");
  const std::string list = folder.file("cases.txt", std::string("no\0pe:level=4_1\n", 16));
  expect_complaint(assay({"check", list}), "cases.txt:1: column 1: no operator \"no?pe\"");
  // Results may hold bytes that are not UTF-8, too. The run must not fail for them when it writes
  // its results at the end.
  const std::string out = (folder.path / "out\xff").string();
  EXPECT_EQ(assay({"run", "--cases", "40", "--operator", "slice1", "--out", out}).code, 0);
  EXPECT_NE(Json::parse(text_of(std::filesystem::path(out) / "run.json"))["command"]
                .get<std::string>()
                .find("out\xef\xbf\xbd"),
            std::string::npos);
}

TEST(BadInput, kernels_that_cannot_be_used) {
  const TestFolder folder;
  expect_complaint(assay({"check", "--kernels", "/nonexistent", kGather}),
                   "--kernels /nonexistent: no such folder; give a folder of kernels");
  const std::string kernels = folder.path.string();
  expect_complaint(assay({"check", "--kernels", kernels, kGather}), "holds no OPERATOR.cl");
  folder.file("gather.cl", "//: variant a\n//: frobnicate\n");
  expect_complaint(assay({"check", "--kernels", kernels, kGather}),
                   "gather.cl:2:5: 'frobnicate' is no annotation; known are \"variant\", ");
  expect_complaint(assay({"run", "--kernels", kernels, "--cases", "50"}), "gather.cl:2:5: ");
  folder.file("gather.cl", "//: variant a\n//: pass a groups 1 +\nkernel void a(CASES) {}\n");
  expect_complaint(assay({"check", "--kernels", kernels, kGather}), "gather.cl:2:22: ");
  folder.file("gather.cl", "//: variant a\n//: pass a groups 1\nkernel void b(CASES) {}\n");
  expect_complaint(assay({"check", "--kernels", kernels, kGather}),
                   "gather.cl:2:10: there is no kernel a");
  folder.file("gather.cl", "//: variant a\n//: pass moves groups 1\nkernel void move(CASES) {}\n");
  expect_complaint(assay({"check", "--kernels", kernels, kGather}),
                   "gather.cl:2:10: there is no kernel moves; the nearest is \"move\"");
  // What the compiler refuses is no mistake of the harness's input: it is the driver's word.
  folder.file("gather.cl",
              "//: variant a\n//: pass a groups 1\nkernel void a(CASES) {\n  int b = no;\n}\n");
  const Ran refused = assay({"check", "--kernels", kernels, kGather});
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.out.find("gather.cl:4:11: "), std::string::npos) << refused.out;
  folder.file("gather.cl", "");
  expect_complaint(assay({"check", "--kernels", kernels, kGather}), "no variant");
  expect_complaint(assay({"check", kGather + "@variant=nope"}), "nope");
}

}  // namespace
}  // namespace assay::cmd::testing
