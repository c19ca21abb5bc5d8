// A run on disk. The checkpoint says how long the growing files were when it was written. When a
// run goes on, what lies behind these lengths is cut off, and its cases are drawn and judged again.
#include "conformance/keep/run_folder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "conformance/base/output_file.h"
#include "conformance/plan/tally_json.h"
#include "conformance/reproduce/reproducer.h"
#include "conformance/workers/wire.h"
#include "ops/error.h"

namespace assay::conformance {
namespace {

using specs::Json;

Json state_to_json(const CampaignState& state) {
  Json failures = Json::array();
  for (const auto& [kind, count] : state.failures)
    failures.push_back({kind.operator_name, static_cast<int>(kind.verdict), kind.variant, count});
  return {{"next_batch", state.next_batch},
          {"cases", state.cases},
          {"tally", tally_to_json(state.tally)},
          {"pairs", state.pairs.to_json()},
          {"seconds", state.seconds},
          {"investigation_seconds", state.investigation_seconds},
          {"build_seconds", state.build_seconds},
          {"incidents", state.incidents},
          {"failures", std::move(failures)}};
}

CampaignState state_from_json(const Json& json, const specs::Catalogue& catalogue) {
  CampaignState state;
  state.next_batch = json.at("next_batch");
  state.cases = json.at("cases");
  state.tally = tally_from_json(json.at("tally"), catalogue);
  state.pairs = PairCoverage::from_json(json.at("pairs"), catalogue);
  state.seconds = json.at("seconds");
  state.investigation_seconds = json.at("investigation_seconds");
  state.build_seconds = json.at("build_seconds");
  state.incidents = json.at("incidents");
  for (const Json& f : json.at("failures"))
    state.failures[{f.at(0).get<std::string>(), static_cast<Verdict>(f.at(1).get<unsigned>()),
                    f.at(2).get<std::string>()}] = f.at(3);
  return state;
}

RunFolder::Checkpoint checkpoint_from_json(const Json& json, const specs::Catalogue& catalogue) {
  RunFolder::Checkpoint c;
  c.options = options_from_json(json.at("options"), catalogue);
  c.device = json.at("device");
  if (!json.at("kernels").is_null()) c.kernels = json["kernels"].get<std::string>();
  if (!json.value("backend", Json()).is_null()) c.backend = json["backend"].get<std::string>();
  if (const Json& plan = json["options"].at("plan"); !plan.is_null()) {
    KernelLibrary kernels(c.kernels, c.backend);
    GoalLibrary goals(kernels);
    c.options.plan = std::make_shared<CasePlan>(
        plan.at("names").get<std::vector<std::string>>(), c.options.seed, c.options.operators,
        catalogue, goals, plan.at("skips").get<std::vector<std::string>>());
    if (c.options.plan->digest() != plan.at("digest").get<std::string>())
      throw Error("the plan is another than it was: another version, specs or file of cases");
  }
  c.state = state_from_json(json.at("state"), catalogue);
  c.results_bytes = json.at("results_bytes");
  c.failures_bytes = json.at("failures_bytes");
  return c;
}

const std::filesystem::path& made(const std::filesystem::path& folder) {
  make_folder(folder);
  for (const char* name : {"run.json", "checkpoint.json"})
    if (std::filesystem::exists(folder / name))
      throw Error(
          fmt::format("{}: holds a run already (--resume goes on with it)", folder.string()));
  return folder;
}

}  // namespace

GrowingFile::GrowingFile(std::filesystem::path path, std::uint64_t bytes)
    : path_(std::move(path)), partial_(path_.string() + ".partial"), bytes_(bytes) {
  if (std::filesystem::exists(path_) && std::rename(path_.c_str(), partial_.c_str()) != 0)
    fail(errno);
  file_ = std::fopen(partial_.c_str(), "ab");
  if (!file_) fail(errno);
  std::error_code error;
  if (std::filesystem::file_size(partial_, error) < bytes)
    throw Error(fmt::format("{}: shorter than its checkpoint says", partial_.string()));
  if (::ftruncate(::fileno(file_), static_cast<off_t>(bytes)) != 0) fail(errno);
}

GrowingFile::~GrowingFile() {
  if (file_) std::fclose(file_);
}

void GrowingFile::fail(int error) const {
  throw Error(fmt::format("{}: {}", path_.string(), std::strerror(error)));
}

void GrowingFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail(errno);
  bytes_ += text.size();
}

std::uint64_t GrowingFile::flush() {
  if (std::fflush(file_) != 0) fail(errno);
  return bytes_;
}

void GrowingFile::finish() {
  flush();
  if (std::fclose(std::exchange(file_, nullptr)) != 0) fail(errno);
  if (std::rename(partial_.c_str(), path_.c_str()) != 0) fail(errno);
}

RunFolder::RunFolder(const std::filesystem::path& folder, const CampaignOptions& options,
                     const std::string& device, const std::optional<std::filesystem::path>& kernels,
                     const std::optional<std::filesystem::path>& backend)
    : folder_(made(folder)),
      checkpoint_{options, device, kernels, backend, {}},
      results_(folder_ / "results.csv", 0),
      failures_(folder_ / "failures.jsonl", 0) {
  results_.write("name,status,seconds\n");
  write_checkpoint({});
}

RunFolder::RunFolder(const std::filesystem::path& folder, Checkpoint checkpoint)
    : folder_(folder),
      checkpoint_(std::move(checkpoint)),
      results_(folder_ / "results.csv", checkpoint_.results_bytes),
      failures_(folder_ / "failures.jsonl", checkpoint_.failures_bytes) {}

RunFolder::Checkpoint RunFolder::read_checkpoint(const std::filesystem::path& folder,
                                                 const specs::Catalogue& catalogue) {
  const std::string path = (folder / "checkpoint.json").string();
  const Json json = specs::parse_json(specs::read_file(path), path);
  require_format(json, path);
  try {
    // In another version of assay, the same seed may give other cases.
    if (const std::string by = json.at("assay"); by != ASSAY_VERSION)
      throw Error(fmt::format("begun by assay {}, and this is {}", by, ASSAY_VERSION));
    return checkpoint_from_json(json, catalogue);
  } catch (const Json::exception& e) {
    throw Error(fmt::format("{}: no checkpoint of a run: {}", path, specs::words_of(e)));
  } catch (const Error& e) {
    throw Error(fmt::format("{}: {}", path, e.what()));
  }
}

void RunFolder::write_checkpoint(const CampaignState& state) {
  Json json;
  json["format"] = kFormatVersion;
  json["assay"] = ASSAY_VERSION;
  json["options"] = options_to_json(checkpoint_.options);
  json["device"] = checkpoint_.device;
  json["kernels"] = checkpoint_.kernels ? Json(checkpoint_.kernels->string()) : Json();
  json["backend"] = checkpoint_.backend ? Json(checkpoint_.backend->string()) : Json();
  json["results_bytes"] = results_.flush();
  json["failures_bytes"] = failures_.flush();
  json["state"] = state_to_json(state);
  OutputFile file(folder_ / "checkpoint.json");
  file.write(specs::json_text(json) + "\n");
  file.close();
  since_checkpoint_.lap();
}

void RunFolder::settled(const std::vector<Settled>& cases) {
  for (const Settled& s : cases)
    results_.write(fmt::format("{},{},{:.9f}\n", s.line, name_of(s.verdict), s.seconds));
}

void RunFolder::found(const Record& record, const std::string& device, const std::string& options,
                      const Waiver* waiver) {
  failure(record_to_json(record, device, options, waiver));
}

std::filesystem::path RunFolder::reproduce(const Record& record, const opencl::DeviceInfo& device,
                                           KernelLibrary& library) {
  if (!record.shrunk && record.batch.empty()) return {};
  const std::filesystem::path to = next_reproducer(record.batch_number);
  write_reproducer(make_reproducer(record, device, library), to);
  if (record.batch.empty()) return {};
  OutputFile cases(to / "cases.txt");
  for (const std::string& line : record.batch_lines()) cases.write(line + "\n");
  cases.close();
  return to / "cases.txt";
}

std::filesystem::path RunFolder::reproducer_name(std::uint64_t batch, unsigned n) {
  return fmt::format("reproducers/{}-{}", batch, n);
}

std::filesystem::path RunFolder::next_reproducer(std::uint64_t batch) {
  if (reproduced_.first != batch) reproduced_ = {batch, 0};
  return folder_ / reproducer_name(batch, ++reproduced_.second);
}

void RunFolder::keep_reproducer(const std::filesystem::path& from, std::uint64_t batch) {
  const std::filesystem::path to = next_reproducer(batch);
  if (!std::filesystem::is_directory(from)) return;
  make_folder(to);
  std::error_code error;
  std::filesystem::copy(from, to, std::filesystem::copy_options::recursive, error);
  if (error) throw Error(fmt::format("{}: {}", to.string(), error.message()));
}

void RunFolder::row(std::string_view text) {
  results_.write(text);
  results_.write("\n");
}

void RunFolder::failure(const Json& json) { failures_.write(specs::json_text(json) + "\n"); }

void RunFolder::progress(const CampaignState& state) {
  constexpr double kEverySeconds = 1;
  if (since_checkpoint_.seconds() >= kEverySeconds) write_checkpoint(state);
}

void RunFolder::discard() {
  std::error_code ignored;
  for (const char* name :
       {"checkpoint.json", "results.csv.partial", "failures.jsonl.partial", "reproducers"})
    std::filesystem::remove_all(folder_ / name, ignored);
  std::filesystem::remove(folder_, ignored);
}

void RunFolder::close(const JudgedRun& run) {
  write_checkpoint(run.result.state);
  results_.finish();
  failures_.finish();
  OutputFile file(folder_ / "run.json");
  file.write(specs::json_text(run_to_json(run), 2) + "\n");
  file.close();
}

}  // namespace assay::conformance
