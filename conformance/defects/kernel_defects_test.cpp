// Defects are faults planted into our own kernels. A campaign must find each one and shrink it to a
// few elements. The shrunk line alone must fail again with the defect and pass without it. The
// defects of each operator are in a file of their own, beside this one.
#include <gtest/gtest.h>

#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "conformance/campaign/campaign.h"
#include "conformance/find/check.h"
#include "opencl/program/kernel_file.h"
#include "specs/case_text.h"
#include "testing/conformance/defect.h"
#include "testing/conformance/device.h"
#include "testing/places.h"

namespace assay::conformance::testing {
namespace {

constexpr std::uint64_t kCases = 20000;

/// Where a variant's text begins and ends in a kernel file. An empty name means the text before the
/// first variant, which all variants share.
std::pair<std::size_t, std::size_t> part_of(const std::string& text, const std::string& variant) {
  const std::string mark = "\n//: variant ";
  if (variant.empty()) return {0, text.find(mark)};
  const std::size_t begin = text.find(mark + variant + " ");
  if (begin == text.npos) throw std::runtime_error("no variant " + variant);
  return {begin, std::min(text.find(mark, begin + 1), text.size())};
}

/// The text of the operator's or its family's kernels, with what they include and with the defect
/// in it.
std::string faulty(const Defect& defect) {
  std::string text = opencl::kernel_text(catalogue().find(defect.operator_name)->signature,
                                         assay::testing::source_folder() / "opencl/kernels")
                         .text;
  for (const auto& [from, to] : defect.changes) {
    const auto [begin, end] = part_of(text, defect.variant);
    const std::size_t at = text.find(from, begin);
    if (at >= end) throw std::runtime_error("the kernels have no \"" + from + "\"");
    if (text.find(from, at + 1) < end) throw std::runtime_error("stands twice: \"" + from + "\"");
    text.replace(at, from.size(), to);
  }
  return text;
}

std::filesystem::path folder_with(const Defect& defect) {
  const auto folder = test_folder() / "defects" / (defect.operator_name + "_" + defect.name);
  std::filesystem::create_directories(folder);
  std::ofstream(folder / (defect.operator_name + ".cl")) << faulty(defect);
  return folder;
}

struct Find {
  Record record;
  /// How many cases were settled up to the first divergence, that one included.
  std::uint64_t cases;
};

std::optional<Find> hunt(Pipeline& pipeline, const specs::Spec& spec, std::uint64_t seed) {
  CampaignOptions options;
  options.operators = {&spec};
  options.cases = kCases;
  options.seed = seed;
  // The campaign runs in this process, which would end where a kernel reads beyond a tensor.
  options.without = LeftOut({"memory=pageend"});
  std::optional<Record> first;
  std::uint64_t cases = 0;
  bool counted = false;
  CampaignListener listener;
  listener.stop = [&] { return first.has_value(); };
  listener.found = [&](const Record& record) {
    if (!first) first = record;
  };
  listener.settled = [&](const std::vector<Settled>& batch) {
    for (const Settled& s : batch) {
      cases += !counted;
      counted |= is_divergence(s.verdict);
    }
  };
  run_campaign(pipeline, options, listener);
  if (!first) return std::nullopt;
  return Find{*first, cases};
}

std::uint64_t largest_tensor(const specs::Case& c) {
  std::uint64_t most = 0;
  for (const ops::TensorDesc& t : c.descriptor.tensors)
    most = std::max(most, *element_count(t.sizes));
  return most;
}

bool passes(Verdict v) { return v == Verdict::Pass || v == Verdict::Doubtful; }

TEST_P(KernelDefect, has_its_place_in_the_kernels) { EXPECT_NO_THROW(faulty(GetParam())); }

TEST_P(KernelDefect, is_found_and_shrunk) {
  if (!is_taken()) GTEST_SKIP() << "not taken; ASSAY_TEST_OPERATOR=all takes all defects";
  const Defect& defect = GetParam();
  const specs::Spec& spec = *catalogue().find(defect.operator_name);
  Pipeline pipeline = test_pipeline(folder_with(defect));
  const std::optional<Find> find = hunt(pipeline, spec, defect.seed);
  ASSERT_TRUE(find) << "not found in " << kCases << " cases";
  const Record& record = find->record;
  EXPECT_TRUE(record.batch.empty());
  const std::string line = record.shrunk_line();
  const std::uint64_t largest = largest_tensor(record.smallest());
  std::printf("%s/%s: %llu cases, %s, %llu elements\n  %s\n", defect.operator_name.c_str(),
              defect.name.c_str(), static_cast<unsigned long long>(find->cases),
              std::string(name_of(record.judgement.verdict)).c_str(),
              static_cast<unsigned long long>(largest), line.c_str());
  EXPECT_EQ(record.found.spec, &spec);
  EXPECT_EQ(record.smallest_judgement().verdict, defect.verdict);
  EXPECT_LE(largest, defect.elements);

  const specs::Case again = specs::parse_case(line, catalogue());
  const Route route = parse_route(again.route);
  EXPECT_EQ(check(pipeline, again, route).judgement.verdict, defect.verdict);
  const Judgement sound = check(sound_pipeline(), again, route).judgement;
  EXPECT_TRUE(passes(sound.verdict)) << sound.text();
}

}  // namespace
}  // namespace assay::conformance::testing
