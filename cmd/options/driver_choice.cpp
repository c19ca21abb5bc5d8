// Chooses one driver of several. The choice is kept in the environment of this process, so whether
// a driver was missed is a variable of the whole process, too.
#include "cmd/options/driver_choice.h"

#include <fmt/format.h>

#include <algorithm>

#include "cmd/options/tell.h"
#include "ops/utf8.h"

namespace assay::cmd {
namespace {

std::vector<conformance::Complaint> missed;

void miss(const conformance::Complaint& complaint) {
  if (!is_among(missed, complaint)) missed.push_back(complaint);
}

}  // namespace

void tell_trouble(const std::vector<conformance::Driver>& drivers) {
  for (const conformance::Driver& driver : drivers)
    if (!driver.trouble.empty())
      tell(conformance::clean_for_terminal(
          "assay: " + ops::printable(driver.icd.string() + ": " + driver.trouble) + "\n"));
}

void choose_driver(const std::string& device, const conformance::DriverQuestion& question) {
  const auto troubled = conformance::keep_to_driver_of(device, question);
  tell_trouble(troubled);
  for (const conformance::Driver& driver : troubled)
    miss({"drivers",
          fmt::format("Not asked for its devices: {}: {}", driver.icd.string(), driver.trouble),
          device.empty()});
}

void take_up_missed(const std::vector<conformance::Complaint>& before) {
  for (const conformance::Complaint& complaint : before) miss(complaint);
}

const std::vector<conformance::Complaint>& missed_drivers() { return missed; }

int with_chosen_driver(int code) {
  constexpr int kLessTested = 3;
  const bool red = std::any_of(missed.begin(), missed.end(), [](const auto& c) { return c.red; });
  return code == 0 && red ? kLessTested : code;
}

}  // namespace assay::cmd
