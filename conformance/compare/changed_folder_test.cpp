// Whatever is changed in a run's folder, no command takes it for a run: each names the file.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <unistd.h>

#include <fstream>
#include <functional>

#include "conformance/compare/difference.h"
#include "conformance/compare/merge.h"
#include "conformance/compare/mesa.h"
#include "conformance/compare/waiver_draft.h"
#include "conformance/keep/run_folder.h"
#include "conformance/plan/batch_walk.h"
#include "conformance/report/run_report.h"
#include "ops/error.h"
#include "testing/conformance/device.h"
#include "testing/text_of.h"

namespace assay::conformance::testing {
namespace {

namespace fs = std::filesystem;
using assay::testing::text_of;

void write_whole(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

/// The finished folder of a run without a device, in which one case in seven is wrong.
class MadeUpRun {
 public:
  MadeUpRun() : folder_(test_folder() / fmt::format("changed-{}", ::getpid())) {
    fs::remove_all(folder_);
    options_.operators = {some_specs()[0]};
    options_.cases = 120;
    write_whole(folder_ / "reproducer/reproduce.c", std::string(9000, 'c'));
    RunFolder folder(run(), {.options = options_, .device = ""});
    const BatchPlan plan(options_);
    ops::KeptVector<specs::Case> cases;
    for (BatchWalk walk(plan, options_); !walk.at_end(); walk.next()) {
      plan.draw(walk.batch(), walk.count(), cases);
      for (const specs::Case& c : cases) settle(folder, walk.batch(), c);
      state_.next_batch = walk.batch() + 1;
    }
    CampaignResult result;
    result.state = state_;
    folder.close(
        Gate({}, catalogue())
            .judge({"0.2.0", opencl::DeviceInfo{}, options_, "assay run"}, std::move(result), {}));
    fs::copy(run(), sound(), fs::copy_options::recursive);
  }
  ~MadeUpRun() { fs::remove_all(folder_); }

  fs::path run() const { return folder_ / "run"; }
  fs::path sound() const { return folder_ / "sound"; }

  /// All that reads a run's folder, by the name of its command.
  std::map<std::string, std::function<void()>> commands() const {
    return {{"report", [this] { read_run(run(), true); }},
            {"explain", [this] { read_run(run(), false); }},
            {"waive", [this] { draft_waivers(run(), catalogue(), {}); }},
            {"mesa", [this] { write_mesa_files(run(), folder_ / "mesa", "x"); }},
            {"diff-old", [this] { compare_runs(run(), sound(), *open_gate()); }},
            {"diff-new", [this] { compare_runs(sound(), run(), *open_gate()); }},
            {"merge", [this] { merge_runs({run()}, catalogue(), {}, *open_gate()); }},
            {"resume", [this] { take_up(run(), catalogue()); }}};
  }

 private:
  static std::unique_ptr<Gate> open_gate() {
    return std::make_unique<Gate>(GateTerms{}, catalogue());
  }

  void settle(RunFolder& folder, std::uint64_t batch, const specs::Case& c) {
    Judgement j;
    if (state_.cases++ % 7 == 3) j.verdict = Verdict::Wrong;
    Route route;
    route.variant = "made-up";
    state_.tally.add(c, j);
    folder.settled({{line_of(c, route), j.verdict, 0.25}});
    if (j.verdict == Verdict::Pass) return;
    Record record;
    record.found = c;
    record.route = route;
    record.judgement = j;
    record.batch_number = batch;
    folder.found(record, {}, {"--device 'a device'", "assay"}, nullptr, nullptr);
    if (state_.cases < kReproduced) folder.keep_reproducer(folder_ / "reproducer", batch);
  }

  /// Of the failures among so many first cases there are reproducers.
  static constexpr std::uint64_t kReproduced = 20;

  fs::path folder_;
  CampaignOptions options_;
  CampaignState state_;
};

const MadeUpRun& made_up_run() {
  static const MadeUpRun run;
  return run;
}

std::string complaint_of(const std::function<void()>& command) {
  try {
    command();
  } catch (const Error& e) {
    return e.what();
  }
  return {};
}

/// The text with one byte changed, some bytes cut out, or some put in.
std::string changed(std::string text) {
  const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
  switch (*rc::gen::inRange(0, 3)) {
    case 0:
      text[at] = static_cast<char>(text[at] ^ *rc::gen::inRange(1, 256));
      return text;
    case 1:
      return text.erase(at, *rc::gen::inRange<std::size_t>(1, text.size() - at + 1));
    default:
      // Digits and line feeds are those that a reader would take most readily.
      return text.insert(at, *rc::gen::inRange<std::size_t>(1, 4),
                         *rc::gen::oneOf(rc::gen::arbitrary<char>(), rc::gen::element('0', '\n')));
  }
}

TEST(ChangedFolder, is_taken_for_a_run_by_all_commands_where_nothing_was_changed) {
  for (const auto& [name, command] : made_up_run().commands())
    EXPECT_EQ(complaint_of(command), "") << name;
}

/// Changes a file of the run, or removes it, and asks all commands. Gives those that take the
/// folder for a run. The file is then as it was.
std::vector<std::string> believers_of_a_change(const std::vector<fs::path>& files) {
  const fs::path file = *rc::gen::elementOf(files);
  const std::string whole = text_of(file);
  const bool gone = *rc::gen::inRange(0, 20) == 0;
  const std::string text = gone ? "" : changed(whole);
  gone ? (void)fs::remove(file) : write_whole(file, text);
  std::vector<std::string> believers;
  for (const auto& [name, command] : made_up_run().commands())
    if (complaint_of(command).find(file.filename().string()) == std::string::npos)
      believers.push_back(name);
  write_whole(file, whole);
  // Without run.json a run counts as one that has not ended, and it may go on.
  if (gone && file.filename() == "run.json") std::erase(believers, "resume");
  return believers;
}

RC_GTEST_PROP(ChangedFolder, is_no_run_for_any_command_and_each_names_the_file, ()) {
  // There are 100 tries.
  constexpr int kChanges = 20;
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(made_up_run().run()))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  RC_ASSERT(files.size() > 5);
  for (int i = 0; i < kChanges; ++i)
    RC_ASSERT(believers_of_a_change(files) == std::vector<std::string>());
}

}  // namespace
}  // namespace assay::conformance::testing
