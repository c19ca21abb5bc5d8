// Outputs that cannot be written: the program ends with its exit code, and with no signal.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>

#include "testing/cmd/program.h"

namespace assay::cmd::testing {
namespace {

TEST(Unwritable, standard_error_or_a_file_leaves_the_exit_code) {
  const std::string program = ASSAY_PROGRAM;
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

}  // namespace
}  // namespace assay::cmd::testing
