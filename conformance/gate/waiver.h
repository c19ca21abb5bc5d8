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

/// A known divergence. What it leaves out it does not ask for; schema: waivers.schema.json.
struct Waiver {
  /// Unique within its file.
  std::string id;
  /// A glob on the whole case line.
  std::string case_glob;
  std::string operator_name;
  /// A rule of the operator: cases at an edge of it (where it is a check without edges, all to
  /// which it applies); of a data rule, cases whose indices are not drawn merely inside.
  std::string rule;
  /// Empty: any divergence.
  std::vector<Verdict> verdicts;
  /// A glob on the device's name, or on platform/name.
  std::string device_glob;
  /// Driver versions from this one on, and before that one; compared as strverscmp(3) does.
  std::string driver_from, driver_before;
  std::string owner, reason, link;
  /// The last day on which it holds, as 2026-12-31.
  std::string expires;

  /// An extended regular expression that a part of the case line matches; of lists of flakes.
  std::string case_regex;
  /// Of flakes: that it passes is nothing unexpected.
  bool may_pass = false;

  /// Whether it speaks of this device and driver.
  bool speaks_of(const opencl::DeviceInfo& device) const;
  bool is_of(Verdict v) const;
};

/// Reads a waivers file. Throws Error with file and place: an unknown key, an operator or a rule
/// that is not there, a day or a link that is none, an empty text, driver versions of which there
/// can be none, a waiver without owner, reason or expiry.
std::vector<Waiver> read_waivers(const std::filesystem::path& path,
                                 const specs::Catalogue& catalogue);

specs::Json waivers_to_json(const std::vector<Waiver>& waivers);

/// Whether it is a link: a scheme, `://` and more, without blanks.
bool is_link(const std::string& text);

/// A day as 2026-12-31. Throws Error with `where`.
std::string parse_day(const std::string& text, const std::string& where);
/// The day that it is now, UTC; `days` later.
std::string today(int days = 0);

}  // namespace assay::conformance
