#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "conformance/verdict/verdict.h"
#include "opencl/device/device.h"
#include "specs/json.h"
#include "specs/loader.h"

namespace assay::conformance {

/// A known divergence, which does not fail the gate. A text that is empty restricts nothing. The
/// schema of a file of waivers is waivers.schema.json.
struct Waiver {
  /// Unique within its file.
  std::string id;
  /// A glob on the whole case line.
  std::string case_glob;
  /// Its cases are of one of these.
  std::vector<std::string> operators;
  /// Conditions of a finding (Finding::conditions). It covers the cases that meet all of them.
  std::vector<std::string> conditions;
  /// A rule of the only operator. The waiver covers cases at an edge of the rule; where the rule
  /// has no edges (specs::has_edges()), all cases to which it applies; where it is a data rule,
  /// cases with another fill of indices than `Inside`.
  std::string rule;
  /// The divergences that it covers. Empty: all of them.
  std::vector<Verdict> verdicts;
  /// A glob on the device's name, or on platform/name.
  std::string device_glob;
  /// It covers driver versions from `driver_from` on and before `driver_before`, in the order of
  /// strverscmp(3).
  std::string driver_from, driver_before;
  std::string owner, reason, link;
  /// The last day on which it holds, as 2026-12-31.
  std::string expires;

  /// An extended regular expression that is searched for in the case line. Lists of flakes have
  /// these.
  std::string case_regex;
  /// Its cases may also pass, as flakes do.
  bool may_pass = false;

  /// Whether it is for this device and driver.
  bool speaks_of(const opencl::DeviceInfo& device) const;
  /// Whether it covers this verdict.
  bool is_of(Verdict v) const;
};

/// Reads a file of waivers. Throws Error with the file and the place in it: for an unknown key,
/// operator or rule; for a condition that no case of an operator can meet; for an empty text; for a
/// text that should be a day or a link and is none; for a range of driver versions that is empty;
/// for a waiver without owner, reason or expiry.
std::vector<Waiver> read_waivers(const std::filesystem::path& path,
                                 const specs::Catalogue& catalogue);

specs::Json waivers_to_json(const std::vector<Waiver>& waivers);

/// Whether `text` is a link: a scheme, `://` and at least one more character, without blanks.
bool is_link(const std::string& text);

/// Gives `text` back where it is a day, such as 2026-12-31. Otherwise throws Error with `where`.
std::string parse_day(const std::string& text, const std::string& where);
/// Today (UTC), or the day that is `days` days later, as 2026-12-31.
std::string today(int days = 0);

}  // namespace assay::conformance
