// Reports of runs that the tests make up.
#include "conformance/report/run_report.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "conformance/keep/run_json.h"
#include "ops/error.h"
#include "testing/conformance/device.h"
#include "testing/places.h"

namespace assay::conformance::testing {
namespace {

using specs::Json;

const std::string kCase =
    "gather:level=4_1:InputTensor=FLOAT32.4:IndicesTensor=UINT32.4:OutputTensor=FLOAT32.4:Axis=0:"
    "IndexDimensions=1@variant=bits";

Json failure(const std::string& verdict, const std::string& message) {
  return {{"format", kFormatVersion},
          {"case", kCase},
          {"device", "a device"},
          {"found", {{"verdict", verdict}, {"message", message}}},
          {"reproduce", "assay check " + kCase}};
}

RunReport made_up(std::vector<Json> failures) {
  RunReport report;
  report.run = Json::parse(R"({
    "format": 4, "assay": "0.1.0", "command": "assay run", "exit_code": 1, "cases": 3,
    "divergences": 1, "summary": "1 of 3 cases diverge.", "options": {"seed": 1},
    "device": {"name": "a | device", "platform": "P", "driver_version": "1", "version": "2"},
    "operators": {"gather": {"verdicts": {"Pass": 1, "Skip": 1, "Wrong": 1},
      "rules": {"axis": {"satisfied": 2}, "output-sizes": {"satisfied": 0}}}},
    "findings": [], "skips": [{"reason": "fp64", "short": false, "count": 1}]})");
  report.failures = std::move(failures);
  report.rows =
      std::vector<ResultRow>{{kCase, "Pass", 0.5}, {kCase, "Wrong", 0.25}, {kCase, "Skip", 0}};
  return report;
}

std::size_t occurrences(const std::string& text, const std::string& of) {
  std::size_t n = 0;
  for (std::size_t at = text.find(of); at != text.npos; at = text.find(of, at + 1)) ++n;
  return n;
}

TEST(Junit, has_a_test_a_case_and_a_failure_a_divergence) {
  const std::string xml = report_junit(made_up({failure("Wrong", "came 3")}));
  EXPECT_EQ(occurrences(xml, "<testcase "), 3u) << xml;
  EXPECT_EQ(occurrences(xml, "<skipped/>"), 1u) << xml;
  EXPECT_EQ(occurrences(xml, "<failure type=\"Wrong\" message=\"came 3\">"), 1u) << xml;
  EXPECT_EQ(occurrences(xml, "tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\""), 2u) << xml;
}

TEST(Junit, of_a_long_run_has_a_test_a_divergence_and_one_for_all_that_passed) {
  RunReport report = made_up({failure("Wrong", "came 3")});
  report.rows.reset();
  const std::string xml = report_junit(report);
  EXPECT_EQ(occurrences(xml, "name=\"1 cases did not fail\""), 1u) << xml;
  EXPECT_EQ(occurrences(xml, "name=\"1 cases were skipped\""), 1u) << xml;
  EXPECT_EQ(occurrences(xml, "<failure type=\"Wrong\" message=\"came 3\">"), 1u) << xml;
  EXPECT_EQ(occurrences(xml, "tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\""), 2u) << xml;
  // Rows are kept up to a number, so that the memory of a run is bounded.
  report.rows.emplace();
  const std::vector<Settled> batch(60'000, {std::string(kCase), Verdict::Pass, 0.5});
  report.keep_rows(batch);
  EXPECT_EQ(report.rows->size(), batch.size());
  report.keep_rows(batch);
  report.keep_rows(batch);
  EXPECT_FALSE(report.rows);
}

TEST(Junit, counts_what_is_waived_as_skipped) {
  Json waived = failure("Wrong", "came 3");
  waived["waived"] = "known <1>";
  RunReport green = made_up({waived});
  green.run["exit_code"] = 0;
  const std::string xml = report_junit(green);
  EXPECT_EQ(occurrences(xml, "<skipped message=\"waived: known &lt;1&gt;: Wrong\"/>"), 1u) << xml;
  EXPECT_EQ(occurrences(xml, "tests=\"3\" failures=\"0\" errors=\"0\" skipped=\"2\""), 2u) << xml;
  const Json log = Json::parse(report_sarif(made_up({waived}), catalogue()));
  EXPECT_EQ(log["runs"][0]["results"][0]["suppressions"][0]["justification"], "waiver known <1>");
  const std::string text =
      report_markdown(made_up({waived, failure("Wrong", "came 4")}), catalogue());
  EXPECT_NE(text.find("1 are known and waived:\n\n- known \\<1\\>: 1\n"), text.npos) << text;
  EXPECT_EQ(occurrences(text, "<details>"), 1u) << text;
}

TEST(Report, of_each_format_names_the_c_file_of_a_divergence) {
  Json shrunk = failure("Wrong", "came 3");
  const std::string words = "as C file: reproducers/7-1/reproduce.c";
  for (const bool has : {false, true}) {
    if (has) shrunk["reproducer"] = "reproducers/7-1";
    for (const std::string& text :
         {report_junit(made_up({shrunk})), report_sarif(made_up({shrunk}), catalogue()),
          report_markdown(made_up({shrunk}), catalogue())})
      EXPECT_EQ(occurrences(text, words), has ? 1u : 0u) << text;
  }
}

RunReport gate_is_red(int code, const char* about, const char* text) {
  RunReport report = made_up({});
  report.run["exit_code"] = code;
  report.run["operators"]["gather"]["verdicts"] = {{"Pass", 2}};
  report.run["complaints"] = {
      {{"about", "waivers"}, {"text", "Waiver unused: old"}, {"red", false}},
      {{"about", about}, {"text", text}, {"red", true}}};
  report.rows = std::vector<ResultRow>{{kCase, "Pass", 0.5}, {kCase, "Pass", 0.25}};
  return report;
}

TEST(Gate, that_is_red_is_red_in_every_report) {
  for (const auto& [code, about] : {std::pair{1, "waivers"}, {3, "shards"}}) {
    const RunReport report = gate_is_red(code, about, "it is <so>");
    const std::string xml = report_junit(report);
    EXPECT_EQ(occurrences(xml, "tests=\"3\" failures=\"0\" errors=\"1\" skipped=\"0\""), 1u) << xml;
    EXPECT_EQ(occurrences(xml, fmt::format("<testcase classname=\"gate\" name=\"{}\" time=\"0\">"
                                           "<error type=\"gate\" message=\"it is &lt;so&gt;\">",
                                           about)),
              1u)
        << xml;
    EXPECT_EQ(xml.find("Waiver unused"), xml.npos);
    const Json call = Json::parse(report_sarif(report, catalogue()))["runs"][0]["invocations"][0];
    EXPECT_EQ(call["executionSuccessful"], false);
    EXPECT_EQ(call["toolExecutionNotifications"][0]["level"], "note");
    EXPECT_EQ(call["toolExecutionNotifications"][1]["level"], "error");
    EXPECT_EQ(call["toolExecutionNotifications"][1]["message"]["text"], "it is <so>");
    const std::string text = report_markdown(report, catalogue());
    EXPECT_NE(text.find("\n- Waiver unused: old\n- it is \\<so\\>\n"), text.npos) << text;
  }
}

TEST(Gate, that_is_red_is_so_even_where_nothing_says_why) {
  RunReport report = gate_is_red(3, "shards", "x");
  report.run["complaints"] = Json::array();
  EXPECT_EQ(occurrences(report_junit(report), "<error "), 1u);
  // Where a divergence has no waiver, nothing need be added.
  report.failures = {failure("Wrong", "came 3")};
  report.run["exit_code"] = 1;
  EXPECT_EQ(occurrences(report_junit(report), "<error "), 0u);
  const Json log = Json::parse(report_sarif(report, catalogue()));
  EXPECT_EQ(log["runs"][0]["invocations"][0]["executionSuccessful"], true);
}

TEST(Junit, holds_nothing_that_xml_cannot) {
  const std::string words("<&>\"\x01\xff\xed\xa0\x80\xef\xbf\xbf\xc3\xa9", 14);
  const std::string xml = report_junit(made_up({failure("Wrong", words)}));
  EXPECT_NE(xml.find("message=\"&lt;&amp;&gt;&quot;????????\xc3\xa9\""), xml.npos) << xml;
}

TEST(Sarif, points_at_the_rule_and_its_line_of_the_spec) {
  Json stray = failure("Stray", "guard after");
  stray["found"]["stray"] = {{"name", "OutputTensor"}};
  const Json log =
      Json::parse(report_sarif(made_up({failure("Wrong", "came 3"), stray}), catalogue()));
  const Json& run = log["runs"][0];
  ASSERT_EQ(run["results"].size(), 2u);
  const std::string expected[] = {"gather/answer", "gather/OutputTensor.minimum-bytes"};
  const std::string at_line[] = {"\"summary\": ", "\"name\": \"OutputTensor\""};
  for (std::size_t i = 0; i < 2; ++i) {
    const Json& result = run["results"][i];
    const Json& rule = run["tool"]["driver"]["rules"][result["ruleIndex"].get<std::size_t>()];
    EXPECT_EQ(rule["id"], result["ruleId"]);
    EXPECT_EQ(result["ruleId"], expected[i]);
    const Json& place = result["locations"][0]["physicalLocation"];
    EXPECT_EQ(place["artifactLocation"]["uri"], "specs/operators/gather.json");
    std::ifstream spec(assay::testing::source_folder() / "specs/operators/gather.json");
    std::string line;
    for (int n = place["region"]["startLine"]; n > 0; --n) std::getline(spec, line);
    EXPECT_NE(line.find(at_line[i]), line.npos) << line;
  }
}

/// A run of two failures, of which the second is that of a finding.
RunReport with_finding() {
  RunReport report = made_up({failure("Wrong", "came 3"), failure("Wrong", "came 4")});
  report.run["findings"] = {{{"key", "0123456789abcdef"},
                             {"title", "Wrong in gather, 1 case"},
                             {"sentence", "The one failing case has Axis=0."},
                             {"failing", {1}}}};
  report.rows = std::vector<ResultRow>{{kCase, "Wrong", 0.5}, {kCase, "Wrong", 0.25}};
  return report;
}

TEST(Junit, leads_a_failure_by_its_finding) {
  const std::string xml = report_junit(with_finding());
  EXPECT_EQ(occurrences(xml, "message=\"came 3\">came 3"), 1u) << xml;
  EXPECT_EQ(occurrences(xml,
                        "message=\"came 4\">finding 0123456789abcdef: Wrong in gather, 1 case"
                        "&#10;The one failing case has Axis=0.&#10;came 4"),
            1u)
      << xml;
}

TEST(Sarif, has_the_failures_of_findings_first) {
  const Json results = Json::parse(report_sarif(with_finding(), catalogue()))["runs"][0]["results"];
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0]["partialFingerprints"]["finding/v1"], "0123456789abcdef");
  EXPECT_NE(results[0]["message"]["text"].get<std::string>().find(
                "came 4\nThe one failing case has Axis=0.\nreproduce: "),
            std::string::npos)
      << results[0];
  EXPECT_FALSE(results[1]["partialFingerprints"].contains("finding/v1"));
}

TEST(Sarif, names_the_rule_that_a_backend_let_pass) {
  Json accepted = failure("Accepted", "accepted a descriptor that breaks axis");
  accepted["found"]["accepted"] = {{"rule", "axis"}, {"sentence", "Axis is less."}};
  const Json log = Json::parse(report_sarif(made_up({accepted}), catalogue()));
  EXPECT_EQ(log["runs"][0]["results"][0]["ruleId"], "gather/axis");
}

TEST(Sarif, is_refused_for_an_operator_without_a_spec) {
  RunReport report = made_up({});
  report.run["operators"]["nope"] = report.run["operators"]["gather"];
  EXPECT_THROW(report_sarif(report, catalogue()), Error);
  EXPECT_THROW(report_html(report, catalogue()), Error);
}

TEST(Markdown, says_what_the_run_came_to_and_which_rules_nothing_tested) {
  const std::string text = report_markdown(made_up({failure("Wrong", "came ``` 3")}), catalogue());
  for (const char* words :
       {"## assay: 1 of 3 cases diverge.", "a \\| device", "`gather/output-sizes`", "| 1/2 |",
        "Skipped 1: fp64 (absent)", "````\ncame ``` 3\n````"})
    EXPECT_NE(text.find(words), text.npos) << words << " is not in\n" << text;
}

TEST(Markdown, stays_short_enough_for_a_comment) {
  const std::string text = report_markdown(
      made_up(std::vector<Json>(10000, failure("Wrong", std::string(9000, 'x')))), catalogue());
  EXPECT_LT(text.size(), 65536u);
  EXPECT_NE(text.find("and 9,999 more."), text.npos);
}

/// A failure of gather that was shrunk, with a wrong element.
Json wrong_failure(unsigned seed) {
  const std::string line =
      "gather:level=4_1:InputTensor=FLOAT32.2:IndicesTensor=INT32.1:OutputTensor=FLOAT32.1:Axis=0:"
      "IndexDimensions=1:indices=negative";
  Json f = failure("Wrong", "OutputTensor[0]: permitted 4, came 3");
  f["case"] = fmt::format("{}:seed={}@variant=bits", line, seed);
  f["shrunk"] = line + "@variant=bits";
  f["shrunk_found"] = f["found"];
  f["shrunk_found"]["wrong"] = {{"tensor", "OutputTensor"}, {"came", "3"}};
  return f;
}

/// A run with a finding of four divergences, of which three shrank to the same case, and one
/// divergence that no finding has.
RunReport with_four_of_a_finding() {
  RunReport report = made_up({wrong_failure(1), wrong_failure(2), wrong_failure(3),
                              failure("Wrong", "OutputTensor[0]: permitted 4, came 5"),
                              failure("Hung", "no end")});
  report.run["findings"] = {{{"key", "ab"},
                             {"title", "Wrong in gather, 4 cases"},
                             {"sentence", "All 4 failing cases have indices=negative."},
                             {"failing", {0, 1, 2, 3}}}};
  return report;
}

TEST(Markdown, has_each_case_of_a_finding_once_with_its_inputs) {
  const std::string text = report_markdown(with_four_of_a_finding(), catalogue());
  EXPECT_EQ(occurrences(text, "<details>"), 3u) << text;
  EXPECT_EQ(occurrences(text, "<summary>Wrong gather: OutputTensor[0]: permitted 4, came 3<"), 1u)
      << text;
  EXPECT_EQ(occurrences(text, "InputTensor = ["), 1u) << text;
  const std::size_t finding = text.find("All 4 failing cases"), case_of = text.find("came 3<"),
                    other = text.find("no end");
  EXPECT_TRUE(finding < case_of && case_of < other && other < text.size()) << text;
  EXPECT_NE(text.find("and 2 more."), text.npos) << text;
}

TEST(Sarif, tells_the_inputs_and_the_finding) {
  const Json log = Json::parse(report_sarif(with_four_of_a_finding(), catalogue()));
  const std::string text = log["runs"][0]["results"][0]["message"]["text"];
  EXPECT_NE(text.find("InputTensor = ["), text.npos) << text;
  EXPECT_NE(text.find("\nAll 4 failing cases"), text.npos) << text;
}

TEST(Junit, begins_with_the_findings) {
  const std::string xml = report_junit(with_four_of_a_finding());
  const std::size_t finding = xml.find("<system-out>finding ab: Wrong in gather, 4 cases");
  EXPECT_LT(finding, xml.find("<testsuite name=\"gather\"")) << xml;
}

TEST(Html, has_data_that_cannot_end_its_element) {
  RunReport report = made_up({failure("Wrong", "</script><script>{{chart}}")});
  const std::string page = report_html(report, catalogue());
  EXPECT_EQ(page.find("</script><script>{{"), page.npos);
  EXPECT_NE(page.find("\\u003c/script>\\u003cscript>{{chart}}"), page.npos);
  EXPECT_EQ(occurrences(page, "<script"), 3u);
}

}  // namespace
}  // namespace assay::conformance::testing
