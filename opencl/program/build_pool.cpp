#include "opencl/program/build_pool.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <string>
#include <vector>

namespace assay::opencl {
namespace {

namespace fs = std::filesystem;

/// Whether a file of PoCL's cache is a program or a kernel. Others hold logs, or times of use.
bool is_build(const fs::path& file) {
  return file.extension() == ".bc" || file.extension() == ".so";
}

/// Links `to` to `from`. Gives whether it could; not where `to` is there already.
bool link_anew(const fs::path& from, const fs::path& to) {
  const auto links = [&] { return ::link(from.c_str(), to.c_str()) == 0; };
  if (links()) return true;
  if (errno != ENOENT) return false;
  std::error_code error;
  fs::create_directories(to.parent_path(), error);
  return !error && links();
}

/// Links the builds of these programs that `to` lacks. Gives their names, relative to both.
std::vector<std::string> link_builds(const fs::path& from, const fs::path& to,
                                     std::span<const fs::path> programs) {
  std::vector<std::string> linked;
  std::error_code error;
  for (const fs::path& program : programs)
    for (fs::recursive_directory_iterator at(from / program, error), end; !error && at != end;
         at.increment(error)) {
      if (!is_build(at->path()) || !at->is_regular_file(error)) continue;
      const fs::path name = at->path().lexically_relative(from);
      if (link_anew(at->path(), to / name)) linked.push_back(name.string());
    }
  return linked;
}

}  // namespace

void BuildPool::add_from(const fs::path& cache, std::span<const fs::path> programs) const {
  std::string added;
  for (const std::string& name : link_builds(cache, folder_, programs)) added += name + '\n';
  if (added.empty()) return;
  const int file = ::open(list().c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return;
  [[maybe_unused]] const ::ssize_t written = ::write(file, added.data(), added.size());
  ::close(file);
}

void BuildPool::give_to(const fs::path& cache, std::span<const fs::path> programs) const {
  link_builds(folder_, cache, programs);
}

std::int64_t BuildPool::copy_to(const fs::path& cache, std::int64_t from) const {
  std::ifstream list(this->list(), std::ios::binary);
  if (!list.seekg(0, std::ios::end)) return 0;
  // A list that is shorter than it was is another one.
  if (list.tellg() < from) from = 0;
  list.seekg(from);
  std::string name;
  while (std::getline(list, name) && !list.eof()) {
    from += static_cast<std::int64_t>(name.size()) + 1;
    link_anew(folder_ / name, cache / name);
  }
  return from;
}

}  // namespace assay::opencl
