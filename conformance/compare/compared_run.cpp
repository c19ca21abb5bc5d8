#include "conformance/compare/compared_run.h"

#include <fmt/format.h>

#include "conformance/base/words.h"

namespace assay::conformance {

ComparedRun ComparedRun::of(const std::filesystem::path& folder, const specs::Json& run) {
  const specs::Json& device = run.at("device");
  return {folder.string(), device.at("name"), device.at("driver_version"), run.at("cases"),
          run.at("divergences")};
}

std::string ComparedRun::text(std::size_t number) const {
  return fmt::format("Run {}  {}\n  {}, driver {}\n  {} cases, {} divergences", number, folder,
                     device, driver_version, grouped(cases), grouped(divergences));
}

specs::Json ComparedRun::to_json() const {
  return {{"folder", folder},
          {"device", device},
          {"driver_version", driver_version},
          {"cases", cases},
          {"divergences", divergences}};
}

}  // namespace assay::conformance
