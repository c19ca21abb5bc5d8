// Outputs that cannot be written, and other limits of the system: the program ends with its exit
// code, and with no signal.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>

#include "testing/cmd/program.h"
#include "testing/places.h"

namespace assay::cmd::testing {
namespace {

TEST(Unwritable, standard_error_or_a_file_leaves_the_exit_code) {
  const std::string program = assay::testing::built_program();
  const auto code = [](const std::string& command) {
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  };
  EXPECT_EQ(code(program + " check bad 2> /dev/full"), 2);
  EXPECT_EQ(code(program + " check bad 2>&-"), 2);
  EXPECT_EQ(code(program + " list > /dev/full 2> /dev/full"), 2);
  EXPECT_EQ(code(program + " --version > /dev/full 2> /dev/full"), 2);
  EXPECT_EQ(code(program + " run --help > /dev/full 2> /dev/full"), 2);
  // A file that may not grow cannot be written, as on a full disk.
  const TestFolder folder;
  const std::string page = (folder.path / "list").string();
  EXPECT_EQ(code("ulimit -f 1; " + program + " describe gather > " + page + " 2> /dev/full"), 2);
}

TEST(Unwritable, a_stack_too_small_is_said) {
  const TestFolder folder;
  const std::string err = (folder.path / "err").string();
  const int status = std::system(("ulimit -s 64; " + std::string(assay::testing::built_program()) +
                                  " list > /dev/null 2> " + err)
                                     .c_str());
  ASSERT_TRUE(WIFEXITED(status)) << WTERMSIG(status);
  // Where the system lets the program raise the limit, nothing needs to be said.
  if (WEXITSTATUS(status) == 0) return;
  EXPECT_EQ(WEXITSTATUS(status), 2);
  EXPECT_NE(text_of(err).find("(ulimit -s)"), std::string::npos);
}

TEST(Unwritable, out_is_named) {
  const TestFolder folder;
  const std::string file = folder.file("file", "");
  expect_complaint(assay({"run", "--cases", "5", "--out", file + "/out"}), file);
  expect_complaint(assay({"run", "--cases", "5", "--out", file}), file);
}

TEST(Unwritable, an_out_that_is_read_only) {
  const TestFolder folder;
  const std::filesystem::path disk = folder.path / "disk";
  std::filesystem::create_directory(disk);
  if (::mount("assay", disk.c_str(), "tmpfs", MS_RDONLY, "") != 0)
    GTEST_SKIP() << "only root may mount the read-only file system that this needs";
  const Ran there = assay({"run", "--cases", "5", "--out", disk.string()});
  const Ran within = assay({"run", "--cases", "5", "--out", (disk / "out").string()});
  const Ran exported = assay({"export", kGather, "--out", (disk / "out").string()});
  ::umount(disk.c_str());
  for (const Ran& ran : {there, within, exported}) expect_complaint(ran, "Read-only file system");
}

TEST(Unwritable, the_cache_that_pocl_has_where_no_variable_names_one) {
  const TestFolder folder;
  std::filesystem::create_directories(folder.path / "pocl/kcache");
  const std::string own = folder.file("pocl/kcache/assay", "");
  const std::string err = (folder.path / "err").string();
  const std::string command =
      fmt::format("env -u POCL_CACHE_DIR XDG_CACHE_HOME={} {} run --operator gather 2> {}",
                  folder.path.string(), assay::testing::built_program(), err);
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 2);
  EXPECT_NE(text_of(err).find("PoCL's cache " + own + " cannot be written"), std::string::npos)
      << text_of(err);
}

TEST(Unwritable, a_standard_stream_that_is_closed) {
  const TestFolder folder;
  const auto code = [](const std::string& words) {
    const std::string command = "POCL_CACHE_DIR=" + pocl_cache().string() + std::string(" ") +
                                assay::testing::built_program() + " " + words;
    return WEXITSTATUS(std::system(command.c_str()));
  };
  const std::string out = (folder.path / "out").string(), err = (folder.path / "err").string();
  for (const std::string& words :
       {std::string("list >&-"), "run --operator gather --cases 50 --out " + out + " >&-"}) {
    EXPECT_EQ(code(words + " 2>" + err), 2) << words;
    std::string told = text_of(err);
    take_progress(told);
    EXPECT_EQ(told, "assay: standard output: cannot be written\n") << words;
  }
  // No file got the number of the closed stream, and so none got the text that was printed.
  EXPECT_EQ(text_of(out + "/results.csv").find("Device"), std::string::npos);
  EXPECT_EQ(code("run --operator gather --cases 50 >" + err + " 2>&- <&-"), 0);
  EXPECT_NE(text_of(err).find("No divergence in 50 cases."), std::string::npos);
}

TEST(Unwritable, a_disk_that_is_full) {
  const TestFolder folder;
  const std::filesystem::path disk = folder.path / "disk";
  std::filesystem::create_directory(disk);
  if (::mount("assay", disk.c_str(), "tmpfs", 0, "size=4k") != 0)
    GTEST_SKIP() << "only root may mount the small file system that this needs";
  const Ran ran = assay({"run", "--cases", "2000", "--operator", "slice1", "--out", disk.string()});
  for (const char* name : {"run.json", "results.csv", "failures.jsonl", "checkpoint.json",
                           "checkpoint.json.partial", "run.json.partial"})
    EXPECT_FALSE(std::filesystem::exists(disk / name)) << name;
  ::umount(disk.c_str());
  expect_complaint(ran, "No space left on device");
}

TEST(Unwritable, standard_output_that_cannot_be_written) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"list"}, {"describe", "gather"}, {"devices"}}) {
    const Ran ran = assay(words, {"", {}, "/dev/full"});
    EXPECT_EQ(ran.code, 2);
    EXPECT_EQ(ran.err.find('\n'), ran.err.size() - 1) << ran.err;
  }
}

TEST(Unwritable, a_reader_that_goes_away) {
  const std::string command = "{ sleep 1; " + std::string(assay::testing::built_program()) +
                              " list 2>/dev/null; } | true; exit ${PIPESTATUS[0]}";
  const int status = std::system(("bash -c '" + command + "'").c_str());
  EXPECT_EQ(WEXITSTATUS(status), 2);
}

}  // namespace
}  // namespace assay::cmd::testing
