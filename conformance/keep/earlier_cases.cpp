#include "conformance/keep/earlier_cases.h"

#include "conformance/keep/growing_file.h"
#include "conformance/keep/kept_run.h"
#include "conformance/verdict/judgement_json.h"

namespace assay::conformance {

void for_each_earlier_case(const std::filesystem::path& folder,
                           const std::function<void(const std::string&, Verdict)>& each) {
  for_each_result(GrowingFile::present_name(folder / "results.csv"), [&](const ResultRow& row) {
    if (const auto verdict = verdict_named(row.status)) each(row.name, *verdict);
  });
}

std::vector<FailedCase> earlier_failures(const std::filesystem::path& folder) {
  std::vector<FailedCase> failed;
  for (const specs::Json& failure :
       read_failure_lines(GrowingFile::present_name(folder / "failures.jsonl")))
    failed.push_back({failure.at("case"), failure.at("batch_number"),
                      failure_of(judgement_from_json(failure.at("found"))),
                      failure.value("shrunk", std::string())});
  return failed;
}

}  // namespace assay::conformance
