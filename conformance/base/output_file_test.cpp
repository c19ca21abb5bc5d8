// An output replaces a regular file; links, pipes, devices and open files stay what they are.
#include "conformance/base/output_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "ops/error.h"
#include "testing/conformance/device.h"
#include "testing/granted_time.h"
#include "testing/text_of.h"

namespace assay::conformance::testing {
namespace {

namespace fs = std::filesystem;

/// A folder for one process, so that tests that run at the same time do not meet in it.
struct Folder {
  Folder() : path(test_folder() / ("output_file_test-" + std::to_string(::getpid()))) {
    fs::create_directories(path);
  }
  ~Folder() { fs::remove_all(path); }
  fs::path path;
};

void write(const fs::path& path, const std::string& text) {
  OutputFile file(path);
  file.write(text);
  file.close();
}

using assay::testing::text_of;

TEST(OutputFile, appears_whole_or_not_at_all) {
  const Folder folder;
  const fs::path path = folder.path / "report";
  std::ofstream(path) << "old";
  {
    OutputFile file(path);
    file.write("half");
    EXPECT_EQ(text_of(path), "old");
  }
  EXPECT_EQ(text_of(path), "old");
  write(path, "new");
  EXPECT_EQ(text_of(path), "new");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path), {}), 1);
}

TEST(OutputFile, goes_through_a_pipe_that_stays_one) {
  const Folder folder;
  const fs::path path = folder.path / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const int reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  write(path, "through");
  char text[16] = {};
  EXPECT_EQ(::read(reader, text, sizeof text), 7);
  EXPECT_STREQ(text, "through");
  ::close(reader);
  EXPECT_TRUE(fs::is_fifo(path));
}

TEST(OutputFile, says_that_nobody_reads_a_pipe_instead_of_waiting) {
  const Folder folder;
  const fs::path path = folder.path / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const auto complaint = [&] {
    try {
      write(path, std::string(1 << 20, 'x'));
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_EQ(complaint(), path.string() + ": nobody reads this pipe");
  const int reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  EXPECT_EQ(complaint(), path.string() + ": nobody reads this pipe");
  // The pipe is full now. What could not be written is not waited for again.
  const assay::testing::GrantedTime granted;
  EXPECT_THROW(write(path, "x"), Error);
  EXPECT_LT(granted.seconds(), 5);
  ::close(reader);
}

TEST(OutputFile, says_what_the_system_says_of_what_is_no_pipe) {
  const Folder folder;
  const fs::path path = folder.path / "socket";
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  ASSERT_LT(path.string().size(), sizeof address.sun_path);
  path.string().copy(address.sun_path, sizeof address.sun_path);
  ASSERT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  try {
    write(path, "x");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.what(), path.string() + ": No such device or address");
  }
  ::close(socket);
}

TEST(OutputFile, is_all_that_a_slow_reader_of_a_pipe_gets) {
  const Folder folder;
  const fs::path path = folder.path / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const std::string text(300'000, 'x');
  std::string got;
  std::thread reader([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    std::ifstream file(path, std::ios::binary);
    for (char part[5000]; file.read(part, sizeof part) || file.gcount() > 0;) {
      got.append(part, static_cast<std::size_t>(file.gcount()));
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  });
  write(path, text);
  reader.join();
  EXPECT_EQ(got, text);
}

TEST(OutputFile, goes_on_with_a_file_that_is_open) {
  const Folder folder;
  const fs::path path = folder.path / "open";
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT, 0600);
  ASSERT_GE(file, 0);
  EXPECT_EQ(::write(file, "before ", 7), 7);
  write("/dev/fd/" + std::to_string(file), "the report");
  EXPECT_EQ(::write(file, " after", 6), 6);
  ::close(file);
  EXPECT_EQ(text_of(path), "before the report after");
  // A shell gives such a path for >(command).
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  write("/proc/self/fd/" + std::to_string(ends[1]), "through");
  char text[16] = {};
  EXPECT_EQ(::read(ends[0], text, sizeof text), 7);
  ::close(ends[0]);
  ::close(ends[1]);
  EXPECT_THROW(write("/dev/fd/" + std::to_string(ends[1]), "x"), Error);
}

TEST(OutputFile, replaces_what_a_link_names_and_not_the_link) {
  const Folder folder;
  fs::create_directory(folder.path / "elsewhere");
  std::ofstream(folder.path / "elsewhere/file") << "old";
  fs::create_symlink("elsewhere/file", folder.path / "link");
  fs::create_symlink("link", folder.path / "link-to-link");
  // The file that this link names does not exist.
  fs::create_symlink("elsewhere/none", folder.path / "dangling");
  for (const char* link : {"link", "link-to-link", "dangling"}) {
    write(folder.path / link, link);
    EXPECT_TRUE(fs::is_symlink(folder.path / link)) << link;
    EXPECT_EQ(text_of(folder.path / link), link);
  }
  EXPECT_EQ(text_of(folder.path / "elsewhere/file"), "link-to-link");
}

TEST(OutputFile, leaves_a_device_as_it_is_and_says_when_it_is_full) {
  const Folder folder;
  fs::create_symlink("/dev/full", folder.path / "full");
  try {
    write(folder.path / "full", "x");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.what(), (folder.path / "full").string() + ": No space left on device");
  }
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

}  // namespace
}  // namespace assay::conformance::testing
