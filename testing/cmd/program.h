#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "testing/text_of.h"

/// The built program, run as a user runs it.
namespace assay::cmd::testing {

using Json = nlohmann::json;

struct Ran {
  /// The exit code; 128 and the signal where one ended it.
  int code = -1;
  std::string out, err;

  /// Standard output, line by line.
  std::vector<std::string> lines() const;
};

/// What surrounds a run.
struct Surroundings {
  std::string input;
  std::vector<std::pair<std::string, std::string>> environment;
  /// Where standard output goes, instead of being kept.
  std::filesystem::path output_to;
};

/// Runs `assay` with these arguments. PoCL's cache is one that all tests share.
Ran assay(const std::vector<std::string>& arguments, const Surroundings& surroundings = {});

/// PoCL's cache that all tests share, and the layer that makes a driver faulty.
std::filesystem::path pocl_cache();
std::filesystem::path fault_layer();

/// A folder of a test's own, removed at the end.
class TestFolder {
 public:
  TestFolder();
  ~TestFolder();
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  /// A file in it, with this text; gives its path.
  std::string file(const std::string& name, const std::string& text) const;
  std::filesystem::path path;
};

using assay::testing::text_of;

/// A case line of gather that is valid, and passes.
inline const std::string kGather =
    "gather:level=4_1:InputTensor=FLOAT32.4:IndicesTensor=UINT32.5:OutputTensor=FLOAT32.5:Axis=0:"
    "IndexDimensions=1";

/// `text` with the first `from` in it replaced; it must be there.
std::string with(std::string text, const std::string& from, const std::string& to);

/// `text` with the version of the files that this program writes for `{}`.
std::string of_this_format(const char* text);

/// A folder with gather's own kernels, in which negative indices are not wrapped. It is always the
/// same one, since drivers cache programs by their text, paths included.
std::string faulty_kernels();

/// Exit code 2, nothing on standard output, one line on stderr that has `words` in it.
void expect_complaint(const Ran& ran, const std::string& words);

}  // namespace assay::cmd::testing
