#include "conformance/keep/run_folder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <map>

#include "conformance/verdict/judgement_json.h"
#include "specs/case_text.h"
#include "testing/conformance/device.h"
#include "testing/conformance/goals.h"

namespace assay::conformance::testing {
namespace {

namespace fs = std::filesystem;

std::string write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
  return text;
}

/// A folder as a run leaves it that was stopped while batches 3 to 5 were in hand. It has
/// reproducers of batches 2 and 5.
fs::path stopped_run(const std::string& name) {
  const fs::path folder = test_folder() / name;
  fs::remove_all(folder);
  Checkpoint checkpoint;
  checkpoint.options.operators = {catalogue().find("gather")};
  checkpoint.state.next_batch = 6;
  for (const char* file : {"results.csv", "failures.jsonl", "reproducers/2-1/README.md",
                           "reproducers/5-1/README.md"}) {
    write(folder / file, file == std::string("failures.jsonl") ? "" : "some text\n");
    checkpoint.files[file] = Seal::of_file(folder / file);
  }
  checkpoint.go_on_from.emplace();
  checkpoint.go_on_from->state.next_batch = 3;
  write(folder / "checkpoint.json", checkpoint_text(checkpoint));
  return folder;
}

TEST(RunFolder, goes_on_though_a_reproducer_of_a_batch_in_hand_was_written_anew) {
  const fs::path folder = stopped_run("goes_on");
  // A run that went on from here was killed before it wrote a checkpoint.
  write(folder / "reproducers/5-1/README.md", "other text");
  StoppedRun stopped = take_up(folder, catalogue());
  EXPECT_TRUE(stopped.checkpoint.files.contains("reproducers/2-1/README.md"));
  EXPECT_FALSE(stopped.checkpoint.files.contains("reproducers/5-1/README.md"));
  const RunFolder again(folder, std::move(stopped), Gate({}, catalogue()));
  EXPECT_TRUE(fs::exists(folder / "reproducers/2-1"));
  EXPECT_FALSE(fs::exists(folder / "reproducers/5-1")) << "batch 5 is judged again";
}

TEST(RunFolder, does_not_go_on_where_a_reproducer_of_a_judged_batch_was_changed) {
  const fs::path folder = stopped_run("changed");
  write(folder / "reproducers/2-1/README.md", "other text");
  EXPECT_THROW(take_up(folder, catalogue()), Error);
}

TEST(RunFolder, goes_on_where_a_run_was_killed_while_it_replaced_its_failures) {
  const fs::path folder = stopped_run("replaced");
  // The checkpoint has the seal of the file that was not renamed yet.
  fs::rename(folder / "failures.jsonl", folder / "failures.jsonl.anew");
  write(folder / "failures.jsonl.partial", "waived otherwise\n");
  {
    const auto stopped = take_up(folder, catalogue());
  }
  EXPECT_FALSE(fs::exists(folder / "failures.jsonl.anew"));
  EXPECT_EQ(fs::file_size(folder / "failures.jsonl.partial"), 0u);
  // The checkpoint was not written yet.
  write(folder / "failures.jsonl.anew", "waived otherwise\n");
  {
    const auto stopped = take_up(folder, catalogue());
  }
  EXPECT_FALSE(fs::exists(folder / "failures.jsonl.anew"));
  EXPECT_EQ(fs::file_size(folder / "failures.jsonl.partial"), 0u);
}

TEST(RunFolder, of_a_run_that_goes_on_has_what_was_told_of_batches_that_are_judged_again) {
  const fs::path folder = stopped_run("told");
  // Behind the seal stand three divergences, the last one of them incomplete.
  Judgement wrong, flaky;
  wrong.verdict = Verdict::Wrong;
  flaky.verdict = Verdict::Flaky;
  flaky.flaky_as = Verdict::Crashed;
  const specs::Json found{
      {"case", "one"}, {"batch_number", 4}, {"found", judgement_to_json(wrong)}};
  // Whether a waiver covers it now is asked when the batch is settled.
  const specs::Json waived{{"case", "waived"},
                           {"batch_number", 4},
                           {"found", judgement_to_json(flaky)},
                           {"waived", "id"}};
  write(folder / "failures.jsonl",
        specs::json_text(found) + "\n" + specs::json_text(waived) + "\n{\"case\": \"tw");
  const ToldFailures told{{4, {{"one", {}}, {"waived", {Verdict::Flaky, Verdict::Crashed}}}}};
  {
    StoppedRun stopped = take_up(folder, catalogue());
    EXPECT_EQ(stopped.checkpoint.state.told, told);
    // This run is killed at once.
    const RunFolder again(folder, std::move(stopped), Gate({}, catalogue()));
  }
  StoppedRun stopped = take_up(folder, catalogue());
  EXPECT_EQ(stopped.checkpoint.state.told, told);
  RunFolder again(folder, std::move(stopped), Gate({}, catalogue()));
  const ToldFailure hung{Verdict::Hung, Verdict::Hung};
  again.told(5, "two", hung);
  EXPECT_EQ(read_checkpoint(folder, catalogue()).state.told.at(5).at("two"), hung);
}

TEST(RunFolder, has_reproducers_of_cases_that_can_be_read_and_of_no_larger_ones) {
  const fs::path folder = test_folder() / "reproducers";
  fs::remove_all(folder);
  Checkpoint begun;
  begun.options.operators = {catalogue().find("element_wise_identity")};
  RunFolder run(folder, std::move(begun));
  for (const unsigned size : {1000u, 600'000u}) {
    Record record;
    record.found =
        specs::parse_case(fmt::format("element_wise_identity:level=3_0:InputTensor=UINT8.1x1x1x{0}:"
                                      "OutputTensor=UINT8.1x1x1x{0}:seed=1@variant=each",
                                      size),
                          catalogue());
    record.route = parse_route(record.found.route);
    record.judgement.verdict = Verdict::Wrong;
    record.shrunk = record.found;
    record.shrunk_route = record.route;
    record.shrunk_judgement = record.judgement;
    const fs::path reproducer =
        run.found(record, sound_pipeline().device(), {"", "assay"}, nullptr, &built_in_kernels());
    EXPECT_EQ(fs::exists(reproducer / "reproduce.c"), size == 1000) << reproducer;
    EXPECT_EQ(reproducer.empty(), size != 1000);
  }
}

TEST(RunFolder, is_not_waited_for_where_a_pipe_stands_in_the_place_of_a_file) {
  for (const char* file : {"checkpoint.json", "results.csv", "reproducers/2-1/README.md"}) {
    const fs::path folder = stopped_run("pipe");
    fs::remove(folder / file);
    ASSERT_EQ(::mkfifo((folder / file).c_str(), 0600), 0);
    EXPECT_THROW(take_up(folder, catalogue()), Error) << file;
  }
}

}  // namespace
}  // namespace assay::conformance::testing
