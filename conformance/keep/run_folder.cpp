// A run on disk. The checkpoint says how long the growing files were when it was written. When a
// run goes on, what lies behind these lengths is cut off, and its cases are drawn and judged again.
#include "conformance/keep/run_folder.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "conformance/base/output_file.h"
#include "conformance/keep/kept_run.h"
#include "conformance/keep/results_csv.h"
#include "conformance/keep/run_files.h"
#include "conformance/keep/run_json.h"
#include "ops/error.h"

namespace assay::conformance {
namespace {

using specs::Json;

const std::filesystem::path& made(const std::filesystem::path& folder) {
  make_folder(folder);
  return folder;
}

/// Removes the `run.json` of a run that goes on, so that its folder counts as that of a run that
/// has not ended.
const std::filesystem::path& begun_again(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::remove(folder / kRunFile, error);
  if (error) throw Error(fmt::format("{}/run.json: {}", folder.string(), error.message()));
  return folder;
}

/// Holds a folder for a new run. Throws Error where it has one already.
FolderLock hold_for_new_run(const std::filesystem::path& folder) {
  FolderLock lock(folder);
  for (const char* name : {kRunFile, kCheckpointFile})
    if (std::filesystem::exists(folder / name))
      throw Error(
          fmt::format("{}: holds a run already (--resume goes on with it)", folder.string()));
  return lock;
}

}  // namespace

RunFolder::RunFolder(const std::filesystem::path& folder, Checkpoint begun)
    : folder_(made(folder)),
      lock_(hold_for_new_run(folder_)),
      reproducers_(folder_),
      checkpoint_(std::move(begun)),
      results_(folder_ / kResultsFile, {}),
      failures_(folder_ / kFailuresFile, {}) {
  results_.write(std::string(kResultsHeading) + "\n");
  progress({});
}

RunFolder::RunFolder(const std::filesystem::path& folder, StoppedRun stopped, const Gate& gate)
    : folder_(begun_again(folder)),
      lock_(std::move(stopped.lock)),
      reproducers_(folder_),
      checkpoint_(std::move(stopped.checkpoint)),
      results_(folder_ / kResultsFile, checkpoint_.files.at(kResultsFile)),
      failures_(folder_ / kFailuresFile, waived_anew(gate)) {
  complete_ = {{kResultsFile, results_.seal()}, {kFailuresFile, failures_.seal()}};
  reproducers_.remove_from(checkpoint_.state.next_batch);
}

Seal RunFolder::waived_anew(const Gate& gate) {
  const std::filesystem::path path = GrowingFile::present_name(folder_ / kFailuresFile);
  Seal& seal = checkpoint_.files.at(kFailuresFile);
  // What was told stands only behind the seal until the checkpoint has it.
  if (!checkpoint_.state.told.empty()) write_checkpoint();
  std::filesystem::resize_file(path, seal.bytes());
  std::string text;
  for (Json& failure : read_failure_lines(path)) {
    waive_anew(failure, gate);
    text += specs::json_text(failure) + "\n";
  }
  Seal anew;
  anew.add(text);
  if (anew.text() == seal.text()) return seal;
  OutputFile file(folder_ / kFailuresAnewFile);
  file.write(text);
  file.close();
  seal = anew;
  write_checkpoint();
  move_file(folder_ / kFailuresAnewFile, path);
  return seal;
}

void RunFolder::write_checkpoint(const CampaignState& state) {
  auto told = std::move(checkpoint_.state.told);
  checkpoint_.state = state;
  told.erase(told.begin(), told.lower_bound(state.next_batch));
  for (auto& [batch, lines] : told) checkpoint_.state.told[batch].merge(lines);
  checkpoint_.files[kResultsFile] = results_.flush();
  checkpoint_.files[kFailuresFile] = failures_.flush();
  write_checkpoint();
  since_checkpoint_.lap();
}

void RunFolder::write_checkpoint() const {
  OutputFile file(folder_ / kCheckpointFile);
  file.write(checkpoint_text(checkpoint_));
  file.close();
}

void RunFolder::settled(const std::vector<Settled>& cases) {
  for (const Settled& s : cases)
    results_.write(fmt::format("{},{},{:.9f}\n", s.line, name_of(s.verdict), s.seconds));
}

std::filesystem::path RunFolder::found(const Record& record, const opencl::DeviceInfo& device,
                                       const CommandWords& words, const Waiver* waiver,
                                       KernelLibrary* library) {
  Json json = record_to_json(record, device.name, words, waiver);
  std::filesystem::path to;
  if (library && (record.shrunk || !record.batch.empty())) {
    to = reproducers_.write(record, device, *library, words, checkpoint_.files);
    if (!to.empty()) json["reproducer"] = to.lexically_relative(folder_).string();
  }
  failure(json);
  // A run that is killed from here on finds it again.
  failures_.flush();
  return to;
}

void RunFolder::told(std::uint64_t batch, const std::string& line, const ToldFailure& failure) {
  checkpoint_.state.told[batch].try_emplace(line, failure);
  write_checkpoint();
}

std::filesystem::path RunFolder::keep_reproducer(const std::filesystem::path& from,
                                                 std::uint64_t batch) {
  return reproducers_.copy(from, batch, checkpoint_.files);
}

void RunFolder::row(std::string_view text) {
  results_.write(text);
  results_.write("\n");
}

void RunFolder::failure(const Json& json) { failures_.write(specs::json_text(json) + "\n"); }

void RunFolder::progress(const CampaignState& state) {
  constexpr double kEverySeconds = 1;
  complete_ = {{kResultsFile, results_.seal()}, {kFailuresFile, failures_.seal()}};
  if (!checkpoint_.files.contains(kResultsFile) || since_checkpoint_.seconds() >= kEverySeconds)
    write_checkpoint(state);
}

void RunFolder::discard() {
  std::error_code ignored;
  for (const char* name : {kResultsFile, kFailuresFile})
    std::filesystem::remove(GrowingFile::present_name(folder_ / name), ignored);
  for (const char* name : {kCheckpointFile, "reproducers", "lock"})
    std::filesystem::remove_all(folder_ / name, ignored);
  std::filesystem::remove(folder_, ignored);
}

void RunFolder::close(const JudgedRun& run) {
  if (const auto& earlier = run.result.go_on_from) {
    checkpoint_.go_on_from = {*earlier, complete_};
    auto& told = checkpoint_.go_on_from->state.told;
    for (const auto& [batch, lines] : checkpoint_.state.told)
      if (batch >= earlier->next_batch) told[batch].insert(lines.begin(), lines.end());
  }
  write_checkpoint(run.result.state);
  results_.finish();
  failures_.finish();
  Seals files = checkpoint_.files;
  files[kCheckpointFile] = Seal::of_file(folder_ / kCheckpointFile);
  Json json = run_to_json(run);
  json["files"] = seals_to_json(files);
  OutputFile file(folder_ / kRunFile);
  file.write(sealed_text(json, 2));
  file.close();
}

}  // namespace assay::conformance
