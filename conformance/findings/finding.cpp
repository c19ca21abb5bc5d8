// What a finding says of itself. Its key follows from what is the same in every run.
#include "conformance/findings/finding.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/base/words.h"
#include "ops/hash.h"

namespace assay::conformance {
namespace {

std::string_view words_for(opencl::Damage::What what) {
  using What = opencl::Damage::What;
  switch (what) {
    case What::GuardBefore:
      return "wrote before a tensor";
    case What::GuardAfter:
      return "wrote behind a tensor";
    case What::InputChanged:
      return "changed an input";
    case What::ScratchBefore:
      return "wrote before a scratch";
    case What::ScratchAfter:
      return "wrote behind a scratch";
    case What::DescriptorChanged:
      return "changed a descriptor";
    case What::PoisonRead:
      return "read what nobody wrote";
    case What::ArgumentChanged:
      return "an argument arrived changed";
    case What::WrongAnswer:
      return "a work-item function gave a wrong answer";
    case What::WrongCall:
      return "a call did what OpenCL does not permit";
  }
  return "damage";
}

}  // namespace

std::string failure_of(const Judgement& judgement, bool is_after) {
  std::string words(name_of(judgement.verdict));
  if (judgement.stray) words += fmt::format(" ({})", words_for(judgement.stray->what));
  if (judgement.refused) words += fmt::format(" ({})", judgement.refused->call);
  if (is_after) words += kAfterAnother;
  return words;
}

FailedCase failed_case(const Record& record) {
  const Judgement& j = record.smallest_judgement();
  FailedCase failed{record.line(), record.batch_number,
                    failure_of(record.judgement, record.after.has_value())};
  if (record.shrunk) failed.shrunk = record.shrunk_line();
  failed.message = j.text();
  if (j.wrong) {
    failed.tensor = j.wrong->tensor;
    failed.came = j.wrong->came;
  }
  return failed;
}

std::string Finding::key() const {
  std::uint64_t hash = ops::number_of_text(failures[0]);
  for (const auto* words : {&operators, &conditions})
    for (const std::string& word : *words) hash = ops::hash_with(hash, ops::number_of_text(word));
  return fmt::format("{:016x}", hash);
}

std::string Finding::title() const {
  return fmt::format("{} in {}, {} case{}", fmt::join(failures, ", "), fmt::join(operators, ", "),
                     grouped(failing.size()), failing.size() == 1 ? "" : "s");
}

std::string Finding::title_with_waivers() const {
  if (waived == 0) return title();
  if (waived == failing.size()) return title() + " (waived)";
  return fmt::format("{} ({} of them waived)", title(), grouped(waived));
}

std::string Finding::sentence() const {
  const std::string all = failing.size() == 1
                              ? "The one failing case has"
                              : fmt::format("All {} failing cases have", grouped(failing.size()));
  if (conditions.empty())
    return passing == 0 ? std::string("No passing case was found to compare the failing ones with.")
           : passing_alike == 0
               ? fmt::format(
                     "Every case of {} that was looked at fails; {} cases of other operators "
                     "pass.",
                     fmt::join(operators, ", "), grouped(passing))
               : fmt::format(
                     "Nothing was found that separates the {} failing cases from {} passing "
                     "ones.",
                     grouped(failing.size()), grouped(passing));
  const std::string common = fmt::format("{}", fmt::join(conditions, " and "));
  if (passing_alike == 0)
    return fmt::format("{} {}; of {} passing cases, none has {}.", all, common, grouped(passing),
                       conditions.size() == 1 ? "it" : "that together");
  return fmt::format("{} {}, but so have {} of {} passing cases.", all, common,
                     grouped(passing_alike), grouped(passing));
}

}  // namespace assay::conformance
