// Tests `--backend`, a vendor's library in place of a device: what it is given, and what is said of
// libraries that are none.
#include <gtest/gtest.h>

#include <sstream>

#include "testing/cmd/backend_library.h"

namespace assay::cmd::testing {
namespace {

namespace fs = std::filesystem;

TEST(Backend, the_example_passes_and_refuses_what_is_invalid) {
  const TestFolder folder;
  EXPECT_TRUE(verdicts_of(assay::testing::example_backend(), folder, 20000).empty());
  const Json run = Json::parse(text_of(folder.path / "out" / "run.json"));
  EXPECT_EQ(run["device"]["name"], "assay's example, on the CPU");
  EXPECT_FALSE(run["operators"]["slice1"]["verdicts"].contains("Skip"));
  // Between a tenth and half of the cases are invalid, and the backend must refuse those.
  std::istringstream results(text_of(folder.path / "out" / "results.csv"));
  std::string lines;
  int count = 0;
  std::getline(results, lines);
  lines.clear();
  for (std::string line; std::getline(results, line) && count < 2000; ++count)
    lines += line.substr(0, line.find('@')) + "\n";
  const Ran ran = assay({"validate", "--json", "-"}, {lines, {}, {}});
  int invalid = 0;
  for (const std::string& line : ran.lines()) invalid += Json::parse(line)["valid"] == false;
  EXPECT_GT(invalid, count / 10);
  EXPECT_LT(invalid, count / 2);
}

TEST(Backend, goes_on_with_a_run_that_was_stopped) {
  const TestFolder folder;
  const std::string whole = (folder.path / "whole").string();
  const std::string part = (folder.path / "part").string();
  const std::vector<std::string> run{"run",        "--backend", assay::testing::example_backend(),
                                     "--operator", "slice1",    "--cases",
                                     "100000",     "--out"};
  const auto into = [&](const std::string& out) {
    std::vector<std::string> words = run;
    words.push_back(out);
    return words;
  };
  EXPECT_EQ(assay(into(whole)).code, 0);
  std::string command = assay::testing::built_program();
  for (const std::string& word : into(part)) command += " '" + word + "'";
  // The run is stopped as soon as its file of results has a first row.
  command += " > /dev/null & run=$!; while kill -0 $run && ! grep -q slice1 '" + part +
             "/results.csv.partial' 2> /dev/null; do sleep 0.01; done; kill -INT $run; wait $run";
  const int stopped = std::system(command.c_str());
  EXPECT_NE(WEXITSTATUS(stopped), 0) << "it ended before it was stopped";
  EXPECT_EQ(assay({"run", "--resume", part}).code, 0);
  const auto names = [](const fs::path& path) {
    std::istringstream results(text_of(path));
    std::string names;
    for (std::string line; std::getline(results, line);) names += line.substr(0, line.rfind(','));
    return names;
  };
  EXPECT_TRUE(names(fs::path(whole) / "results.csv") == names(fs::path(part) / "results.csv"));
}

TEST(Backend, refusing_what_is_invalid_passes_alone) {
  const Ran ran = assay({"check", "--backend", assay::testing::example_backend(),
                         "slice1:level=6_4:InputTensor=FLOAT32.4:OutputTensor=FLOAT32.4:"
                         "DimensionCount=1:InputWindowOffsets=0:InputWindowSizes=4:"
                         "InputWindowStrides=0"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("refused, as an invalid descriptor must be"), std::string::npos)
      << ran.out;
}

TEST(Backend, operators_that_it_lacks_are_skipped) {
  const Ran some =
      assay({"run", "--backend", assay::testing::example_backend(), "--cases", "3000"});
  EXPECT_EQ(some.code, 0) << some.out;
  EXPECT_NE(some.out.find("the backend does not have it (absent)"), std::string::npos) << some.out;
  const Ran none = assay({"run", "--backend", assay::testing::example_backend(), "--cases", "300",
                          "--operator", "gather"});
  EXPECT_EQ(none.code, 3) << none.out;
}

TEST(Backend, that_only_refuses_what_is_invalid_is_not_tested) {
  const TestFolder folder;
  const std::string path = backend_library(
      folder, "*created = malloc(sizeof op);",
      "if (op.dimensions) return ASSAY_UNSUPPORTED;\n  *created = malloc(sizeof op);");
  const Ran ran = assay({"run", "--backend", path, "--operator", "slice1", "--cases", "300"});
  EXPECT_EQ(ran.code, 3) << ran.out;
  EXPECT_NE(ran.out.find("Nothing was tested."), std::string::npos) << ran.out;
}

TEST(Backend, that_lacks_an_operator_that_was_named_is_not_tested_as_was_asked_for) {
  const Ran ran = assay({"run", "--backend", assay::testing::example_backend(), "--cases", "300",
                         "--operator", "slice1,gather"});
  EXPECT_EQ(ran.code, 3) << ran.out;
  EXPECT_NE(ran.out.find("Named, and not tested: gather."), std::string::npos) << ran.out;
}

TEST(Backend, has_to_run_what_it_created) {
  const TestFolder folder;
  const std::string path = backend_library(folder, "if (buffer_count != 2) return ASSAY_FAILED;",
                                           "if (buffer_count == 2) return ASSAY_UNSUPPORTED;");
  const Ran ran = assay({"run", "--backend", path, "--operator", "slice1", "--cases", "50"});
  EXPECT_EQ(ran.code, 1) << ran.out;
  EXPECT_NE(ran.out.find("assay_run gave ASSAY_UNSUPPORTED"), std::string::npos) << ran.out;
}

TEST(Backend, that_is_none_is_named) {
  const TestFolder folder;
  const std::string text = folder.file("libtext.so", "no library");
  expect_complaint(assay({"run", "--backend", "/nonexistent.so"}), "--backend /nonexistent.so");
  expect_complaint(assay({"run", "--backend", text}), "libtext.so");
  expect_complaint(assay({"run", "--backend", text, "--device", "x"}), "--backend");
  expect_complaint(assay({"check", "--backend",
                          backend_library(folder, "assay_destroy(", "destroyed("), kGather}),
                   "lacks assay_destroy");
  expect_complaint(
      assay({"check", "--backend",
             backend_library(folder, "return ASSAY_BACKEND_VERSION;", "return 9;"), kGather}),
      "of interface version 9");
  expect_complaint(assay({"run", "--backend", "."}), "--backend .: is no file");
  const std::string dying = backend_library(folder, "return ASSAY_BACKEND_VERSION;",
                                            "*(volatile int*)0 = 0; return ASSAY_BACKEND_VERSION;");
  expect_complaint(assay({"run", "--backend", dying, "--operator", "slice1"}),
                   "--backend " + dying + ": cannot be loaded: a worker ended by SIGSEGV");
  // The backend may also be named without a folder.
  const Ran ran = assay({"check", "--backend", assay::testing::example_backend(), kGather});
  EXPECT_EQ(ran.code, 3) << ran.out << ran.err;
}

/// Joins packed tensors of one dimension. Each is a member and has a buffer of its own.
constexpr const char* kJoinBackend = R"(
#include <stdlib.h>
#include <string.h>
#include "assay_backend.h"
struct assay_operator { uint32_t parts; };
uint32_t assay_version(void) { return ASSAY_BACKEND_VERSION; }
const char* assay_name(void) { return "a backend that joins"; }
assay_status assay_create(const assay_descriptor* d, assay_operator** created) {
  uint32_t parts = 0;
  for (uint32_t i = 0; i < d->member_count; ++i) {
    if (d->members[i].kind != ASSAY_INPUT) continue;
    if (strcmp(d->members[i].name, "InputTensors") || d->members[i].tensor.sizes[0] < 1)
      return ASSAY_INVALID;
    ++parts;
  }
  if (d->members[0].values[0] != parts) return ASSAY_INVALID;
  *created = malloc(sizeof **created);
  (*created)->parts = parts;
  return ASSAY_OK;
}
assay_status assay_run(assay_operator* op, const assay_buffer* buffers, uint32_t count) {
  char* to = buffers[count - 1].data;
  if (count != op->parts + 1) return ASSAY_FAILED;
  for (uint32_t k = 0; k < op->parts; ++k) {
    const assay_buffer* from = &buffers[k];
    memcpy(to, from->data, from->bytes);
    to += from->bytes;
  }
  return ASSAY_OK;
}
void assay_destroy(assay_operator* op) { free(op); }
)";

TEST(Backend, is_given_each_tensor_of_an_array) {
  const TestFolder folder;
  const auto compiled = [&](const std::string& name, const std::string& source) {
    const std::string path = (folder.path / (name + ".so")).string();
    const std::string command = std::string(assay::testing::c_compiler()) +
                                " -std=c99 -shared -fPIC -I" + kBackendFolder.string() + " -o " +
                                path + " " + folder.file(name + ".c", source);
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    return path;
  };
  const std::string line =
      "join:level=6_4:InputCount=3:InputTensors=FLOAT32.2+FLOAT32.1+FLOAT32.3:"
      "OutputTensor=FLOAT32.6:Axis=0";
  const std::string right = compiled("right", kJoinBackend);
  EXPECT_EQ(assay({"check", "--backend", right, line}).code, 0);
  EXPECT_EQ(assay({"check", "--backend", right, with(line, "InputCount=3", "InputCount=2")}).code,
            0)
      << "the backend refuses a count that is not that of the tensors";
  const std::string swapped =
      compiled("swapped", with(kJoinBackend, "&buffers[k]", "&buffers[op->parts - 1 - k]"));
  const Ran ran = assay({"check", "--backend", swapped, line});
  EXPECT_EQ(ran.code, 1) << ran.out;
  EXPECT_NE(ran.out.find("OutputTensor[0]"), std::string::npos) << ran.out;
  const std::string stray =
      compiled("stray", with(kJoinBackend, "to += from->bytes;",
                             "to += from->bytes;\n    ((char*)from->data)[from->bytes] ^= 1;"));
  EXPECT_NE(assay({"check", "--backend", stray, line}).out.find("InputTensors[0]"),
            std::string::npos);
}

}  // namespace
}  // namespace assay::cmd::testing
