// The rooms of the architecture: what each may include. Link lines keep sources out; headers alone
// they would let through.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace assay {
namespace {

namespace fs = std::filesystem;

const std::map<std::string, std::set<std::string>> kMayInclude{
    {"ops", {"ops"}},
    {"specs", {"ops", "specs"}},
    {"opencl", {"ops", "opencl"}},
    {"conformance", {"ops", "specs", "opencl", "conformance"}},
    {"fuzz", {"ops", "specs", "opencl", "conformance", "fuzz"}},
    {"cmd", {"ops", "specs", "opencl", "conformance", "cmd"}}};

/// Libraries that only some rooms may know.
const std::map<std::string, std::set<std::string>> kLibraries{
    {"nlohmann/", {"specs", "conformance", "fuzz", "cmd"}},
    {"CL/", {"opencl"}},
    {"Eigen/", {"ops"}},
    {"CLI/", {"cmd"}}};

struct Include {
  fs::path file;
  std::string room, path;
};

/// A source file without its raw strings, which may hold other programs.
std::string code_of(const fs::path& file) {
  std::ifstream in(file);
  std::string text((std::istreambuf_iterator<char>(in)), {});
  for (std::size_t from = 0; (from = text.find("R\"", from)) != text.npos;) {
    const std::size_t open = text.find('(', from);
    const std::string end = ")" + text.substr(from + 2, open - from - 2) + "\"";
    const std::size_t close = text.find(end, open);
    if (open == text.npos || close == text.npos) break;
    text.erase(from, close + end.size() - from);
  }
  return text;
}

std::vector<Include> includes() {
  static const std::regex kLine("\\s*#\\s*include\\s*[\"<]([^\">]+)[\">].*");
  std::vector<Include> all;
  std::error_code none;  // a room without files is no folder
  for (const auto& [room, may] : kMayInclude)
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path(ASSAY_SOURCE_DIR) / room, none)) {
      const auto extension = entry.path().extension();
      if (extension != ".cpp" && extension != ".h") continue;
      std::istringstream in(code_of(entry.path()));
      std::smatch match;
      for (std::string line; std::getline(in, line);)
        if (std::regex_match(line, match, kLine)) all.push_back({entry.path(), room, match[1]});
    }
  return all;
}

TEST(Rooms, IncludeOnlyWhatStandsBelowThem) {
  int own = 0;
  for (const Include& i : includes()) {
    const std::string first = i.path.substr(0, i.path.find('/'));
    if (!kMayInclude.contains(first)) continue;
    ++own;
    EXPECT_TRUE(kMayInclude.at(i.room).contains(first))
        << i.file << " includes " << i.path << ", but " << i.room << " may not know " << first;
  }
  EXPECT_GT(own, 100);
}

TEST(Rooms, IncludeOnlyTheirLibraries) {
  for (const Include& i : includes())
    for (const auto& [library, rooms] : kLibraries)
      if (i.path.starts_with(library)) {
        EXPECT_TRUE(rooms.contains(i.room)) << i.file << " includes " << i.path;
      }
}

TEST(Rooms, NameTheirOwnHeadersFromTheRoot) {
  for (const Include& i : includes())
    EXPECT_TRUE(i.path.find('/') != std::string::npos || !fs::exists(i.file.parent_path() / i.path))
        << i.file << " includes " << i.path << " without its folder";
}

}  // namespace
}  // namespace assay
