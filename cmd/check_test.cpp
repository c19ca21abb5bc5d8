// Tests of `assay check` and `assay shrink`.
#include <gtest/gtest.h>

#include "specs/case.h"
#include "testing/cmd/program.h"
#include "testing/places.h"
#include "testing/specs/catalogue.h"

namespace assay::cmd::testing {
namespace {

using specs::testing::catalogue;

TEST(Check, goes_on_with_the_others_where_a_case_is_bad) {
  const std::string invalid = kGather + "x", unknown = "nope:level=4_1";
  const Ran ran = assay({"check", "-"}, {unknown + "\n" + kGather + "\n" + invalid + "\n", {}, {}});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.out, "Pass  " + kGather + "\n");
  EXPECT_NE(ran.err.find("standard input:1: column 1: no operator \"nope\""), std::string::npos);
  EXPECT_NE(ran.err.find("standard input:3: "), std::string::npos) << ran.err;
}

TEST(Check, names_all_variants_by_which_a_case_fails) {
  const TestFolder folder;
  const std::string sound = text_of(source_folder() / "opencl/kernels/copy_each.clh");
  folder.file("copy_each.clh", with(sound, "= InputTensor[", "= 1 + InputTensor["));
  const std::vector<std::string> words{"check", "--kernels", folder.path.string(), kGather};
  const Ran ran = assay(words);
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_NE(ran.out.find("  fails by the variants bits, typed"), std::string::npos) << ran.out;
}

TEST(Check, passes_by_every_variant) {
  const Ran ran = assay({"check", kGather, kNegative});
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_EQ(ran.lines()[0], "Pass  " + kGather);
  EXPECT_EQ(ran.lines()[1], "Pass  " + kNegative);
}

TEST(Check, reads_case_lists_and_standard_input) {
  const TestFolder folder;
  const std::string list = "# two cases\n" + kGather + "\n\n" + kNegative + "\r\n#\n";
  for (const Ran& ran : {assay({"check", "--json", folder.file("cases.txt", list)}),
                         assay({"check", "--json", "-"}, {list, {}, {}})}) {
    EXPECT_EQ(ran.code, 0) << ran.err;
    ASSERT_EQ(ran.lines().size(), 2u);
    EXPECT_EQ(Json::parse(ran.lines()[0])["case"], kGather);
    EXPECT_EQ(Json::parse(ran.lines()[1])["case"], kNegative);
    EXPECT_EQ(Json::parse(ran.lines()[1])["verdict"], "Pass");
  }
}

TEST(Check, tells_where_what_was_permitted_and_what_came) {
  const TestFolder folder;
  const std::string kernels = faulty_kernels();
  const Ran text = assay({"check", "--kernels", kernels, kNegative});
  EXPECT_EQ(text.code, 1) << text.err;
  EXPECT_TRUE(text.out.starts_with("Wrong  " + kNegative)) << text.out;
  // An engineer can compute the answer by hand: what the operator does, of which inputs.
  const std::string& summary = catalogue().find("gather")->summary;
  EXPECT_NE(text.out.find("\n  " + summary + "\n"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("\n  InputTensor = ["), std::string::npos) << text.out;
  const std::size_t indices = text.out.find("], IndicesTensor = [");
  ASSERT_NE(indices, std::string::npos) << text.out;
  EXPECT_LT(text.out.find('-', indices), text.out.find("], ", indices + 1)) << text.out;
  EXPECT_NE(text.out.find("]: permitted "), std::string::npos) << text.out;
  const Json json = Json::parse(assay({"check", "--json", "--kernels", kernels, kNegative}).out);
  EXPECT_EQ(json["verdict"], "Wrong");
  EXPECT_EQ(json["wrong"]["tensor"], "OutputTensor");
  EXPECT_TRUE(json["wrong"].contains("permitted"));
  EXPECT_TRUE(json["wrong"].contains("came"));
  EXPECT_EQ(json["wrong"]["of"], 8);
  EXPECT_TRUE(json.contains("variant"));
}

TEST(Check, compares_files_with_their_own_answers) {
  const TestFolder folder;
  const std::string right = folder.file("right.case.json", gather_file("[2, 1, 4, 3, \"nan\", 5]"));
  const Ran passed = assay({"check", "--json", right});
  EXPECT_EQ(passed.code, 0) << passed.out << passed.err;
  EXPECT_EQ(Json::parse(passed.out)["case"], right);
  const std::string wrong = folder.file("wrong.case.json", gather_file("[2, 1, 4, 3, 6, 5]"));
  const Ran disputed = assay({"check", "--json", wrong});
  EXPECT_EQ(disputed.code, 2);
  EXPECT_EQ(Json::parse(disputed.out)["verdict"], "Disputed");
  EXPECT_EQ(assay({"oracle", wrong}).code, 2);
  const auto in_batch = [&](const std::string& name, std::string file) {
    file.pop_back();
    return folder.file(name + ".case.json", file + R"(, "route": "variant=bits"})");
  };
  const Ran batch =
      assay({"check", "--batch", "--json", in_batch("a", gather_file("[2, 1, 4, 3, \"nan\", 5]")),
             in_batch("b", gather_file("[2, 1, 4, 3, 6, 5]"))});
  EXPECT_EQ(batch.code, 2) << batch.out << batch.err;
  ASSERT_EQ(batch.lines().size(), 2u);
  EXPECT_EQ(Json::parse(batch.lines()[0])["verdict"], "Disputed");
  EXPECT_EQ(Json::parse(batch.lines()[1])["verdict"], "Pass");
}

TEST(Check, compares_the_answers_of_each_output) {
  const TestFolder folder;
  const auto verdict = [&](const std::string& second) {
    const std::string file =
        R"({"operator": "split", "level": "3_0", "members": {"OutputCount": 2, "Axis": 0},
      "tensors": {
        "InputTensor": {"type": "FLOAT32", "sizes": [3], "data": [1, 2, "nan"]},
        "OutputTensors": [{"type": "FLOAT32", "sizes": [1], "data": [1]},
                          {"type": "FLOAT32", "sizes": [2])" +
        second + "}]}}";
    const Ran ran = assay({"check", "--json", folder.file("split.case.json", file)});
    return ran.code == 2 && ran.out.empty() ? ran.err : Json::parse(ran.out)["verdict"].dump();
  };
  EXPECT_EQ(verdict(""), "\"Pass\"");
  EXPECT_EQ(verdict(R"(, "data": [2, "nan"])"), "\"Pass\"");
  EXPECT_EQ(verdict(R"(, "data": [2, 3])"), "\"Disputed\"");
}

TEST(Check, refuses_nothing_silently_in_a_batch) {
  const std::string a = kGather + "@variant=bits", b = kGather + ":seed=1@variant=bits";
  const Ran ran = assay({"check", "--batch", "--json", a, b});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.lines().size(), 2u);
  expect_complaint(assay({"check", "--batch", a, kNegative + "@variant=bits"}), "--batch");
  expect_complaint(assay({"check", "--batch", kGather}), "--batch");
}

TEST(Check, tells_of_kernels_that_do_not_build) {
  const TestFolder folder;
  folder.file("gather.cl",
              "//: variant a\n//: pass a groups 1\nkernel void a(CASES) { nonsense }\n");
  const Ran ran = assay({"check", "--json", "--kernels", folder.path.string(), kGather});
  EXPECT_EQ(ran.code, 1);
  const Json json = Json::parse(ran.lines().at(0));
  EXPECT_EQ(json["verdict"], "Refused");
  EXPECT_EQ(json["refused"]["call"], "clBuildProgram");
  EXPECT_NE(json["refused"]["build_log"].get<std::string>().find("nonsense"), std::string::npos);
}

TEST(Shrink, gives_the_smallest_case_that_fails_alike) {
  const TestFolder folder;
  const std::string kernels = faulty_kernels();
  const Ran ran = assay({"shrink", "--json", "--kernels", kernels, kNegative});
  EXPECT_EQ(ran.code, 1) << ran.err;
  const Json json = Json::parse(ran.out);
  const std::string shrunk = json["shrunk"];
  EXPECT_NE(shrunk.find("InputTensor=FLOAT32.2:"), std::string::npos) << shrunk;
  EXPECT_EQ(assay({"check", "--kernels", kernels, shrunk}).code, 1);
  EXPECT_EQ(assay({"check", shrunk}).code, 0);
  const Ran text = assay({"shrink", "--kernels", kernels, kNegative});
  EXPECT_NE(text.out.find(std::string("reproduce: ") + assay::testing::built_program() + " check"),
            std::string::npos)
      << text.out;
  EXPECT_NE(text.out.find("  InputTensor = ["), std::string::npos) << text.out;
  const Ran nothing = assay({"shrink", kNegative});
  EXPECT_EQ(nothing.code, 0);
  EXPECT_NE(nothing.out.find("nothing to shrink"), std::string::npos);
}

TEST(Shrink, prints_commands_with_the_program_and_the_specs_as_they_were_named) {
  const TestFolder folder;
  const std::string program = std::string(assay::testing::built_program()) + " --specs " +
                              (source_folder() / "specs/operators").string();
  const std::string told = (folder.path / "told").string();
  const std::string command =
      program + " shrink --kernels " + faulty_kernels() + " '" + kNegative + "' > " + told;
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 1);
  EXPECT_NE(text_of(told).find("reproduce: " + program + " check --device"), std::string::npos)
      << text_of(told);
}

}  // namespace
}  // namespace assay::cmd::testing
