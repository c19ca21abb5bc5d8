// Starts the program with files as its standard streams, and waits for its end.
#include "testing/cmd/program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "conformance/keep/growing_file.h"
#include "conformance/keep/run_json.h"
#include "ops/child_process.h"
#include "testing/places.h"

namespace assay::cmd::testing {
namespace {

namespace fs = std::filesystem;

ops::FileDescriptor open_file(const fs::path& path, int flags) {
  ops::FileDescriptor file(::open(path.c_str(), flags | O_CLOEXEC, 0600));
  if (!file) throw std::runtime_error(path.string() + ": cannot be opened");
  return file;
}

}  // namespace

std::vector<std::string> Ran::lines() const {
  std::vector<std::string> lines;
  std::istringstream stream(out);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TestFolder::TestFolder() {
  std::string name = (fs::temp_directory_path() / "assay-cmd-test-XXXXXX").string();
  if (!::mkdtemp(name.data())) throw std::runtime_error(name + ": cannot be made");
  path = name;
}

TestFolder::~TestFolder() {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

std::string TestFolder::file(const std::string& name, const std::string& text) const {
  fs::create_directories((path / name).parent_path());
  std::ofstream(path / name, std::ios::binary) << text;
  return (path / name).string();
}

fs::path pocl_cache() {
  const char* given = std::getenv("POCL_CACHE_DIR");
  const fs::path cache =
      given ? fs::path(given)
            : fs::temp_directory_path() / ("assay-cmd-tests-pocl-" + std::to_string(::getuid()));
  fs::create_directories(cache);
  return cache;
}

fs::path fault_layer() {
  return fs::path(assay::testing::built_program()).parent_path() / "libassay_faults.so";
}

Surroundings with_fault(const std::string& fault, const std::string& every) {
  Surroundings around;
  around.environment = {{"OPENCL_LAYERS", fault_layer().string()}, {"ASSAY_FAULT", fault}};
  if (!every.empty()) around.environment.emplace_back("ASSAY_FAULT_EVERY", every);
  return around;
}

Surroundings with_refused_calls(const std::string& call, const std::string& every,
                                const std::string& code) {
  Surroundings around = with_fault("refused:" + call, every);
  around.environment.emplace_back("ASSAY_FAULT_CODE", code);
  return around;
}

Surroundings with_lost_calls(const std::string& call, const std::string& every) {
  return with_refused_calls(call, every, "0");
}

ops::ChildOptions child_of(const std::vector<std::string>& arguments,
                           const Surroundings& surroundings) {
  ops::ChildOptions options{.program = assay::testing::built_program(),
                            .words = {assay::testing::built_program()}};
  options.words.insert(options.words.end(), arguments.begin(), arguments.end());
  options.environment["POCL_CACHE_DIR"] = pocl_cache().string();
  for (const auto& [name, value] : surroundings.environment) options.environment[name] = value;
  return options;
}

Ran assay(const std::vector<std::string>& arguments, const Surroundings& surroundings) {
  const TestFolder folder;
  folder.file("in", surroundings.input);
  ops::ChildOptions options = child_of(arguments, surroundings);
  const fs::path out =
      surroundings.output_to.empty() ? folder.path / "out" : surroundings.output_to;
  const auto input = open_file(folder.path / "in", O_RDONLY);
  const auto output = open_file(out, O_WRONLY | O_CREAT);
  const auto errors = open_file(folder.path / "err", O_WRONLY | O_CREAT);
  options.in = input.get();
  options.out = output.get();
  options.err = errors.get();
  Ran ran;
  ran.code = ops::ChildProcess(options).wait()->shell_code();
  if (surroundings.output_to.empty()) ran.out = text_of(out);
  ran.err = text_of(folder.path / "err");
  ran.progress = take_progress(ran.err);
  return ran;
}

std::string take_progress(std::string& err) {
  static const std::regex progress("\\[\\d+ s\\] .*");
  std::istringstream lines(std::exchange(err, ""));
  std::string taken;
  for (std::string line; std::getline(lines, line);)
    (std::regex_match(line, progress) ? taken : err) += line + (lines.eof() ? "" : "\n");
  return taken;
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == text.npos) throw std::runtime_error("\"" + from + "\" does not stand in: " + text);
  return text.replace(at, from.size(), to);
}

std::string of_this_format(const char* text) {
  return fmt::format(fmt::runtime(text), conformance::kFormatVersion);
}

void seal_again(const fs::path& folder) {
  using conformance::Seal;
  for (const char* name : {"checkpoint.json", "run.json"}) {
    if (!fs::exists(folder / name)) continue;
    auto json = specs::Json::parse(text_of(folder / name), nullptr, false);
    if (!json.is_object()) continue;
    json.erase("seal");
    if (json.contains("files"))
      for (auto& [file, seal] : json["files"].items())
        seal = Seal::of_file(conformance::GrowingFile::present_name(folder / file)).text();
    std::ofstream(folder / name, std::ios::binary) << conformance::sealed_text(json);
  }
}

std::string faulty_kernels() {
  const std::string sound = text_of(source_folder() / "opencl/kernels/gather.cl");
  const fs::path folder =
      fs::temp_directory_path() / ("assay-cmd-tests-faulty-" + std::to_string(::getuid()));
  // Other processes may read the file at the same time, so a complete file replaces it.
  const TestFolder scratch;
  fs::create_directories(folder);
  const fs::path made = folder / scratch.path.filename();
  std::ofstream(made, std::ios::binary) << with(sound, "wrapped(index, size)", "index");
  fs::rename(made, folder / "gather.cl");
  return folder.string();
}

void expect_complaint(const Ran& ran, const std::string& words) {
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_TRUE(ran.err.starts_with("assay: ")) << ran.err;
  EXPECT_EQ(ran.err.find('\n'), ran.err.size() - 1) << ran.err;
  EXPECT_NE(ran.err.find(words), std::string::npos) << ran.err << "has not: " << words;
}

std::string gather_file(const std::string& expected) {
  return R"({"operator": "gather", "level": "4_1",
    "members": {"Axis": 1, "IndexDimensions": 1},
    "tensors": {
      "InputTensor": {"type": "FLOAT32", "sizes": [3, 2], "data": [1, 2, 3, 4, 5, "nan"]},
      "IndicesTensor": {"type": "UINT32", "sizes": [1, 2], "data": [1, 0]},
      "OutputTensor": {"type": "FLOAT32", "sizes": [3, 2], "data": )" +
         expected + "}}}";
}

}  // namespace assay::cmd::testing
