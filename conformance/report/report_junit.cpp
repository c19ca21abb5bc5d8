// JUnit XML as Jenkins and GitLab read it. Every divergence is a failure, crashes included, unless
// it is waived. Red complaints of the gate are errors, so that this report is red wherever the gate
// is.
#include <fmt/format.h>

#include <deque>
#include <map>

#include "conformance/base/words.h"
#include "conformance/report/run_report.h"
#include "conformance/verdict/judgement_json.h"
#include "ops/utf8.h"

namespace assay::conformance {
namespace {

using specs::Json;

/// The number of bytes of the UTF-8 character at the beginning of `text`, or 0 where there is none
/// that XML may hold.
std::size_t xml_character(std::string_view text) {
  if (static_cast<unsigned char>(text[0]) < 0x20 && text[0] != '\n' && text[0] != '\t') return 0;
  if (text.starts_with("\xef\xbf\xbe") || text.starts_with("\xef\xbf\xbf")) return 0;
  return ops::utf8_length(text);
}

/// `text` within an attribute or an element; what XML cannot hold becomes a question mark.
std::string xml(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = xml_character(text.substr(at));
    const std::string_view c = text.substr(at, std::max<std::size_t>(length, 1));
    at += c.size();
    if (length == 0)
      out += '?';
    else if (c == "&")
      out += "&amp;";
    else if (c == "<")
      out += "&lt;";
    else if (c == ">")
      out += "&gt;";
    else if (c == "\"")
      out += "&quot;";
    else if (c == "\n")
      out += "&#10;";
    else
      out += c;
  }
  return out;
}

/// Each finding with its sentence, for the beginning of the report.
std::string findings_element(const Json& findings) {
  if (findings.empty()) return {};
  std::string text;
  for (const Json& f : findings)
    text += fmt::format("finding {}: {}\n{}\n", f.value("key", ""), f.value("title", ""),
                        f.value("sentence", ""));
  return fmt::format(
      "  <testsuite name=\"findings\" tests=\"0\" failures=\"0\" errors=\"0\" skipped=\"0\" "
      "time=\"0\">\n    <system-out>{}</system-out>\n  </testsuite>\n",
      xml(text));
}

/// `finding` is that of the failure, or null.
std::string failure_element(const Json& failure, const Json* finding) {
  const Json& found = smallest_found(failure);
  std::string text;
  if (finding)
    text = fmt::format("finding {}: {}\n{}\n", finding->value("key", ""),
                       finding->value("title", ""), finding->value("sentence", ""));
  text += fmt::format("{}\n{}\n", found.value("message", ""), reproduction_text(failure));
  if (failure.contains("shrunk"))
    text += fmt::format("shrunk to: {}\n", failure["shrunk"].get<std::string>());
  if (found.contains("refused")) text += found["refused"].value("build_log", "");
  return fmt::format("<failure type=\"{}\" message=\"{}\">{}</failure>",
                     xml(failure.at("found").value("verdict", "")), xml(found.value("message", "")),
                     xml(text));
}

struct Suite {
  std::uint64_t tests = 0, failures = 0, errors = 0, skipped = 0;
  double seconds = 0;
  std::string elements;
};

std::string counts(const Suite& s) {
  return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.6f}\"",
                     s.tests, s.failures, s.errors, s.skipped, s.seconds);
}

/// A suite with a test for each subject of red complaints; the test has all complaints of its
/// subject.
Suite gate_suite(const RunReport& report) {
  std::map<std::string, std::string> texts;
  for (const Complaint& c : complaints_of(report)) {
    if (!c.red) continue;
    std::string& text = texts[c.about];
    text += (text.empty() ? "" : "\n") + c.text;
  }
  Suite suite;
  for (const auto& [about, text] : texts) {
    ++suite.tests;
    ++suite.errors;
    suite.elements += fmt::format(
        "    <testcase classname=\"gate\" name=\"{}\" time=\"0\"><error type=\"gate\" "
        "message=\"{}\">{}</error></testcase>\n",
        xml(about), xml(text.substr(0, text.find('\n'))), xml(text));
  }
  return suite;
}

/// Adds a test. `inside` is what stands in its element.
void add_test(Suite& suite, std::string_view operator_name, std::string_view name, double seconds,
              const std::string& inside) {
  ++suite.tests;
  suite.seconds += seconds;
  suite.elements += fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.9f}\"",
                                xml(operator_name), xml(name), seconds);
  suite.elements += inside.empty() ? "/>\n" : ">" + inside + "</testcase>\n";
}

/// Adds a test that failed as `failure` tells; where it is null, nothing but its status is known.
void add_failure(Suite& suite, std::string_view name, double seconds, const std::string& status,
                 const Json* failure, const Json* finding) {
  // A waived failure must not make the job red that reads this report.
  const bool waived = failure && failure->contains("waived");
  ++(waived ? suite.skipped : suite.failures);
  add_test(suite, operator_of(name), name, seconds,
           waived    ? fmt::format("<skipped message=\"waived: {}: {}\"/>",
                                   xml(failure->value("waived", "")), xml(status))
           : failure ? failure_element(*failure, finding)
                     : fmt::format("<failure type=\"{0}\" message=\"{0}\"/>", xml(status)));
}

/// A test for each case.
std::map<std::string, Suite> suites_of_rows(const RunReport& report) {
  // The same case may have been drawn, and have failed, more than once.
  std::map<std::string_view, std::deque<std::size_t>> failures;
  for (std::size_t i = 0; i < report.failures.size(); ++i)
    failures[report.failures[i].at("case").get_ref<const std::string&>()].push_back(i);
  const std::vector<const Json*> findings = findings_by_failure(report);
  std::map<std::string, Suite> suites;
  for (const ResultRow& row : *report.rows) {
    Suite& suite = suites[std::string(operator_of(row.name))];
    const auto verdict = verdict_named(row.status);
    if (verdict == Verdict::Skip) {
      ++suite.skipped;
      add_test(suite, operator_of(row.name), row.name, row.seconds, "<skipped/>");
    } else if (verdict && !is_divergence(*verdict)) {
      add_test(suite, operator_of(row.name), row.name, row.seconds, {});
    } else {
      auto& recorded = failures[row.name];
      const Json *failure = nullptr, *finding = nullptr;
      if (!recorded.empty()) {
        failure = &report.failures[recorded.front()];
        finding = findings[recorded.front()];
        recorded.pop_front();
      }
      add_failure(suite, row.name, row.seconds, row.status, failure, finding);
    }
  }
  return suites;
}

/// A test for each divergence, and for each operator one that stands for its other cases.
std::map<std::string, Suite> suites_of_failures(const RunReport& report) {
  const std::vector<const Json*> findings = findings_by_failure(report);
  std::map<std::string, Suite> suites;
  for (const auto& [name, of] : report.run.at("operators").items()) {
    std::uint64_t judged = 0, skipped = 0;
    for (const auto& [word, count] : of.at("verdicts").items()) {
      const auto verdict = verdict_named(word);
      if (verdict == Verdict::Skip)
        skipped += count.get<std::uint64_t>();
      else if (verdict && !is_divergence(*verdict))
        judged += count.get<std::uint64_t>();
    }
    Suite& suite = suites[name];
    if (judged > 0) add_test(suite, name, fmt::format("{} cases did not fail", judged), 0, {});
    if (skipped == 0) continue;
    ++suite.skipped;
    add_test(suite, name, fmt::format("{} cases were skipped", skipped), 0, "<skipped/>");
  }
  for (std::size_t i = 0; i < report.failures.size(); ++i) {
    const Json& failure = report.failures[i];
    const auto& line = failure.at("case").get_ref<const std::string&>();
    add_failure(suites[std::string(operator_of(line))], line, 0,
                failure.at("found").value("verdict", ""), &failure, findings[i]);
  }
  return suites;
}

}  // namespace

std::string report_junit(const RunReport& report) {
  std::map<std::string, Suite> suites =
      report.rows ? suites_of_rows(report) : suites_of_failures(report);
  Suite all;
  if (Suite gate = gate_suite(report); gate.tests > 0) suites["gate"] = std::move(gate);
  for (const auto& [name, s] : suites) {
    all.tests += s.tests;
    all.failures += s.failures;
    all.errors += s.errors;
    all.skipped += s.skipped;
    all.seconds += s.seconds;
  }
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"assay\" {}>\n", counts(all));
  out += findings_element(report.run.at("findings"));
  for (const auto& [name, s] : suites)
    out += fmt::format("  <testsuite name=\"{}\" {}>\n{}  </testsuite>\n", xml(name), counts(s),
                       s.elements);
  return out + "</testsuites>\n";
}

}  // namespace assay::conformance
