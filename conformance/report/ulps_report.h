#pragma once

#include <string>
#include <vector>

#include "conformance/keep/kept_ulps.h"

namespace assay::conformance {

/// A result, and the folder that it was read from; empty where it was just measured.
struct ShownUlps {
  std::string folder;
  Ulps ulps;
};

/// The device, a table of all errors, the types that are not supported, and a summary.
std::string ulps_text(const ShownUlps& shown);

/// `summary`, in which each result is told of, and `results`: each as its file has it, and its
/// folder.
specs::Json ulps_results_json(const std::vector<ShownUlps>& all);

/// A page of HTML that needs no other file: for each type a picture and a table, with the results
/// side by side.
std::string ulps_html(const std::vector<ShownUlps>& all);

}  // namespace assay::conformance
