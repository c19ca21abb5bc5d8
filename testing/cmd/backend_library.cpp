// Compiles changed copies of the example of a backend, and runs campaigns of them.
#include "testing/cmd/backend_library.h"

#include <gtest/gtest.h>

#include <sstream>

#include "testing/places.h"

namespace assay::cmd::testing {
namespace {

std::vector<Json> failures_of(const std::filesystem::path& folder) {
  std::vector<Json> objects;
  std::istringstream stream(text_of(folder / "failures.jsonl"));
  for (std::string line; std::getline(stream, line);) objects.push_back(Json::parse(line));
  return objects;
}

}  // namespace

std::string backend_library(const TestFolder& folder, const std::string& from,
                            const std::string& to) {
  const std::string source =
      folder.file("backend.c", with(text_of(kBackendFolder / "example.c"), from, to));
  const std::string path = (folder.path / "libbackend.so").string();
  const std::string command = std::string(assay::testing::c_compiler()) +
                              " -std=c99 -O1 -shared -fPIC -I" + kBackendFolder.string() + " -o " +
                              path + " " + source;
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  return path;
}

std::map<std::string, int> verdicts_of(const std::string& backend, const TestFolder& folder,
                                       int cases, std::vector<Json>* failures) {
  const std::filesystem::path out = folder.path / "out";
  const Ran ran = assay({"run", "--backend", backend, "--operator", "slice1", "--cases",
                         std::to_string(cases), "--out", out.string()});
  std::map<std::string, int> verdicts;
  const std::vector<Json> found = failures_of(out);
  for (const Json& f : found) ++verdicts[f["found"]["verdict"]];
  EXPECT_EQ(ran.code, verdicts.empty() ? 0 : 1) << ran.out << ran.err;
  // A case of a backend has no kernels that assay export could write.
  EXPECT_EQ(ran.out.find("as C file"), std::string::npos) << ran.out;
  if (!found.empty()) {
    const std::string command = found[0]["reproduce"];
    const std::string shell = std::string(assay::testing::built_program()) +
                              command.substr(command.find(' ')) + " > /dev/null";
    EXPECT_EQ(WEXITSTATUS(std::system(shell.c_str())), 1) << shell;
  }
  if (failures) *failures = found;
  return verdicts;
}

}  // namespace assay::cmd::testing
