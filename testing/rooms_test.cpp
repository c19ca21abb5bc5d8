// The rooms of the architecture: what each may include. CMakeLists.txt states it, in its lines
// `room(FOLDER ...)` and `program_room(FOLDER ...)`. Link lines keep sources to it; headers alone
// they would let through.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "testing/places.h"
#include "testing/text_of.h"

namespace assay::testing {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = assay::testing::source_folder();

/// Libraries that only some great rooms may know.
const std::map<std::string, std::set<std::string>> kLibraries{
    {"nlohmann/", {"specs", "conformance", "fuzz", "cmd", "testing"}},
    {"CL/", {"opencl"}},
    {"Eigen/", {"ops"}},
    {"CLI/", {"cmd"}}};

/// A room, by its folder, and the rooms that it names.
using Rooms = std::map<std::string, std::vector<std::string>>;

Rooms rooms_of(const std::string& cmake) {
  static const std::regex kLine("\n(?:program_)?room\\((\\S+?)((?: [^\\s)]+)*)\\)");
  Rooms rooms;
  for (std::sregex_iterator match(cmake.begin(), cmake.end(), kLine), end; match != end; ++match) {
    std::vector<std::string>& named = rooms[(*match)[1]];
    std::istringstream words((*match)[2]);
    for (std::string word; words >> word;) named.push_back(word);
  }
  // What is no room is a library.
  for (auto& [room, named] : rooms)
    std::erase_if(named, [&](const std::string& other) { return !rooms.contains(other); });
  return rooms;
}

const Rooms& rooms() {
  static const Rooms all = rooms_of(text_of(kRoot / "CMakeLists.txt"));
  return all;
}

/// A room and all that it may include.
std::set<std::string> reach(const std::string& room) {
  std::set<std::string> reached;
  std::vector<std::string> left{room};
  while (!left.empty()) {
    const std::string next = left.back();
    left.pop_back();
    if (!reached.insert(next).second) continue;
    const std::vector<std::string>& named = rooms().at(next);
    left.insert(left.end(), named.begin(), named.end());
  }
  return reached;
}

/// The room that a path from the root lies in, the innermost of several; empty where it is in none.
std::string room_of(const fs::path& path) {
  for (fs::path folder = path.parent_path(); !folder.empty(); folder = folder.parent_path())
    if (rooms().contains(folder.string())) return folder.string();
  return {};
}

std::string great_room_of(const fs::path& path) { return path.begin()->string(); }

/// A source file without its raw strings, which may hold other programs.
std::string code_of(const fs::path& file) {
  std::string text = text_of(file);
  for (std::size_t from = 0; (from = text.find("R\"", from)) != text.npos;) {
    const std::size_t open = text.find('(', from);
    const std::string end = ")" + text.substr(from + 2, open - from - 2) + "\"";
    const std::size_t close = text.find(end, open);
    if (open == text.npos || close == text.npos) break;
    text.erase(from, close + end.size() - from);
  }
  return text;
}

/// An include of a file; paths are from the root.
struct Include {
  fs::path file;
  std::string path;

  /// Tests of a room, and what helps them, may know more than the room: all of its great room, the
  /// helpers of tests, and what these need.
  bool is_of_tests() const {
    return great_room_of(file) == "testing" || file.stem().string().ends_with("_test") ||
           file.stem().string().ends_with("_benchmark");
  }
};

std::vector<Include> includes() {
  static const std::regex kLine("\\s*#\\s*include\\s*[\"<]([^\">]+)[\">].*");
  std::set<std::string> folders{"testing"};
  for (const auto& [room, named] : rooms()) folders.insert(great_room_of(room));
  std::vector<Include> all;
  for (const std::string& folder : folders)
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
      const auto extension = entry.path().extension();
      if (extension != ".cpp" && extension != ".h") continue;
      std::istringstream in(code_of(entry.path()));
      std::smatch match;
      for (std::string line; std::getline(in, line);)
        if (std::regex_match(line, match, kLine))
          all.push_back({entry.path().lexically_relative(kRoot), match[1]});
    }
  return all;
}

TEST(Rooms, NameNoRoomThatNamesThem) {
  EXPECT_GT(rooms().size(), 20u);
  for (const auto& [room, named] : rooms())
    for (const std::string& other : named)
      EXPECT_FALSE(reach(other).contains(room)) << room << " and " << other << " name each other";
}

TEST(Rooms, IncludeOnlyWhatStandsBelowThem) {
  int arrows = 0;
  for (const Include& i : includes()) {
    const std::string from = room_of(i.file), to = room_of(i.path);
    if (to.empty() || i.is_of_tests()) continue;
    arrows += from != to;
    ASSERT_NE(from, "") << i.file << " is in no room";
    EXPECT_TRUE(reach(from).contains(to))
        << i.file << " includes " << i.path << ", but " << from << " may not know " << to;
  }
  EXPECT_GT(arrows, 100);
}

TEST(Rooms, HaveTestsThatIncludeOnlyWhatStandsBelowTheirGreatRoom) {
  std::map<std::string, std::set<std::string>> great;
  for (const auto& [room, named] : rooms())
    for (const std::string& other : reach(room))
      great[great_room_of(room)].insert(great_room_of(other));
  int arrows = 0;
  for (const Include& i : includes()) {
    const std::string to = great_room_of(i.path);
    if (!i.is_of_tests() || !great.contains(to)) continue;
    // testing/opencl/problems.h helps the tests of opencl. All helpers may read the specs.
    const bool helps = great_room_of(i.file) == "testing";
    const std::string from = great_room_of(helps ? i.file.lexically_relative("testing") : i.file);
    // The files of another operator are compiled in a copy of the tree, in the rooms of
    // operators.
    if (from == "another_operator") continue;
    ++arrows;
    EXPECT_TRUE(great.contains(from) && (great.at(from).contains(to) || (helps && to == "specs")))
        << i.file << " includes " << i.path;
  }
  EXPECT_GT(arrows, 100);
}

TEST(Rooms, IncludeOnlyTheirLibraries) {
  for (const Include& i : includes())
    for (const auto& [library, known_by] : kLibraries)
      if (i.path.starts_with(library)) {
        EXPECT_TRUE(known_by.contains(great_room_of(i.file))) << i.file << " includes " << i.path;
      }
}

TEST(Rooms, NameEachOfTheirFilesInTheirReadme) {
  // Their files are named after what everybody looks for: subcommands, and operators.
  static const std::set<std::string> kOneFileEach{"cmd", "ops/oracles"};
  int files = 0;
  for (const auto& [room, named] : rooms()) {
    const std::string readme = text_of(kRoot / room / "README.md");
    for (const auto& entry : fs::directory_iterator(kRoot / room)) {
      const fs::path extension = entry.path().extension();
      if (extension != ".h" && (extension != ".cpp" || kOneFileEach.contains(room))) continue;
      if (const Include of{entry.path(), ""}; extension == ".cpp" && of.is_of_tests()) continue;
      ++files;
      // Of a header and its source file, a row may name either.
      const std::regex name("\\b" + entry.path().stem().string() + "\\b");
      EXPECT_TRUE(std::regex_search(readme, name))
          << room << "/README.md names no file " << entry.path().stem();
    }
  }
  EXPECT_GT(files, 100);
}

TEST(Rooms, NameTheirOwnHeadersFromTheRoot) {
  for (const Include& i : includes())
    EXPECT_TRUE(i.path.find('/') != std::string::npos ||
                !fs::exists(kRoot / i.file.parent_path() / i.path))
        << i.file << " includes " << i.path << " without its folder";
}

}  // namespace
}  // namespace assay::testing
