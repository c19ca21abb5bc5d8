#include "conformance/keep/earlier_cases.h"

#include "conformance/keep/growing_file.h"
#include "conformance/keep/kept_run.h"
#include "conformance/keep/run_files.h"
#include "conformance/verdict/judgement_json.h"

namespace assay::conformance {

void for_each_earlier_case(const std::filesystem::path& folder,
                           const std::function<void(const std::string&, Verdict)>& each) {
  for_each_result(GrowingFile::present_name(folder / kResultsFile), [&](const ResultRow& row) {
    if (const auto verdict = verdict_named(row.status)) each(row.name, *verdict);
  });
}

std::vector<FailedCase> earlier_failures(const std::filesystem::path& folder) {
  std::vector<FailedCase> failed;
  for (const specs::Json& failure :
       read_failure_lines(GrowingFile::present_name(folder / kFailuresFile)))
    if (failed.push_back(failed_case_from_json(failure)); failure.contains("reproducer"))
      failed.back().reproducer = folder / failure["reproducer"].get<std::string>();
  return failed;
}

FailedCase failed_case_from_json(const specs::Json& failure) {
  FailedCase failed{failure.at("case"), failure.at("batch_number"),
                    failure_of(judgement_from_json(failure.at("found")), failure.contains("after")),
                    failure.value("shrunk", std::string())};
  const Judgement j =
      judgement_from_json(failed.shrunk.empty() ? failure.at("found") : failure.at("shrunk_found"));
  failed.message = j.text();
  if (j.wrong) {
    failed.tensor = j.wrong->tensor;
    failed.came = j.wrong->came;
  }
  failed.command = failure.value("reproduce", std::string());
  failed.waived = failure.contains("waived");
  return failed;
}

}  // namespace assay::conformance
