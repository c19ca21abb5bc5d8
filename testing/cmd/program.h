#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "ops/child_process.h"
#include "testing/places.h"
#include "testing/text_of.h"

/// Runs the built program as a user does.
namespace assay::cmd::testing {

using Json = nlohmann::json;

struct Ran {
  /// The exit code; 128 + n where signal n ended the program.
  int code = -1;
  /// `err` is without the lines that tell how far a run is, which are `progress`.
  std::string out, err, progress;

  /// The lines of standard output.
  std::vector<std::string> lines() const;
};

/// The input and the environment of a run.
struct Surroundings {
  std::string input;
  std::vector<std::pair<std::string, std::string>> environment;
  /// The file that standard output is written to. Where it is empty, Ran keeps the output.
  std::filesystem::path output_to{};
  /// The file that standard error of a Running command is written to, if it is not empty.
  std::filesystem::path errors_to{};
};

/// How `assay` is started with these arguments and in this environment, with a PoCL cache that all
/// tests share. Its standard streams are /dev/null.
ops::ChildOptions child_of(const std::vector<std::string>& arguments,
                           const Surroundings& surroundings);

/// Runs `assay` with these arguments, with a PoCL cache that all tests share.
Ran assay(const std::vector<std::string>& arguments, const Surroundings& surroundings = {});

/// Takes the lines that tell how far a run is out of what was written to standard error, and gives
/// them.
std::string take_progress(std::string& err);

/// The folder of the PoCL cache that all tests share.
std::filesystem::path pocl_cache();
/// The path of the layer that makes a driver faulty.
std::filesystem::path fault_layer();

/// Surroundings in which that layer makes the driver faulty, as `fault` names it. `every` is how
/// rarely the fault strikes, where that is not left to the layer.
Surroundings with_fault(const std::string& fault, const std::string& every = "");
/// The same with a driver that gives this code for every `every`-th call of this name.
Surroundings with_refused_calls(const std::string& call, const std::string& every,
                                const std::string& code);
/// The same with a driver of which every `every`-th call of this name succeeds and does nothing.
Surroundings with_lost_calls(const std::string& call, const std::string& every);

/// A folder for one test. It is removed with this object.
class TestFolder {
 public:
  TestFolder();
  ~TestFolder();
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  /// Writes a file with this text into the folder, and gives its path.
  std::string file(const std::string& name, const std::string& text) const;
  std::filesystem::path path;
};

using assay::testing::source_folder;
using assay::testing::text_of;

/// A valid case line of gather, with its route, whose tensors end within four bytes.
inline const std::string kGatherBytes =
    "gather:level=4_1:InputTensor=UINT8.7:IndicesTensor=UINT32.7:OutputTensor=UINT8.7:Axis=0:"
    "IndexDimensions=1@variant=bits";
/// A valid case line of gather, which passes.
inline const std::string kGather =
    "gather:level=4_1:InputTensor=FLOAT32.4:IndicesTensor=UINT32.5:OutputTensor=FLOAT32.5:Axis=0:"
    "IndexDimensions=1";

/// A valid case line, with its route, whose tensors are images of several rows.
inline const std::string kImages =
    "element_wise_bit_not:level=5_0:InputTensor=UINT8.3000:OutputTensor=UINT8.3000@variant=image";

/// A case with negative indices, which fails with faulty_kernels().
inline const std::string kNegative =
    "gather:level=4_1:InputTensor=FLOAT32.2x3:IndicesTensor=INT64.1x4:OutputTensor=FLOAT32.2x4:"
    "Axis=1:IndexDimensions=1:indices=negative:seed=3";

/// Operators for campaigns that test no operator: there are few kernels to build, with several
/// passes and work groups among them.
inline constexpr const char* kFewOperators =
    "gather,slice1,scatter_nd,cumulative_summation,nonzero_coordinates";

/// Replaces the first `from` in `text`. Throws std::runtime_error where there is none.
std::string with(std::string text, const std::string& from, const std::string& to);

/// Replaces `{}` in `text` by the version of the files that this program writes.
std::string of_this_format(const char* text);

/// Seals a run's folder anew, as if the run had written its files as they are now. A file that is
/// no object of JSON stays as it is.
void seal_again(const std::filesystem::path& folder);

/// Gives a folder with the kernels of gather, changed so that negative indices are wrong. It is
/// always the same folder, since drivers cache programs by their text, which includes paths.
std::string faulty_kernels();

/// The text of a case file of gather, whose output holds `expected`: a list of six numbers of JSON.
std::string gather_file(const std::string& expected);

/// Expects exit code 2, nothing on standard output, and one line on stderr that contains `words`.
void expect_complaint(const Ran& ran, const std::string& words);

}  // namespace assay::cmd::testing
