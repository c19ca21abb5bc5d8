#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace assay::cmd {

/// The files of one folder, or of two, in the order of their names, but for those that a process
/// has not finished.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder);
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder,
                                            const std::filesystem::path& other);

/// The folders of a target's fuzzing campaigns under --out. What an earlier campaign left in
/// `artifacts` and `raw` is moved away, because a fuzzer names a finding by its kind or its
/// content: a finding of this campaign could not be told from an earlier one of the same name.
struct FuzzFolders {
  FuzzFolders(const std::filesystem::path& out, const std::string& target);

  /// Whether a fuzzer's process left a finding that it had not finished.
  bool has_partial() const;
  /// Whether an earlier campaign left the file.
  bool is_earlier(const std::filesystem::path& file) const;

  std::filesystem::path corpus, artifacts, raw, earlier_artifacts, earlier_raw;
  /// Files of the fuzzer's processes that have begun and have not ended by themselves.
  std::filesystem::path running;
  /// A file that a fuzzer makes once a case of its was judged.
  std::filesystem::path judged;
};

}  // namespace assay::cmd
