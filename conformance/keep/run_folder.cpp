// A run on disk. The checkpoint says how long the growing files were when it was written. When a
// run goes on, what lies behind these lengths is cut off, and its cases are drawn and judged again.
#include "conformance/keep/run_folder.h"

#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "conformance/base/output_file.h"
#include "conformance/keep/kept_run.h"
#include "conformance/keep/results_csv.h"
#include "conformance/verdict/judgement_json.h"
#include "ops/error.h"

namespace assay::conformance {
namespace {

using specs::Json;

constexpr const char *kResults = "results.csv", *kFailures = "failures.jsonl";
/// What is to replace `failures.jsonl` once the checkpoint has its seal.
constexpr const char* kFailuresAnew = "failures.jsonl.anew";

const std::filesystem::path& made(const std::filesystem::path& folder) {
  make_folder(folder);
  return folder;
}

/// Removes the `run.json` of a run that goes on, so that its folder counts as that of a run that
/// has not ended.
const std::filesystem::path& begun_again(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::remove(folder / "run.json", error);
  if (error) throw Error(fmt::format("{}/run.json: {}", folder.string(), error.message()));
  return folder;
}

/// The batch of a file of a reproducer, by its path within the folder; nothing for other files.
std::optional<std::uint64_t> batch_of(const std::string& name) {
  unsigned long long batch = 0;
  if (std::sscanf(name.c_str(), "reproducers/%llu-", &batch) != 1) return std::nullopt;
  return batch;
}

void move_file(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::error_code error;
  std::filesystem::rename(from, to, error);
  if (error) throw Error(fmt::format("{}: {}", to.string(), error.message()));
}

/// Ends or takes back the replacement of `failures.jsonl` in which a run was killed. `seal` is that
/// of the checkpoint.
void settle_failures(const std::filesystem::path& folder, const Seal& seal) {
  const std::filesystem::path anew = folder / kFailuresAnew;
  if (!std::filesystem::is_regular_file(anew)) return;
  if (Seal::of_file(anew).text() == seal.text())
    move_file(anew, GrowingFile::present_name(folder / kFailures));
  else
    std::filesystem::remove(anew);
}

/// What `failures.jsonl` tells behind what the checkpoint's seal covers: divergences of batches
/// that are judged again. A line may be incomplete. What a waiver covers may come or not.
void take_up_told(const std::filesystem::path& failures, const Seal& seal, CampaignState& state) {
  std::ifstream file(failures, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(seal.bytes()));
  for (std::string line; std::getline(file, line);) {
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object() || json.contains("waived")) continue;
    try {
      const Judgement found = judgement_from_json(json.at("found"));
      state.told[json.at("batch_number")].try_emplace(
          json.at("case"), found.verdict == Verdict::Flaky ? found.flaky_as : found.verdict);
    } catch (const Json::exception&) {
      // The run was killed while it wrote this.
    }
  }
}

/// The reproducer of a record. Nothing where none can be made, as of more cases than one launch may
/// have.
std::optional<Reproducer> reproducer_of(const Record& record, const opencl::DeviceInfo& device,
                                        KernelLibrary& library, const CommandWords& words) {
  try {
    return make_reproducer(record, device, library, words);
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// Removes the reproducers of batches that will be judged again.
void remove_reproducers_from(const std::filesystem::path& folder, std::uint64_t first_batch) {
  std::error_code error;
  std::vector<std::filesystem::path> old;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "reproducers", error))
    if (const auto batch = batch_of(entry.path().lexically_relative(folder).string());
        batch && *batch >= first_batch)
      old.push_back(entry.path());
  for (const std::filesystem::path& path : old) {
    std::filesystem::remove_all(path, error);
    if (error) throw Error(fmt::format("{}: {}", path.string(), error.message()));
  }
}

/// Holds a folder for a new run. Throws Error where it has one already.
FolderLock hold_for_new_run(const std::filesystem::path& folder) {
  FolderLock lock(folder);
  for (const char* name : {"run.json", "checkpoint.json"})
    if (std::filesystem::exists(folder / name))
      throw Error(
          fmt::format("{}: holds a run already (--resume goes on with it)", folder.string()));
  return lock;
}

}  // namespace

RunFolder::RunFolder(const std::filesystem::path& folder, Checkpoint begun)
    : folder_(made(folder)),
      lock_(hold_for_new_run(folder_)),
      checkpoint_(std::move(begun)),
      results_(folder_ / kResults, {}),
      failures_(folder_ / kFailures, {}) {
  results_.write(std::string(kResultsHeading) + "\n");
  progress({});
}

RunFolder::Stopped RunFolder::take_up(const std::filesystem::path& folder,
                                      const specs::Catalogue& catalogue) {
  // Where there is no folder, the error is that of the checkpoint.
  if (!std::filesystem::is_directory(folder)) read_checkpoint(folder, catalogue);
  Stopped stopped{FolderLock(folder), read_checkpoint(folder, catalogue)};
  if (std::filesystem::exists(folder / "run.json")) read_run_json(folder);
  Checkpoint& checkpoint = stopped.checkpoint;
  if (checkpoint.merged)
    throw Error(fmt::format(
        "{}: was put together by assay merge and cannot go on; --resume goes on with each shard, "
        "and merge puts them together again",
        folder.string()));
  if (checkpoint.go_on_from) {
    checkpoint.state = std::move(checkpoint.go_on_from->state);
    for (auto& [name, seal] : checkpoint.go_on_from->files) checkpoint.files[name] = seal;
    checkpoint.go_on_from.reset();
  }
  // The resumed run writes these files again. A file of a run that was killed before its checkpoint
  // may be incomplete; it does not count as changed.
  std::erase_if(checkpoint.files, [&](const auto& file) {
    const std::optional<std::uint64_t> batch = batch_of(file.first);
    return batch && *batch >= checkpoint.state.next_batch;
  });
  for (const char* name : {kResults, kFailures})
    if (!checkpoint.files.contains(name))
      throw Error(
          fmt::format("{}: has no seal of {}", (folder / "checkpoint.json").string(), name));
  settle_failures(folder, checkpoint.files.at(kFailures));
  for (const auto& [name, seal] : checkpoint.files)
    seal.require(GrowingFile::present_name(folder / name), name != kResults && name != kFailures);
  take_up_told(GrowingFile::present_name(folder / kFailures), checkpoint.files.at(kFailures),
               checkpoint.state);
  return stopped;
}

RunFolder::RunFolder(const std::filesystem::path& folder, Stopped stopped, const Gate& gate)
    : folder_(begun_again(folder)),
      lock_(std::move(stopped.lock)),
      checkpoint_(std::move(stopped.checkpoint)),
      results_(folder_ / kResults, checkpoint_.files.at(kResults)),
      failures_(folder_ / kFailures, waived_anew(gate)) {
  complete_ = {{kResults, results_.seal()}, {kFailures, failures_.seal()}};
  remove_reproducers_from(folder_, checkpoint_.state.next_batch);
}

Seal RunFolder::waived_anew(const Gate& gate) {
  const std::filesystem::path path = GrowingFile::present_name(folder_ / kFailures);
  Seal& seal = checkpoint_.files.at(kFailures);
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
  OutputFile file(folder_ / kFailuresAnew);
  file.write(text);
  file.close();
  seal = anew;
  write_checkpoint();
  move_file(folder_ / kFailuresAnew, path);
  return seal;
}

void RunFolder::write_checkpoint(const CampaignState& state) {
  auto told = std::move(checkpoint_.state.told);
  checkpoint_.state = state;
  told.erase(told.begin(), told.lower_bound(state.next_batch));
  for (auto& [batch, lines] : told) checkpoint_.state.told[batch].merge(lines);
  checkpoint_.files[kResults] = results_.flush();
  checkpoint_.files[kFailures] = failures_.flush();
  write_checkpoint();
  since_checkpoint_.lap();
}

void RunFolder::write_checkpoint() const {
  OutputFile file(folder_ / "checkpoint.json");
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
    to = next_reproducer(record.batch_number);
    if (const auto reproducer = reproducer_of(record, device, *library, words)) {
      write_reproducer_of(record, *reproducer, to);
      json["reproducer"] = to.lexically_relative(folder_).string();
    } else {
      to.clear();
    }
  }
  failure(json);
  // A run that is killed from here on finds it again.
  failures_.flush();
  return to;
}

void RunFolder::told(std::uint64_t batch, const std::string& line, Verdict verdict) {
  checkpoint_.state.told[batch].try_emplace(line, verdict);
  write_checkpoint();
}

void RunFolder::write_reproducer_of(const Record& record, const Reproducer& reproducer,
                                    const std::filesystem::path& to) {
  write_reproducer(reproducer, to);
  if (!record.batch.empty()) {
    OutputFile cases(to / kBatchFile);
    for (const std::string& line : record.batch_lines()) cases.write(line + "\n");
    cases.close();
  }
  seal_reproducer(to);
}

void RunFolder::seal_reproducer(const std::filesystem::path& folder) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      checkpoint_.files[entry.path().lexically_relative(folder_).string()] =
          Seal::of_file(entry.path());
}

std::filesystem::path RunFolder::reproducer_name(std::uint64_t batch, unsigned n) {
  return fmt::format("reproducers/{}-{}", batch, n);
}

std::filesystem::path RunFolder::next_reproducer(std::uint64_t batch) {
  if (reproduced_.first != batch) reproduced_ = {batch, 0};
  return folder_ / reproducer_name(batch, ++reproduced_.second);
}

std::filesystem::path RunFolder::keep_reproducer(const std::filesystem::path& from,
                                                 std::uint64_t batch) {
  const std::filesystem::path to = next_reproducer(batch);
  if (!std::filesystem::is_directory(from)) return {};
  make_folder(to);
  std::error_code error;
  std::filesystem::copy(from, to, std::filesystem::copy_options::recursive, error);
  if (error) throw Error(fmt::format("{}: {}", to.string(), error.message()));
  seal_reproducer(to);
  return to.lexically_relative(folder_);
}

void RunFolder::row(std::string_view text) {
  results_.write(text);
  results_.write("\n");
}

void RunFolder::failure(const Json& json) { failures_.write(specs::json_text(json) + "\n"); }

void RunFolder::progress(const CampaignState& state) {
  constexpr double kEverySeconds = 1;
  complete_ = {{kResults, results_.seal()}, {kFailures, failures_.seal()}};
  if (!checkpoint_.files.contains(kResults) || since_checkpoint_.seconds() >= kEverySeconds)
    write_checkpoint(state);
}

void RunFolder::discard() {
  std::error_code ignored;
  for (const char* name :
       {"checkpoint.json", "results.csv.partial", "failures.jsonl.partial", "reproducers", "lock"})
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
  files["checkpoint.json"] = Seal::of_file(folder_ / "checkpoint.json");
  Json json = run_to_json(run);
  json["files"] = seals_to_json(files);
  OutputFile file(folder_ / "run.json");
  file.write(sealed_text(json, 2));
  file.close();
}

}  // namespace assay::conformance
