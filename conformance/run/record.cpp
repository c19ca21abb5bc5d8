// A divergence's lines.
#include "conformance/run/record.h"

#include "specs/case_text.h"

namespace assay::conformance {

std::string line_of(const specs::Case& c, const Route& route) {
  specs::Case routed = c;
  routed.route = print_route(route);
  return specs::print_case(routed);
}

std::vector<specs::Case> Record::smallest_batch() const {
  return batch.empty() ? std::vector{smallest()} : batch;
}

FailureKind Record::kind() const { return {found.spec->name(), seen, route.variant}; }

std::string Record::line() const { return line_of(found, route); }

std::string Record::shrunk_line() const { return line_of(smallest(), smallest_route()); }

std::vector<std::string> Record::batch_lines() const {
  std::vector<std::string> lines;
  for (const specs::Case& c : batch) lines.push_back(line_of(c, route));
  return lines;
}

std::string Record::after_line() const { return line_of(after->c, after->route); }

}  // namespace assay::conformance
