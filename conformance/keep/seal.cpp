// A seal holds marks: digests (FNV-1a) of the file's beginning up to some places. Each digest
// continues the one before it. So a change of a byte changes all marks behind it, and the first
// mark that does not agree lies just behind the change.
#include "conformance/keep/seal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <sstream>

#include "ops/error.h"

namespace assay::conformance {
namespace {

constexpr std::size_t kMostMarks = 64;
constexpr std::string_view kSealKey = ",\n  \"seal\": \"", kSealEnd = "\"\n}\n";

/// Reads a number, and the space behind it, from the front of `text`. Empties `text` if there is
/// none.
std::uint64_t take_number(std::string_view& text, int base) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  text.remove_prefix(error == std::errc() ? static_cast<std::size_t>(end - text.data())
                                          : text.size());
  if (text.starts_with(' ')) text.remove_prefix(1);
  return number;
}

/// Bytes that are read once, with the number of the line that they have come to.
struct Reading {
  std::istream& in;
  std::uint64_t digest = ops::kFnvBasis, at = 0, line = 1;

  /// Reads on to the byte `end`. Gives false if there are fewer bytes.
  bool read_to(std::uint64_t end) {
    std::array<char, 1 << 16> some;
    while (at < end) {
      const auto asked = std::min<std::uint64_t>(some.size(), end - at);
      in.read(some.data(), static_cast<std::streamsize>(asked));
      const std::string_view got(some.data(), static_cast<std::size_t>(in.gcount()));
      if (got.empty()) return false;
      digest = ops::fnv1a(got, digest);
      at += got.size();
      line += static_cast<std::uint64_t>(std::count(got.begin(), got.end(), '\n'));
    }
    return true;
  }
};

}  // namespace

void Seal::add(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto room = static_cast<std::size_t>(step_ - bytes_ % step_);
    const std::string_view some = bytes.substr(0, room);
    digest_ = ops::fnv1a(some, digest_);
    bytes_ += some.size();
    bytes.remove_prefix(some.size());
    if (bytes_ % step_ != 0) continue;
    marks_.push_back(digest_);
    if (marks_.size() < kMostMarks) continue;
    for (std::size_t i = 0; i < marks_.size() / 2; ++i) marks_[i] = marks_[2 * i + 1];
    marks_.resize(marks_.size() / 2);
    step_ *= 2;
  }
}

void Seal::require_stream(std::istream& in, const std::string& name, bool whole) const {
  Reading reading{in};
  for (std::size_t i = 0; i <= marks_.size(); ++i) {
    const std::uint64_t from = reading.line;
    const bool last = i == marks_.size();
    const bool complete = reading.read_to(last ? bytes_ : (i + 1) * step_);
    if (!complete)
      throw Error(fmt::format("{}:{}: is cut off: it has {} bytes of {}", name, reading.line,
                              reading.at, bytes_));
    if (reading.digest != (last ? digest_ : marks_[i]))
      throw Error(fmt::format(
          "{}:{}: was changed after it was written, in this line{}", name, from,
          reading.line == from ? std::string() : fmt::format(" or up to {}", reading.line)));
  }
  if (whole && in.peek() != std::istream::traits_type::eof())
    throw Error(fmt::format("{}:{}: has more than was written", name, reading.line));
}

void Seal::require(const std::filesystem::path& path, bool whole) const {
  std::error_code none;
  std::ifstream in;
  // A pipe in the place of the file might never be written, and a folder cannot be read.
  if (std::filesystem::is_regular_file(path, none)) in.open(path, std::ios::binary);
  if (!in.is_open()) throw Error(fmt::format("{}: cannot be read", path.string()));
  require_stream(in, path.string(), whole);
}

void Seal::require_text(std::string_view text, const std::string& name) const {
  std::istringstream in{std::string(text)};
  require_stream(in, name, true);
}

Seal Seal::of_file(const std::filesystem::path& path) {
  Seal seal;
  seal.add(specs::read_file(path));
  return seal;
}

std::string Seal::text() const {
  std::string text = fmt::format("{} {:016x}", bytes_, digest_);
  for (const std::uint64_t mark : marks_) text += fmt::format(" {:016x}", mark);
  return text;
}

std::optional<Seal> Seal::parse(std::string_view text) {
  std::string_view rest = text;
  Seal seal;
  seal.bytes_ = take_number(rest, 10);
  seal.digest_ = take_number(rest, 16);
  while (seal.bytes_ / seal.step_ >= kMostMarks) seal.step_ *= 2;
  while (!rest.empty()) seal.marks_.push_back(take_number(rest, 16));
  // The one text of these numbers must be this one.
  const bool sound = seal.marks_.size() == seal.bytes_ / seal.step_ && seal.text() == text;
  return sound ? std::optional(std::move(seal)) : std::nullopt;
}

std::string sealed_text(const specs::Json& json, int indent) {
  std::string text = specs::json_text(json, indent);
  text.erase(text.rfind('}'));
  while (text.ends_with('\n')) text.pop_back();
  Seal seal;
  seal.add(text);
  return fmt::format("{}{}{}{}", text, kSealKey, seal.text(), kSealEnd);
}

void require_sealed(std::string_view text, const std::string& name) {
  const std::size_t at = text.rfind(kSealKey);
  const std::string_view end = at == text.npos ? "" : text.substr(at + kSealKey.size());
  const auto seal = Seal::parse(end.substr(0, end.find('"')));
  if (!seal || end != seal->text() + std::string(kSealEnd))
    throw Error(
        fmt::format("{}:{}: was changed after it was written: it does not end with its seal", name,
                    std::max<std::ptrdiff_t>(1, std::ranges::count(text, '\n'))));
  seal->require_text(text.substr(0, at), name);
}

}  // namespace assay::conformance
