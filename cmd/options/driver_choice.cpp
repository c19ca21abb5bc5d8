// Chooses one driver of several. The choice is kept in the environment of this process, so whether
// a driver was missed is a variable of the whole process, too.
#include "cmd/options/driver_choice.h"

#include <fmt/format.h>

#include "cmd/options/tell.h"
#include "ops/utf8.h"

namespace assay::cmd {
namespace {

bool missed_one = false;

}  // namespace

void tell_trouble(const std::vector<conformance::Driver>& drivers) {
  for (const conformance::Driver& driver : drivers)
    if (!driver.trouble.empty())
      tell(fmt::format("assay: {}: {}\n", ops::printable(driver.icd.string()),
                       ops::printable(driver.trouble)));
}

void choose_driver(const std::string& device) {
  const auto troubled = conformance::keep_to_driver_of(device);
  tell_trouble(troubled);
  missed_one |= device.empty() && !troubled.empty();
}

int with_chosen_driver(int code) {
  constexpr int kLessTested = 3;
  return code == 0 && missed_one ? kLessTested : code;
}

}  // namespace assay::cmd
