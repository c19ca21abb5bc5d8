// Tests the harness: `assay run` runs under a layer that gives the driver a fault. Each campaign
// has its own processes, since the loader reads its layers once in a process, and since a fault may
// be a crash. A campaign is ended when it prints its first divergence.
#include "conformance/measure/selftest.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

#include "conformance/run/device_json.h"
#include "conformance/verdict/verdict.h"
#include "opencl/layer/faults.h"
#include "ops/child_process.h"
#include "ops/error.h"
#include "ops/line_reader.h"
#include "ops/median.h"
#include "ops/nearest_name.h"
#include "ops/stopwatch.h"
#include "specs/case_text.h"
#include "specs/loader.h"

namespace assay::conformance {
namespace {

bool tells_of_divergence(const std::string& line) {
  for (std::size_t v = 0; v < kVerdicts; ++v)
    if (const auto verdict = static_cast<Verdict>(v);
        is_divergence(verdict) && line.starts_with(fmt::format("{} ", name_of(verdict))))
      return true;
  return false;
}

/// A campaign that runs as a child process, and the lines that it writes to stdout.
class ChildCampaign {
 public:
  ChildCampaign(const std::vector<std::string>& command,
                const std::map<std::string, std::string>& environment)
      : child_({.program = command[0],
                .words = command,
                .environment = environment,
                .out = output_.write.get()}) {
    output_.write.close();
  }

  /// Waits for the first divergence that the campaign prints and gives its first two lines. Gives
  /// an empty text where the campaign ends, `limit` seconds pass, or `go_on` gives false, without a
  /// divergence.
  std::string first_divergence(double limit, const std::function<bool()>& go_on) {
    constexpr double kLookSeconds = 0.2;
    const ops::Deadline deadline(limit);
    for (std::string first; !lines_.at_end() && !deadline.has_passed() && go_on();) {
      const auto line = lines_.next(ops::Deadline(std::min(kLookSeconds, deadline.left())));
      if (!line) continue;
      if (!first.empty()) return first + "\n" + *line;
      if (tells_of_divergence(*line)) first = *line;
    }
    return {};
  }

  /// Asks the campaign to end, waits for at most `patience` seconds, then kills it. Gives its exit
  /// code, or −1 where a signal ended it.
  int end(double patience) {
    const auto status = child_.end(patience);
    return status && !status->signal ? status->code : -1;
  }

 private:
  ops::Pipe output_;
  ops::ChildProcess child_;
  ops::LineReader lines_{output_.read.get()};
};

/// Whether a device has what a fault needs.
bool has(const opencl::DeviceInfo& device, const std::string& need) {
  return need == "coarse_svm"   ? device.coarse_svm
         : need == "images"     ? device.images
         : need == "spirv"      ? device.spirv
         : need == "far_memory" ? device.has_far_memory()
                                : true;
}

/// Opens a file of a campaign's folder. Where the campaign was killed, this is the partial file.
std::ifstream kept(const std::filesystem::path& folder, const std::string& name) {
  std::ifstream file(folder / name);
  return file ? std::move(file) : std::ifstream(folder / (name + ".partial"));
}

std::uint64_t count_cases(const std::filesystem::path& folder) {
  std::ifstream file = kept(folder, "results.csv");
  const auto lines = static_cast<std::uint64_t>(
      std::count(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>(), '\n'));
  return lines > 0 ? lines - 1 : 0;
}

std::optional<opencl::DeviceInfo> read_device(const std::filesystem::path& folder) {
  std::ifstream file(folder / "run.json");
  const specs::Json json = specs::Json::parse(file, nullptr, false);
  return json.is_object() ? std::optional(device_from_json(json.at("device"))) : std::nullopt;
}

std::optional<std::uint64_t> shrunk_elements(const std::filesystem::path& folder) {
  static const specs::Catalogue catalogue;
  std::ifstream file = kept(folder, "failures.jsonl");
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  const specs::Json json = specs::Json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("shrunk")) return std::nullopt;
  return specs::total_elements(specs::parse_case(json["shrunk"].get<std::string>(), catalogue));
}

/// A folder for the campaigns, which is removed at the end.
struct SelftestFolder {
  SelftestFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "assay-selftest-XXXXXX").string();
    if (!mkdtemp(name.data())) throw Error("selftest: no temporary folder");
    path = name;
  }
  ~SelftestFolder() {
    std::error_code none;
    std::filesystem::remove_all(path, none);
  }
  SelftestFolder(const SelftestFolder&) = delete;
  SelftestFolder& operator=(const SelftestFolder&) = delete;

  std::filesystem::path path;
};

/// `go_on`: as in SelftestOptions, and not empty. Once it gives false, the trial says nothing.
FaultTrial run_trial(const SelftestOptions& options, const std::function<bool()>& go_on,
                     const LayerFault& planted, const std::filesystem::path& folder,
                     std::optional<opencl::DeviceInfo>& device) {
  const std::string& fault = planted.name;
  FaultTrial trial{
      .fault = fault, .sentence = planted.sentence, .elements = {}, .lacks = {}, .what = {}};
  if (device && !has(*device, planted.needs)) {
    trial.lacks = planted.needs;
    return trial;
  }
  constexpr double kPatience = 30, kStopPatience = 4;
  std::vector<std::string> command{options.program.string(),
                                   "run",
                                   "--seed",
                                   std::to_string(options.seed),
                                   "--shard",
                                   "1/1",
                                   "--out",
                                   folder.string()};
  if (!planted.operators.empty()) command.insert(command.end(), {"--operator", planted.operators});
  if (planted.needs_shapes) command.insert(command.end(), {"--shapes", "1"});
  if (!options.device.empty()) command.insert(command.end(), {"--device", options.device});
  // A process that is ended while PoCL compiles may leave a broken cache. So each campaign with a
  // fault gets a fresh copy of the cache that the campaign without a fault left.
  const std::filesystem::path warm = folder.parent_path() / "pocl-sound";
  const std::filesystem::path cache = fault.empty() ? warm : folder.parent_path() / "pocl-faulty";
  if (!fault.empty()) {
    std::filesystem::remove_all(cache);
    if (std::filesystem::exists(warm))
      std::filesystem::copy(warm, cache, std::filesystem::copy_options::recursive);
  }
  std::filesystem::create_directories(cache);
  std::map<std::string, std::string> environment{{"OPENCL_LAYERS", options.layer.string()},
                                                 {"POCL_CACHE_DIR", cache.string()}};
  if (fault.empty())
    command.insert(command.end(), {"--cases", std::to_string(options.sound_cases)});
  else
    command.insert(command.end(), {"--budget", fmt::format("{}s", options.budget)});
  if (!fault.empty()) environment["ASSAY_FAULT"] = fault;

  const ops::Stopwatch watch;
  ChildCampaign campaign(command, environment);
  const double limit = fault.empty() ? 1e9 : options.budget + kPatience;
  trial.what = campaign.first_divergence(limit, go_on);
  trial.found = !trial.what.empty();
  trial.seconds = watch.seconds();
  const int code = campaign.end(go_on() ? kPatience : kStopPatience);
  if (auto told = read_device(folder)) device = std::move(told);
  trial.cases = count_cases(folder);
  trial.elements = shrunk_elements(folder);
  if (!trial.found && device && !has(*device, planted.needs)) trial.lacks = planted.needs;
  if (!trial.found && code != 0) trial.what = fmt::format("assay run gave {}", code);
  return trial;
}

}  // namespace

std::size_t SelftestResult::found() const {
  return static_cast<std::size_t>(
      std::count_if(trials.begin(), trials.end(), [](const FaultTrial& t) { return t.found; }));
}

std::size_t SelftestResult::possible() const {
  return static_cast<std::size_t>(std::count_if(
      trials.begin(), trials.end(), [](const FaultTrial& t) { return t.lacks.empty(); }));
}

double SelftestResult::kill_rate() const {
  return possible() == 0 ? 0 : static_cast<double>(found()) / static_cast<double>(possible());
}

std::uint64_t SelftestResult::median_elements() const {
  std::vector<double> all;
  for (const FaultTrial& t : trials)
    if (t.elements) all.push_back(static_cast<double>(*t.elements));
  return static_cast<std::uint64_t>(ops::median(std::move(all)));
}

int SelftestResult::exit_code() const {
  const bool is_sound = !sound || (!sound->found && sound->what.empty());
  if (found() != possible() || !is_sound) return 1;
  if (stopped) return 3;
  return possible() > 0 ? 0 : 1;
}

std::vector<LayerFault> layer_faults() {
  std::vector<LayerFault> faults;
  for (const layer::Fault& f : layer::kFaults)
    faults.push_back({std::string(f.name), std::string(f.sentence), std::string(f.needs),
                      f.needs_shapes, std::string(f.operators)});
  return faults;
}

void require_faults(const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const LayerFault& fault : layer_faults()) known.push_back(fault.name);
  for (const std::string& name : names)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw Error(fmt::format("the layer has no fault {}{} (see assay selftest --list)", name,
                              ops::nearest_words(name, known)));
}

SelftestResult run_selftest(const SelftestOptions& options,
                            const std::function<void(const FaultTrial&)>& told) {
  for (const auto& path : {options.program, options.layer})
    if (!std::filesystem::exists(path)) throw Error(path.string() + ": no such file");
  auto faults = layer_faults();
  require_faults(options.faults);
  if (!options.faults.empty())
    std::erase_if(faults, [&](const LayerFault& f) {
      return std::find(options.faults.begin(), options.faults.end(), f.name) ==
             options.faults.end();
    });
  const SelftestFolder folder;
  const auto go_on = [&] { return !options.go_on || options.go_on(); };
  SelftestResult result;
  std::optional<opencl::DeviceInfo> device;
  /// Nothing where it was ended before its time.
  const auto trial = [&](const LayerFault& fault) -> std::optional<FaultTrial> {
    if (!go_on()) return std::nullopt;
    FaultTrial t = run_trial(options, go_on, fault,
                             folder.path / (fault.name.empty() ? "sound" : fault.name), device);
    if (!t.found && !go_on()) return std::nullopt;
    if (told) told(t);
    return t;
  };
  if (options.sound_cases > 0)
    result.sound = trial({.name = "", .sentence = "No fault at all", .needs = ""});
  result.stopped = options.sound_cases > 0 && !result.sound;
  for (const LayerFault& fault : faults) {
    auto t = trial(fault);
    result.stopped |= !t;
    if (t) result.trials.push_back(std::move(*t));
  }
  return result;
}

specs::Json trial_to_json(const FaultTrial& t) {
  specs::Json json = {{"fault", t.fault}, {"sentence", t.sentence}, {"found", t.found},
                      {"cases", t.cases}, {"seconds", t.seconds},   {"what", t.what}};
  if (t.elements) json["elements"] = *t.elements;
  if (!t.lacks.empty()) json["lacks"] = t.lacks;
  return json;
}

}  // namespace assay::conformance
