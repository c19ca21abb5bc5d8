// A growing file has two names: one while it grows, and its own when it is finished.
#include "conformance/keep/growing_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "ops/error.h"

namespace assay::conformance {

GrowingFile::GrowingFile(std::filesystem::path path, Seal seal)
    : path_(std::move(path)), partial_(path_.string() + ".partial"), seal_(std::move(seal)) {
  if (std::filesystem::exists(path_) && std::rename(path_.c_str(), partial_.c_str()) != 0)
    fail(errno);
  file_ = std::fopen(partial_.c_str(), "abe");
  if (!file_) fail(errno);
  if (::ftruncate(::fileno(file_), static_cast<off_t>(seal_.bytes())) != 0) fail(errno);
}

GrowingFile::~GrowingFile() {
  if (file_) std::fclose(file_);
}

std::filesystem::path GrowingFile::present_name(const std::filesystem::path& path) {
  std::error_code none;
  return std::filesystem::exists(path, none) ? path
                                             : std::filesystem::path(path.string() + ".partial");
}

void GrowingFile::fail(int error) const {
  throw Error(fmt::format("{}: {}", path_.string(), std::strerror(error)));
}

void GrowingFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail(errno);
  seal_.add(text);
}

const Seal& GrowingFile::flush() {
  if (std::fflush(file_) != 0) fail(errno);
  return seal_;
}

void GrowingFile::finish() {
  flush();
  if (std::fclose(std::exchange(file_, nullptr)) != 0) fail(errno);
  if (std::rename(partial_.c_str(), path_.c_str()) != 0) fail(errno);
}

}  // namespace assay::conformance
