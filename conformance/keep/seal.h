#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ops/hash.h"
#include "specs/json.h"

namespace assay::conformance {

/// The length and the digest of a file's bytes. With it a reader notices whether the file still is
/// what was written, and if not, in which lines it was changed. A seal finds accidents, edits and
/// full disks. It does not stop somebody who changes the seal, too.
class Seal {
 public:
  /// Adds the bytes that follow those added so far.
  void add(std::string_view bytes);
  std::uint64_t bytes() const { return bytes_; }

  /// Throws Error, which names the file and the place, if the file at `path` does not begin with
  /// the bytes that were added; with `whole`, also if it has more.
  void require(const std::filesystem::path& path, bool whole = true) const;
  /// Does the same with a text in place of a file. `name` stands for it in errors.
  void require_text(std::string_view text, const std::string& name) const;

  /// The seal of the file at `path` as it is now. Throws Error.
  static Seal of_file(const std::filesystem::path& path);

  /// The seal as text, and back. Gives nothing if `text` is no seal.
  std::string text() const;
  static std::optional<Seal> parse(std::string_view text);

 private:
  void require_stream(std::istream& in, const std::string& name, bool whole) const;

  std::uint64_t bytes_ = 0, digest_ = ops::kFnvBasis;
  /// The digests after each `step_` bytes, fewer than 64. They tell where a change begins. When
  /// they become more, every second one is dropped.
  std::uint64_t step_ = 4096;
  std::vector<std::uint64_t> marks_;
};

/// A JSON object as the text of a file that ends with a seal of all that stands before it.
std::string sealed_text(const specs::Json& json, int indent = -1);

/// Throws Error, which names the file and the place, unless sealed_text() made `text`.
void require_sealed(std::string_view text, const std::string& name);

}  // namespace assay::conformance
