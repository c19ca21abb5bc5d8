// Each way in which a backend can be wrong has its own verdict.
#include <gtest/gtest.h>

#include "testing/cmd/backend_library.h"
#include "testing/granted_time.h"
#include "testing/places.h"

namespace assay::cmd::testing {
namespace {

/// Compiles the example with C++ source beside it. `statement` stands in assay_create(), for each
/// dimension, and may call `fall`, which the source has.
std::string cpp_library(const TestFolder& folder, const std::string& statement,
                        const std::string& source) {
  const std::string c = folder.file(
      "backend.c", with(text_of(kBackendFolder / "example.c"), "if (stride == 0",
                        "extern void fall(void);\n    " + statement + "    if (stride == 0"));
  const std::string cpp = folder.file("fall.cpp", source);
  const std::string path = (folder.path / "libbackend.so").string(),
                    object = (folder.path / "backend.o").string();
  const std::string command = std::string(assay::testing::c_compiler()) +
                              " -std=gnu99 -fexceptions -fPIC -c -I" + kBackendFolder.string() +
                              " -o " + object + " " + c + " && c++ -shared -fPIC -I" +
                              source_folder().string() + " -o " + path + " " + object + " " + cpp;
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  return path;
}

TEST(WrongBackend, that_accepts_what_is_invalid_is_told_the_rule) {
  const TestFolder folder;
  std::vector<Json> failures;
  const auto verdicts =
      verdicts_of(backend_library(folder, "count->values[0] != (int64_t)op.dimensions", "0"),
                  folder, 4000, &failures);
  EXPECT_EQ(verdicts.size(), 1u);
  ASSERT_GT(verdicts.count("Accepted"), 0u);
  for (const Json& f : failures) EXPECT_EQ(f["found"]["accepted"]["rule"], "dimension-count") << f;
}

TEST(WrongBackend, that_crashes_on_what_is_invalid_is_survived) {
  const TestFolder folder;
  std::vector<Json> failures;
  const auto verdicts = verdicts_of(
      backend_library(folder, "if (stride == 0 || stride", "if (stride"), folder, 4000, &failures);
  EXPECT_EQ(verdicts.size(), 1u);
  ASSERT_GT(verdicts.count("Crashed"), 0u);
  for (const Json& f : failures) {
    EXPECT_EQ(f["found"]["message"], "ended by SIGFPE while creating from an invalid descriptor");
    const Ran validated = assay({"validate", f["case"].get<std::string>()});
    EXPECT_NE(validated.out.find("stride-not-zero"), std::string::npos) << validated.out;
  }
}

TEST(WrongBackend, that_crashes_below_the_level_of_an_operator_is_told_with_a_cause) {
  const TestFolder folder;
  std::vector<Json> failures;
  // At such a level no row of the spec says which types an operator has.
  const auto verdicts =
      verdicts_of(backend_library(folder, "if (level < 0x2100 || size == 0",
                                  "if (level < 0x2100) *(volatile int*)0 = 0;\n  if (size == 0"),
                  folder, 4000, &failures);
  EXPECT_EQ(verdicts.size(), 1u);
  EXPECT_GT(verdicts.count("Crashed"), 0u);
}

TEST(WrongBackend, that_crashes_is_noticed_at_once_though_what_it_forked_still_runs) {
  const TestFolder folder;
  const std::string path = backend_library(
      folder, "if (stride == 0",
      "extern int fork(void), pause(void);\n    if (fork() == 0)\n      for (;;) pause();\n"
      "    *(volatile int*)0 = 0;\n    if (stride == 0");
  const Ran ran = assay({"check", "--backend", path, "--timeout", "1000",
                         "slice1:level=6_4:InputTensor=FLOAT32.4:OutputTensor=FLOAT32.4:"
                         "DimensionCount=1:InputWindowOffsets=0:InputWindowSizes=4:"
                         "InputWindowStrides=1"});
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_TRUE(ran.out.starts_with("Crashed")) << ran.out;
}

TEST(WrongBackend, that_computes_wrongly_is_shrunk) {
  const TestFolder folder;
  std::vector<Json> failures;
  const auto verdicts = verdicts_of(backend_library(folder, "in + from *", "in + from / 2 *"),
                                    folder, 500, &failures);
  EXPECT_EQ(verdicts.size(), 1u);
  ASSERT_GT(verdicts.count("Wrong"), 0u);
  EXPECT_TRUE(failures[0].contains("shrunk"));
}

TEST(WrongBackend, that_writes_too_far_or_refuses_what_is_valid_is_told_so) {
  {
    const TestFolder folder;
    EXPECT_GT(
        verdicts_of(backend_library(folder, "out + to *", "out + op->element + to *"), folder, 200)
            .count("Stray"),
        0u);
  }
  const TestFolder folder;
  std::vector<Json> failures;
  EXPECT_GT(verdicts_of(backend_library(folder, "if (stride == 0", "if (stride < 0"), folder, 200,
                        &failures)
                .count("Refused"),
            0u);
  const auto refused = std::find_if(failures.begin(), failures.end(), [](const Json& f) {
    return f["found"]["verdict"] == "Refused";
  });
  EXPECT_EQ((*refused)["found"]["message"], "assay_create gave ASSAY_INVALID (1)");
}

TEST(WrongBackend, that_throws_is_at_fault_in_that_case_alone) {
  const TestFolder folder;
  const std::string path =
      cpp_library(folder, "if (stride == 2) fall();\n",
                  "#include <stdexcept>\n"
                  "extern \"C\" void fall() { throw std::runtime_error(\"no\"); }\n");
  std::vector<Json> failures;
  const auto verdicts = verdicts_of(path, folder, 1000, &failures);
  EXPECT_EQ(verdicts.size(), 1u);
  ASSERT_GT(verdicts.count("Refused"), 0u);
  EXPECT_EQ(failures[0]["found"]["message"], "a function of the backend gave an exception, no (0)");
}

TEST(WrongBackend, that_changes_what_a_worker_holds_does_not_end_the_run) {
  const TestFolder folder;
  // The thirtieth dimension that a process meets brings an error of the harness, as where a driver
  // writes beyond its memory. A new worker meets none.
  const std::string path =
      cpp_library(folder, "static int runs;\n    if (++runs == 30) fall();\n",
                  "#include \"ops/error.h\"\n"
                  "extern \"C\" void fall() { throw assay::Error(\"odd\"); }\n");
  const Ran ran = assay({"run", "--backend", path, "--operator", "slice1", "--cases", "60"});
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_NE(ran.out.find("told an error while"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find(": odd"), std::string::npos) << ran.out;
}

TEST(WrongBackend, that_stops_itself_hangs_and_is_no_more_waited_for_than_a_few_limits) {
  const TestFolder folder;
  const std::string path = backend_library(
      folder, "if (stride == 0", "extern int raise(int);\n    raise(19);\n    if (stride == 0");
  const assay::testing::GrantedTime granted;
  const Ran ran = assay({"check", "--backend", path, "--timeout", "1",
                         "slice1:level=6_4:InputTensor=FLOAT32.4:OutputTensor=FLOAT32.4:"
                         "DimensionCount=1:InputWindowOffsets=0:InputWindowSizes=4:"
                         "InputWindowStrides=1"});
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_TRUE(ran.out.starts_with("Hung")) << ran.out;
  EXPECT_LT(granted.seconds(), 30);
}

TEST(WrongBackend, that_forks_is_at_fault) {
  const TestFolder folder;
  const std::string path =
      backend_library(folder, "if (stride == 0",
                      "extern int fork(void);\n    if (stride == 2) fork();\n    if (stride == 0");
  // The answer that nobody asked for comes during a later case, so that no case alone shows it.
  const Ran ran = assay({"run", "--backend", path, "--operator", "slice1", "--cases", "500"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.out.find("did it fork?"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace assay::cmd::testing
