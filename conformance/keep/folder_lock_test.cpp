// One process at a time holds a folder.
#include "conformance/keep/folder_lock.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <optional>
#include <string>

#include "ops/error.h"
#include "testing/conformance/device.h"

namespace assay::conformance::testing {
namespace {

TEST(FolderLock, is_held_by_one_and_names_it_to_others) {
  const auto folder = test_folder() / fmt::format("lock-{}", ::getpid());
  std::filesystem::create_directories(folder);
  std::optional<FolderLock> held(std::in_place, folder);
  try {
    const FolderLock second(folder);
    ADD_FAILURE() << "two hold the folder";
  } catch (const Error& e) {
    EXPECT_TRUE(std::string(e.what()).starts_with(
        fmt::format("{}: process {} on ", folder.string(), ::getpid())))
        << e.what();
  }
  FolderLock moved = std::move(*held);
  held.reset();
  EXPECT_THROW(FolderLock second(folder), Error);
  {
    const FolderLock gone = std::move(moved);
  }
  // What a holder leaves is no folder with a lock, and the next one may have it.
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  {
    const FolderLock next(folder);
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace assay::conformance::testing
