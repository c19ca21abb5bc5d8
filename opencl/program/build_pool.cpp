#include "opencl/program/build_pool.h"

#include <fcntl.h>
#include <unistd.h>

#include <fstream>
#include <string>

namespace assay::opencl {
namespace {

namespace fs = std::filesystem;

/// Whether a file of PoCL's cache is a program or a kernel. Others hold logs, or times of use.
bool is_build(const fs::path& file) {
  return file.extension() == ".bc" || file.extension() == ".so";
}

/// Links `to` to `from`. Gives whether it could; not where `to` is there already.
bool link_anew(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_directories(to.parent_path(), error);
  return !error && ::link(from.c_str(), to.c_str()) == 0;
}

}  // namespace

void BuildPool::add_from(const fs::path& cache) const {
  std::error_code error;
  std::string added;
  for (fs::recursive_directory_iterator at(cache, error), end; !error && at != end;
       at.increment(error)) {
    // Files that are not in a program's folder are temporary.
    if (at.depth() < 2 || !is_build(at->path()) || !at->is_regular_file(error)) continue;
    const fs::path name = at->path().lexically_relative(cache);
    if (link_anew(at->path(), folder_ / name)) added += name.string() + '\n';
  }
  if (added.empty()) return;
  const int file = ::open(list().c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return;
  [[maybe_unused]] const ::ssize_t written = ::write(file, added.data(), added.size());
  ::close(file);
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
