#include "conformance/plan/telling_draws.h"

#include <fmt/format.h>

#include <filesystem>

#include "ops/hash.h"
#include "ops/installed.h"

namespace assay::conformance {

namespace fs = std::filesystem;

namespace {

std::string key_of(std::string_view text) { return fmt::format("{:016x}", ops::fnv1a(text)); }

fs::path file_of_program() {
  if (const auto installed = ops::installed_folder("plan"))
    return *installed / KnownDraws::kFileName;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path() : program.parent_path() / KnownDraws::kFileName;
}

}  // namespace

KnownDraws::KnownDraws(const specs::Json& json) {
  for (const auto& [key, entry] : json.items())
    draws_[key] = {entry.at("draws").get<std::vector<std::uint32_t>>(),
                   entry.at("goals").get<std::uint64_t>()};
}

const KnownDraws& KnownDraws::of_program() {
  static const KnownDraws known = [] {
    const fs::path file = file_of_program();
    std::error_code error;
    if (!fs::exists(file, error)) return KnownDraws();
    try {
      return KnownDraws(specs::parse_json(specs::read_file(file), file.string()));
    } catch (const std::exception&) {
      // A file that cannot be read saves no time; the goals are found without it.
      return KnownDraws();
    }
  }();
  return known;
}

const TellingDraws* KnownDraws::find(std::string_view drawn_text) const {
  const auto found = draws_.find(key_of(drawn_text));
  return found == draws_.end() ? nullptr : &found->second;
}

void KnownDraws::add(std::string_view drawn_text, TellingDraws draws) {
  draws_[key_of(drawn_text)] = std::move(draws);
}

void KnownDraws::add(const KnownDraws& others) {
  draws_.insert(others.draws_.begin(), others.draws_.end());
}

specs::Json KnownDraws::json() const {
  specs::Json json = specs::Json::object();
  for (const auto& [key, entry] : draws_)
    json[key] = {{"goals", entry.hash}, {"draws", entry.numbers}};
  return json;
}

}  // namespace assay::conformance
