#include "cmd/fuzz_folders.h"

#include <algorithm>

#include "conformance/base/output_file.h"

namespace assay::cmd {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> all_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// A file that a process has not finished holds nothing.
bool is_partial(const fs::path& file) { return file.extension() == ".partial"; }

void move_files(const fs::path& from, const fs::path& to) {
  for (const fs::path& file : all_in(from)) {
    if (is_partial(file)) {
      fs::remove(file);
      continue;
    }
    fs::path name = to / file.filename();
    while (fs::exists(name)) name += "-again";
    fs::rename(file, name);
  }
}

}  // namespace

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files = all_in(folder);
  std::erase_if(files, is_partial);
  return files;
}

std::vector<fs::path> files_in(const fs::path& folder, const fs::path& other) {
  std::vector<fs::path> files = files_in(folder);
  for (const fs::path& file : files_in(other)) files.push_back(file);
  return files;
}

FuzzFolders::FuzzFolders(const fs::path& out, const std::string& target)
    : corpus(out / target / "corpus"),
      artifacts(out / target / "artifacts"),
      raw(out / target / "raw"),
      earlier_artifacts(out / target / "earlier" / "artifacts"),
      earlier_raw(out / target / "earlier" / "raw"),
      running(out / target / "running"),
      judged(out / target / "judged") {
  fs::remove(judged);
  fs::remove_all(running);
  for (const fs::path& f : {corpus, artifacts, raw, earlier_artifacts, earlier_raw, running})
    conformance::make_folder(f);
  move_files(artifacts, earlier_artifacts);
  move_files(raw, earlier_raw);
}

bool FuzzFolders::has_partial() const {
  const auto files = all_in(raw);
  return std::any_of(files.begin(), files.end(), is_partial);
}

bool FuzzFolders::is_earlier(const fs::path& file) const {
  return file.parent_path() == earlier_raw || file.parent_path() == earlier_artifacts;
}

}  // namespace assay::cmd
