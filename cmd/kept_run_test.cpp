// Tests the readers of run folders whose files are cut off, missing or not those of a run. Each
// reader names the file and what is wrong with it, and writes nothing.
#include <gtest/gtest.h>

#include <fstream>
#include <functional>

#include "testing/cmd/program.h"

namespace assay::cmd::testing {
namespace {

namespace fs = std::filesystem;

/// Tests with a run that has divergences, and a copy of it that can be damaged.
class KeptRun : public ::testing::Test {
 protected:
  KeptRun() {
    const Ran ran =
        assay({"run", "--cases", "200", "--operator", "gather", "--plain", "--max-elements", "256",
               "--kernels", faulty_kernels(), "--out", whole_.string()});
    EXPECT_EQ(ran.code, 1) << ran.err;
  }

  /// Edits `file` in a copy of the run, which is sealed anew where `sealed`, and expects that each
  /// of `commands` complains of it with `words`.
  void expect(const std::string& file, const std::function<std::string(std::string)>& edit,
              const std::string& words, const std::vector<std::string>& commands,
              bool sealed = true) {
    fs::remove_all(copy_);
    fs::copy(whole_, copy_, fs::copy_options::recursive);
    const std::string edited = edit(text_of(whole_ / file));
    std::ofstream(copy_ / file, std::ios::binary) << edited;
    if (sealed) seal_again(copy_);
    const std::string run = copy_.string(), out = (folder_.path / "made").string();
    for (const std::string& command : commands) {
      const Ran ran = command == "report"
                          ? assay({"report", run, "--junit", out, "--html", out + "2"})
                      : command == "waive"    ? assay({"waive", run, "--owner", "me"})
                      : command == "explain"  ? assay({"explain", run})
                      : command == "mesa"     ? assay({"mesa", run, "--out", out})
                      : command == "diff-old" ? assay({"diff", run, whole_.string()})
                      : command == "diff-new" ? assay({"diff", whole_.string(), run})
                      : command == "merge"    ? assay({"merge", run, "--out", out})
                                              : assay({"run", "--resume", run});
      SCOPED_TRACE(command);
      expect_complaint(ran, (copy_ / file).string());
      expect_complaint(ran, words);
      EXPECT_EQ(ran.err.find("json.exception"), std::string::npos) << ran.err;
      for (const char* made :
           {"made/run.json", "made/checkpoint.json", "made/results.csv", "made2"})
        EXPECT_FALSE(fs::exists(folder_.path / made)) << made;
      fs::remove_all(out);
    }
  }

  TestFolder folder_;
  fs::path whole_ = folder_.path / "whole", copy_ = folder_.path / "copy";
};

using Edit = std::function<std::string(std::string)>;

Edit replaced(const std::string& from, const std::string& to) {
  return [=](std::string text) { return with(std::move(text), from, to); };
}
Edit is(const std::string& text) {
  return [=](const std::string&) { return text; };
}

/// An edit that changes a run.json by `change`.
Edit changed(const std::function<void(Json&)>& change) {
  return [=](const std::string& text) {
    Json json = Json::parse(text);
    change(json);
    return json.dump();
  };
}

TEST_F(KeptRun, in_which_one_verdict_is_changed_is_none_for_any_command) {
  const std::vector<std::string> all{"report",   "waive",    "mesa",  "explain",
                                     "diff-old", "diff-new", "merge", "resume"};
  const Edit one_byte = [](std::string text) {
    text[text.size() / 2] = static_cast<char>(text[text.size() / 2] ^ 1);
    return text;
  };
  const std::string changed = "was changed after it was written";
  expect("results.csv", replaced(",Wrong,", ",Pass,"), changed, all, false);
  expect("failures.jsonl", replaced("\"verdict\":\"Wrong\"", "\"verdict\":\"Stray\""), changed, all,
         false);
  expect("run.json", replaced("\"Wrong\": ", "\"Wrong\": 1"), changed, all, false);
  expect("checkpoint.json", replaced("\"cases\":200", "\"cases\":201"), changed, all, false);
  for (const auto& entry : fs::recursive_directory_iterator(whole_ / "reproducers"))
    if (entry.is_regular_file()) {
      expect(entry.path().lexically_relative(whole_).string(), one_byte, changed, all, false);
      break;
    }
}

TEST_F(KeptRun, of_which_only_the_results_file_is_named_is_sealed_too) {
  const std::string mesa = (folder_.path / "mesa").string();
  const auto readers = [&](const fs::path& file) -> std::vector<std::vector<std::string>> {
    return {{"mesa", file.string(), "--out", mesa},
            {"diff", file.string(), whole_.string()},
            {"diff", whole_.string(), file.string()}};
  };
  for (const auto& words : readers(whole_ / "results.csv"))
    EXPECT_EQ(assay(words).code, 0) << words[0];
  fs::remove_all(mesa);
  fs::copy(whole_, copy_, fs::copy_options::recursive);
  std::ofstream(copy_ / "results.csv", std::ios::binary)
      << with(text_of(whole_ / "results.csv"), ",Wrong,", ",Pass,");
  for (const auto& words : readers(copy_ / "results.csv"))
    expect_complaint(assay(words), "was changed after it was written");
  // Apart from its run, nothing tells whether it was changed.
  const fs::path alone = folder_.path / "alone.csv";
  fs::copy(whole_ / "results.csv", alone);
  for (const auto& words : readers(alone))
    expect_complaint(assay(words), "alone.csv: is a results file of assay without the run.json");
  fs::copy(alone, whole_ / "other.csv");
  for (const auto& words : readers(whole_ / "other.csv"))
    expect_complaint(assay(words), "other.csv: is a results file of assay without");
  expect_complaint(assay({"mesa", folder_.file("empty.csv", ""), "--out", mesa}), "has no results");
  EXPECT_FALSE(fs::exists(fs::path(mesa) / "results.csv"));
}

TEST_F(KeptRun, without_a_sound_run_json_is_none) {
  const std::vector<std::string> all{"report", "waive", "mesa", "diff-old", "diff-new", "merge"};
  expect(
      "run.json", [](const std::string& text) { return text.substr(0, text.size() / 2); },
      "run.json:", all);
  expect("run.json", is(""), "run.json:1:1: ", all);
  expect("run.json", is("[]"), of_this_format("not of format {}"), all);
  expect("run.json", replaced(of_this_format("\"format\": {}"), "\"format\": 99"),
         of_this_format("not of format {}"), all);
  expect("run.json", changed([](Json& run) { run.erase("device"); }), "\"device\" is missing", all);
  expect("run.json", changed([](Json& run) { run["device"]["name"] = nullptr; }),
         "device/name: must be a string", {"report", "merge"});
  expect("run.json", changed([](Json& run) { run["cases"] = 199; }), "cases: is not 200", all);
  expect("run.json", changed([](Json& run) { run["divergences"] = 0; }), "divergences: is not ",
         {"report"});
  expect("run.json", changed([](Json& run) { run["operators"]["gather"]["verdicts"]["Bad"] = 1; }),
         "operators/gather/verdicts/Bad: is no verdict", {"report", "diff-new"});
  expect("run.json", changed([](Json& run) { run["operators"]["gather"]["worst_headroom"] = "x"; }),
         "worst_headroom: must be a number", {"report", "diff-old"});
  expect("run.json", changed([](Json& run) { run["times"] = Json::array(); }),
         "times: ", {"report"});
}

TEST_F(KeptRun, with_divergences_that_are_cut_off_is_none) {
  const std::vector<std::string> all{"report", "waive", "merge"};
  expect("failures.jsonl", is(""), "has 0 divergences, but run.json counts ", all);
  expect(
      "failures.jsonl",
      [](const std::string& text) { return text.substr(0, text.rfind('\n', text.size() - 2) + 1); },
      "divergences, but run.json counts ", all);
  expect(
      "failures.jsonl", [](const std::string& text) { return text.substr(0, text.size() - 9); },
      "failures.jsonl:", all);
  expect(
      "failures.jsonl",
      [](const std::string& text) { return text.substr(0, text.find('\n') + 1) + "null\n"; },
      of_this_format("failures.jsonl:2: not of format {}"), all);
  expect("failures.jsonl", replaced("\"verdict\":\"Wrong\"", "\"verdict\":\"Purple\""),
         "failures.jsonl:1: found: \"Purple\" is no verdict", all);
  expect("failures.jsonl", replaced("\"verdict\":\"Wrong\"", "\"verdict\":null"),
         "failures.jsonl:1: found: type must be string, but is null", all);
  expect("failures.jsonl", replaced("\"case\":", "\"place\":"), "\"case\" is missing", all);
}

TEST_F(KeptRun, with_rows_that_are_cut_off_is_none) {
  const std::vector<std::string> all{"report", "waive", "mesa", "diff-old", "diff-new"};
  const Edit shorter = [](const std::string& text) {
    return text.substr(0, text.rfind('\n', text.size() - 2) + 1);
  };
  expect("results.csv", shorter, "has 199 rows, but run.json counts 200 cases", all);
  expect("results.csv", shorter, "fewer rows than the shard has cases", {"merge"});
  expect("results.csv", is(""), "has 0 rows", all);
  expect("results.csv", replaced(",Pass,", ",Purple,"), "\"Purple\" is no status", all);
  expect("results.csv", replaced(",Pass,", ",Purple,"), "\"Purple\" is no status", {"merge"});
}

TEST_F(KeptRun, with_a_broken_checkpoint_does_not_go_on) {
  const std::vector<std::string> all{"merge", "resume"};
  expect("checkpoint.json", is("null"), of_this_format("not of format {}"), all);
  expect("checkpoint.json", is(of_this_format("{{\"format\": {}}}")),
         "no checkpoint of a run: ", all);
  expect(
      "checkpoint.json", [](const std::string& text) { return text.substr(0, 100); },
      "checkpoint.json:1:", all);
  expect("checkpoint.json", changed([](Json& c) { c["state"]["tally"] = nullptr; }),
         "no checkpoint of a run: ", all);
  expect("checkpoint.json",
         changed([](Json& c) { c["state"]["tally"]["operators"]["gather"]["cells"] = "99 "; }),
         "no data type 99", all);
  expect("checkpoint.json",
         changed([](Json& c) { c["state"]["tally"]["operators"]["gather"]["cells"] = "1 99 "; }),
         "no level 99", all);
  expect("checkpoint.json",
         changed([](Json& c) { c["state"]["tally"]["operators"]["gather"]["cells"] = "1 2"; }),
         "breaks off at \"2\"", all);
  expect("checkpoint.json", changed([](Json& c) { c["assay"] = "0.0.1"; }),
         "begun by assay 0.0.1, and this is ", all);
  expect("checkpoint.json", changed([](Json& c) { c["options"]["levels"] = {"9_9"}; }),
         "no feature level \"9_9\"", all);
}

}  // namespace
}  // namespace assay::cmd::testing
