// Tests which process gets which slot, and what is left in it after a process was killed.
#include "opencl/program/kernel_cache.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>

namespace assay::opencl::testing {
namespace {

namespace fs = std::filesystem;

class KernelCaches : public ::testing::Test {
 protected:
  KernelCaches() {
    std::string name = (fs::temp_directory_path() / "assay-kernel-cache-XXXXXX").string();
    base = ::mkdtemp(name.data());
  }
  ~KernelCaches() override { fs::remove_all(base); }

  /// Makes a program's folder with a file that was written that many seconds ago.
  static fs::path program(const fs::path& cache, const std::string& name, int seconds_ago) {
    const fs::path folder = cache / name.substr(0, 2) / name.substr(2);
    fs::create_directories(folder / "kernel");
    std::ofstream(folder / "kernel" / "binary.so") << "bytes";
    fs::last_write_time(folder / "kernel" / "binary.so",
                        fs::file_time_type::clock::now() - std::chrono::seconds(seconds_ago));
    for (const fs::path& f : {folder / "kernel", folder})
      fs::last_write_time(f, fs::file_time_type::clock::now() - std::chrono::seconds(seconds_ago));
    return folder;
  }

  /// A process takes a slot, writes with `write(folder)` and the half of a temporary file, and is
  /// killed.
  template <typename Write>
  void be_killed_while_writing(Write write) const {
    const ::pid_t child = ::fork();
    if (child == 0) {
      KernelCache cache(base);
      cache.busy(true);
      write(cache.folder());
      std::ofstream(cache.folder() / "tempfile_x") << "half";
      ::kill(::getpid(), SIGKILL);
    }
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  }

  void be_killed_while_building(const std::string& name) const {
    be_killed_while_writing([&](const fs::path& cache) { program(cache, name, 0); });
  }

  fs::path base;
};

TEST_F(KernelCaches, are_given_to_one_holder_at_a_time) {
  auto first = std::make_unique<KernelCache>(base);
  const KernelCache second(base);
  EXPECT_NE(first->folder(), second.folder());
  const fs::path was = first->folder();
  first.reset();
  const KernelCache third(base);
  EXPECT_EQ(third.folder(), was);
}

TEST_F(KernelCaches, keep_what_was_finished) {
  fs::path old, young;
  {
    KernelCache cache(base);
    cache.busy(true);
    old = program(cache.folder(), "ABold", 1000);
    young = program(cache.folder(), "CDyoung", 0);
    cache.busy(false);
  }
  const KernelCache again(base);
  EXPECT_TRUE(fs::exists(old));
  EXPECT_TRUE(fs::exists(young));
}

TEST_F(KernelCaches, forget_what_a_killed_process_was_at) {
  const fs::path old = program(base / "slot-0/cache", "ABold", 1000);
  const fs::path young = base / "slot-0/cache/CD/young";
  be_killed_while_building("CDyoung");
  ASSERT_TRUE(fs::exists(young));
  const KernelCache cache(base);
  EXPECT_EQ(cache.folder(), base / "slot-0/cache");
  EXPECT_TRUE(fs::exists(old));
  EXPECT_FALSE(fs::exists(young));
  EXPECT_FALSE(fs::exists(cache.folder() / "tempfile_x"));
}

TEST_F(KernelCaches, forget_a_program_that_has_half_a_kernel_deep_inside) {
  const fs::path old = program(base / "slot-0/cache", "ABold", 1000);
  fs::create_directories(old / "kernel/64-1-1");
  const fs::path sibling = program(base / "slot-0/cache", "ABsibling", 1000);
  for (const fs::path& folder : {old / "kernel/64-1-1", old / "kernel", old})
    fs::last_write_time(folder, fs::file_time_type::clock::now() - std::chrono::seconds(1000));
  be_killed_while_writing([](const fs::path& cache) {
    std::ofstream(cache / "AB/old/kernel/64-1-1/kernel.so") << "half";
  });
  ASSERT_TRUE(fs::exists(old));
  const KernelCache cache(base);
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(sibling));
}

TEST_F(KernelCaches, share_what_ended_processes_built) {
  const fs::path first = base / "slot-0/cache", second = base / "slot-1/cache";
  {
    KernelCache a(base), b(base);
    ASSERT_EQ(b.folder(), second);
    a.busy(true);
    program(first, "ABone", 0);
    a.busy(false);
    b.busy(true);
    program(second, "CDtwo", 0);
    std::ofstream(second / "tempfile_x") << "half";
    std::ofstream(second / "CD/two/last_accessed") << "";
    b.busy(false);
  }
  const KernelCache third(base), fourth(base);
  for (const fs::path& cache : {first, second}) {
    EXPECT_TRUE(fs::exists(cache / "AB/one/kernel/binary.so")) << cache;
    EXPECT_TRUE(fs::exists(cache / "CD/two/kernel/binary.so")) << cache;
  }
  EXPECT_FALSE(fs::exists(first / "tempfile_x"));
  EXPECT_FALSE(fs::exists(first / "CD/two/last_accessed"));
}

TEST_F(KernelCaches, share_nothing_of_a_slot_that_is_held_or_was_left_busy) {
  KernelCache held(base);
  held.busy(true);
  program(held.folder(), "ABheld", 0);
  be_killed_while_building("CDhalf");
  const KernelCache next(base);
  EXPECT_EQ(next.folder(), base / "slot-1/cache");
  EXPECT_TRUE(fs::is_empty(next.folder()) || !fs::exists(next.folder() / "AB/held"));
  EXPECT_FALSE(fs::exists(next.folder() / "CD/half"));
}

TEST_F(KernelCaches, share_again_what_a_slot_lost) {
  {
    KernelCache cache(base);
    cache.busy(true);
    program(cache.folder(), "ABone", 0);
    cache.busy(false);
  }
  {
    const KernelCache shares(base);
  }
  be_killed_while_building("ABone");
  const KernelCache cache(base);
  EXPECT_TRUE(fs::exists(cache.folder() / "AB/one/kernel/binary.so"));
}

TEST_F(KernelCaches, are_none_where_nothing_can_be_written) {
  std::ofstream(base / "file") << "";
  KernelCache cache(base / "file" / "below");
  EXPECT_TRUE(cache.folder().empty());
  cache.busy(true);
}

}  // namespace
}  // namespace assay::opencl::testing
