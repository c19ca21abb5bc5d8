// Starting the program: its streams to files, its end waited for.
#include "testing/cmd/program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "conformance/keep/run_json.h"

namespace assay::cmd::testing {
namespace {

namespace fs = std::filesystem;

void redirect(int stream, const fs::path& path, int flags) {
  const int file = ::open(path.c_str(), flags, 0600);
  if (file < 0 || ::dup2(file, stream) < 0) ::_exit(126);
  ::close(file);
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
  const fs::path cache =
      fs::temp_directory_path() / ("assay-cmd-tests-pocl-" + std::to_string(::getuid()));
  fs::create_directories(cache);
  return cache;
}

fs::path fault_layer() { return fs::path(ASSAY_PROGRAM).parent_path() / "libassay_faults.so"; }

Ran assay(const std::vector<std::string>& arguments, const Surroundings& surroundings) {
  const TestFolder folder;
  const fs::path cache = pocl_cache();
  folder.file("in", surroundings.input);
  std::vector<const char*> words{ASSAY_PROGRAM};
  for (const std::string& a : arguments) words.push_back(a.c_str());
  words.push_back(nullptr);
  const fs::path out =
      surroundings.output_to.empty() ? folder.path / "out" : surroundings.output_to;
  const ::pid_t child = ::fork();
  if (child == 0) {
    redirect(0, folder.path / "in", O_RDONLY);
    redirect(1, out, O_WRONLY | O_CREAT);
    redirect(2, folder.path / "err", O_WRONLY | O_CREAT);
    ::setenv("POCL_CACHE_DIR", cache.c_str(), 1);
    for (const auto& [name, value] : surroundings.environment)
      ::setenv(name.c_str(), value.c_str(), 1);
    ::execv(words[0], const_cast<char**>(words.data()));
    ::_exit(127);
  }
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) != child) throw std::runtime_error("cannot run");
  Ran ran;
  ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (surroundings.output_to.empty()) ran.out = text_of(out);
  ran.err = text_of(folder.path / "err");
  return ran;
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == text.npos) throw std::runtime_error("\"" + from + "\" does not stand in: " + text);
  return text.replace(at, from.size(), to);
}

std::string of_this_format(const char* text) {
  return fmt::format(fmt::runtime(text), conformance::kFormatVersion);
}

std::string faulty_kernels(const TestFolder& folder) {
  const std::string sound = text_of(fs::path(ASSAY_SOURCE_DIR) / "opencl/kernels/gather.cl");
  folder.file("faulty/gather.cl", with(sound, "if (index < 0) index += size;", ""));
  return (folder.path / "faulty").string();
}

void expect_complaint(const Ran& ran, const std::string& words) {
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_TRUE(ran.err.starts_with("assay: ")) << ran.err;
  EXPECT_EQ(ran.err.find('\n'), ran.err.size() - 1) << ran.err;
  EXPECT_NE(ran.err.find(words), std::string::npos) << ran.err << "has not: " << words;
}

}  // namespace assay::cmd::testing
