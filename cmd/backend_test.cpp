// Tests `--backend`, a vendor's library in place of a device: the example passes, and each way to
// be wrong has its own verdict.
#include <gtest/gtest.h>

#include <sstream>

#include "testing/cmd/program.h"

namespace assay::cmd::testing {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = fs::path(ASSAY_SOURCE_DIR) / "conformance/run/backend";

/// Replaces a part of the example's text, compiles it, and gives the path of the library.
std::string library(const TestFolder& folder, const std::string& from, const std::string& to) {
  const std::string source =
      folder.file("backend.c", with(text_of(kFolder / "example.c"), from, to));
  const std::string path = (folder.path / "libbackend.so").string();
  const std::string command = std::string(ASSAY_C_COMPILER) + " -std=c99 -O1 -shared -fPIC -I" +
                              kFolder.string() + " -o " + path + " " + source;
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  return path;
}

std::vector<Json> failures_of(const fs::path& folder) {
  std::vector<Json> objects;
  std::istringstream stream(text_of(folder / "failures.jsonl"));
  for (std::string line; std::getline(stream, line);) objects.push_back(Json::parse(line));
  return objects;
}

/// Runs a campaign of slice1 and counts its divergences by verdict. The command that the first one
/// gives to reproduce it must do so.
std::map<std::string, int> verdicts_of(const std::string& backend, const TestFolder& folder,
                                       int cases, std::vector<Json>* failures = nullptr) {
  const fs::path out = folder.path / "out";
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
    const std::string shell =
        std::string(ASSAY_PROGRAM) + command.substr(command.find(' ')) + " > /dev/null";
    EXPECT_EQ(WEXITSTATUS(std::system(shell.c_str())), 1) << shell;
  }
  if (failures) *failures = found;
  return verdicts;
}

TEST(Backend, the_example_passes_and_refuses_what_is_invalid) {
  const TestFolder folder;
  EXPECT_TRUE(verdicts_of(ASSAY_EXAMPLE_BACKEND, folder, 20000).empty());
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
  const std::vector<std::string> run{"run",        "--backend", ASSAY_EXAMPLE_BACKEND,
                                     "--operator", "slice1",    "--cases",
                                     "100000",     "--out"};
  const auto into = [&](const std::string& out) {
    std::vector<std::string> words = run;
    words.push_back(out);
    return words;
  };
  EXPECT_EQ(assay(into(whole)).code, 0);
  std::string command = ASSAY_PROGRAM;
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
  const Ran ran = assay({"check", "--backend", ASSAY_EXAMPLE_BACKEND,
                         "slice1:level=6_4:InputTensor=FLOAT32.4:OutputTensor=FLOAT32.4:"
                         "DimensionCount=1:InputWindowOffsets=0:InputWindowSizes=4:"
                         "InputWindowStrides=0"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("refused, as an invalid descriptor must be"), std::string::npos)
      << ran.out;
}

TEST(Backend, operators_that_it_lacks_are_skipped) {
  const Ran some = assay({"run", "--backend", ASSAY_EXAMPLE_BACKEND, "--cases", "3000"});
  EXPECT_EQ(some.code, 0) << some.out;
  EXPECT_NE(some.out.find("the backend does not have it (absent)"), std::string::npos) << some.out;
  const Ran none =
      assay({"run", "--backend", ASSAY_EXAMPLE_BACKEND, "--cases", "300", "--operator", "gather"});
  EXPECT_EQ(none.code, 3) << none.out;
}

TEST(Backend, that_only_refuses_what_is_invalid_is_not_tested) {
  const TestFolder folder;
  const std::string path =
      library(folder, "*created = malloc(sizeof op);",
              "if (op.dimensions) return ASSAY_UNSUPPORTED;\n  *created = malloc(sizeof op);");
  const Ran ran = assay({"run", "--backend", path, "--operator", "slice1", "--cases", "300"});
  EXPECT_EQ(ran.code, 3) << ran.out;
  EXPECT_NE(ran.out.find("Nothing was tested."), std::string::npos) << ran.out;
}

TEST(Backend, that_accepts_what_is_invalid_is_told_the_rule) {
  const TestFolder folder;
  std::vector<Json> failures;
  const auto verdicts = verdicts_of(
      library(folder, "count->values[0] != (int64_t)op.dimensions", "0"), folder, 4000, &failures);
  EXPECT_EQ(verdicts.size(), 1u);
  ASSERT_GT(verdicts.count("Accepted"), 0u);
  for (const Json& f : failures) EXPECT_EQ(f["found"]["accepted"]["rule"], "dimension-count") << f;
}

TEST(Backend, that_crashes_on_what_is_invalid_is_survived) {
  const TestFolder folder;
  std::vector<Json> failures;
  const auto verdicts = verdicts_of(library(folder, "if (stride == 0 || stride", "if (stride"),
                                    folder, 4000, &failures);
  EXPECT_EQ(verdicts.size(), 1u);
  ASSERT_GT(verdicts.count("Crashed"), 0u);
  for (const Json& f : failures) {
    EXPECT_EQ(f["found"]["message"], "ended by SIGFPE while creating from an invalid descriptor");
    const Ran validated = assay({"validate", f["case"].get<std::string>()});
    EXPECT_NE(validated.out.find("stride-not-zero"), std::string::npos) << validated.out;
  }
}

TEST(Backend, that_crashes_is_noticed_at_once_though_what_it_forked_still_runs) {
  const TestFolder folder;
  const std::string path =
      library(folder, "if (stride == 0",
              "extern int fork(void), pause(void);\n    if (fork() == 0)\n      for (;;) pause();\n"
              "    *(volatile int*)0 = 0;\n    if (stride == 0");
  const Ran ran = assay({"check", "--backend", path, "--timeout", "1000",
                         "slice1:level=6_4:InputTensor=FLOAT32.4:OutputTensor=FLOAT32.4:"
                         "DimensionCount=1:InputWindowOffsets=0:InputWindowSizes=4:"
                         "InputWindowStrides=1"});
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_TRUE(ran.out.starts_with("Crashed")) << ran.out;
}

TEST(Backend, that_computes_wrongly_is_shrunk) {
  const TestFolder folder;
  std::vector<Json> failures;
  const auto verdicts =
      verdicts_of(library(folder, "in + from *", "in + from / 2 *"), folder, 500, &failures);
  EXPECT_EQ(verdicts.size(), 1u);
  ASSERT_GT(verdicts.count("Wrong"), 0u);
  EXPECT_TRUE(failures[0].contains("shrunk"));
}

TEST(Backend, that_writes_too_far_or_refuses_what_is_valid_is_told_so) {
  {
    const TestFolder folder;
    EXPECT_GT(verdicts_of(library(folder, "out + to *", "out + op->element + to *"), folder, 200)
                  .count("Stray"),
              0u);
  }
  const TestFolder folder;
  std::vector<Json> failures;
  EXPECT_GT(
      verdicts_of(library(folder, "if (stride == 0", "if (stride < 0"), folder, 200, &failures)
          .count("Refused"),
      0u);
  const auto refused = std::find_if(failures.begin(), failures.end(), [](const Json& f) {
    return f["found"]["verdict"] == "Refused";
  });
  EXPECT_EQ((*refused)["found"]["message"], "assay_create gave ASSAY_INVALID (1)");
}

TEST(Backend, that_throws_is_at_fault_in_that_case_alone) {
  const TestFolder folder;
  const std::string c = folder.file(
      "backend.c",
      with(text_of(kFolder / "example.c"), "if (stride == 0",
           "extern void fall(void);\n    if (stride == 2) fall();\n    if (stride == 0"));
  const std::string cpp =
      folder.file("fall.cpp",
                  "#include <stdexcept>\n"
                  "extern \"C\" void fall() { throw std::runtime_error(\"no\"); }\n");
  const std::string path = (folder.path / "libbackend.so").string(),
                    object = (folder.path / "backend.o").string();
  const std::string command =
      std::string(ASSAY_C_COMPILER) + " -std=gnu99 -fexceptions -fPIC -c -I" + kFolder.string() +
      " -o " + object + " " + c + " && c++ -shared -fPIC -o " + path + " " + object + " " + cpp;
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  std::vector<Json> failures;
  const auto verdicts = verdicts_of(path, folder, 1000, &failures);
  EXPECT_EQ(verdicts.size(), 1u);
  ASSERT_GT(verdicts.count("Refused"), 0u);
  EXPECT_EQ(failures[0]["found"]["message"], "a function of the backend gave an exception, no (0)");
}

TEST(Backend, that_forks_is_at_fault) {
  const TestFolder folder;
  const std::string path =
      library(folder, "if (stride == 0",
              "extern int fork(void);\n    if (stride == 2) fork();\n    if (stride == 0");
  // The answer that nobody asked for comes during a later case, so that no case alone shows it.
  const Ran ran = assay({"run", "--backend", path, "--operator", "slice1", "--cases", "500"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.out.find("did it fork?"), std::string::npos) << ran.out;
}

TEST(Backend, that_is_none_is_named) {
  const TestFolder folder;
  const std::string text = folder.file("libtext.so", "no library");
  expect_complaint(assay({"run", "--backend", "/nonexistent.so"}), "--backend /nonexistent.so");
  expect_complaint(assay({"run", "--backend", text}), "libtext.so");
  expect_complaint(assay({"run", "--backend", text, "--device", "x"}), "--backend");
  expect_complaint(
      assay({"check", "--backend", library(folder, "assay_destroy(", "destroyed("), kGather}),
      "lacks assay_destroy");
  expect_complaint(assay({"check", "--backend",
                          library(folder, "return ASSAY_BACKEND_VERSION;", "return 9;"), kGather}),
                   "of interface version 9");
  expect_complaint(assay({"run", "--backend", "."}), "--backend .: is no file");
  const std::string dying = library(folder, "return ASSAY_BACKEND_VERSION;",
                                    "*(volatile int*)0 = 0; return ASSAY_BACKEND_VERSION;");
  expect_complaint(assay({"run", "--backend", dying, "--operator", "slice1"}),
                   "--backend " + dying + ": cannot be loaded: a worker ended by SIGSEGV");
  // The backend may also be named without a folder.
  const Ran ran = assay({"check", "--backend", ASSAY_EXAMPLE_BACKEND, kGather});
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
    const std::string command = std::string(ASSAY_C_COMPILER) + " -std=c99 -shared -fPIC -I" +
                                kFolder.string() + " -o " + path + " " +
                                folder.file(name + ".c", source);
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
