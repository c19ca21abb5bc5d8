// Verdicts on outcomes whose bytes the tests write themselves.
#include "conformance/verdict/judge.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>

#include "conformance/verdict/judgement_json.h"
#include "conformance/verdict/leniency.h"
#include "specs/case_text.h"
#include "specs/fill.h"
#include "testing/conformance/device.h"
#include "testing/conformance/scene.h"

namespace assay::conformance::testing {
namespace {

using opencl::Damage;
using ops::DataType;

/// What one case line asks for, with a made-up outcome, and a judge for it.
struct Court : Scene {
  explicit Court(const std::string& line) : Scene(specs::parse_case(line, catalogue())) {}

  Judgement judge(const opencl::Variant& variant = {}, const opencl::DeviceInfo& device = {}) {
    return Judge(variant, device).judge(problem, permitted, outcome, 0);
  }

  /// Writes an element of the last tensor, which is the output.
  void put(std::uint64_t i, std::uint64_t bits) {
    set_bits(problem.descriptor.tensors.back().type, memory.back(), i, bits);
  }
};

const std::string kGather =
    "gather:level=4_1:InputTensor=FLOAT32.4:IndicesTensor=UINT32.4:OutputTensor=FLOAT32.4:Axis=0:"
    "IndexDimensions=1";

opencl::Variant typed() {
  opencl::Variant v;
  v.defines.push_back({"T", opencl::Define::Of::Type, 0});
  return v;
}

TEST(Judge, draws_where_a_tensor_is_wrong) {
  Court scene(
      "gather:level=4_1:InputTensor=UINT32.2x40:IndicesTensor=UINT32.1x9:OutputTensor=UINT32.9x40:"
      "Axis=0:IndexDimensions=1");
  for (std::uint64_t i : {135, 136, 137, 200}) scene.put(i, 0xdead0000 + i);
  const Judgement j = scene.judge();
  ASSERT_TRUE(j.wrong);
  const Picture& p = j.wrong->picture;
  EXPECT_EQ(p.sizes, (ops::List{9, 40}));
  EXPECT_EQ(p.stretches, (decltype(p.stretches){{135, 3}, {200, 1}}));
  // The first wrong element is at [3, 15]; the window begins two columns before it.
  EXPECT_EQ(p.row, 1u);
  EXPECT_EQ(p.column, 13u);
  EXPECT_EQ(p.columns, 8u);
  ASSERT_EQ(p.cells.size(), 48u);
  for (std::size_t i = 0; i < p.cells.size(); ++i) {
    const bool wrong = i >= 18 && i < 21;
    EXPECT_EQ(p.cells[i].wrong, wrong) << i;
    EXPECT_EQ(p.cells[i].permitted == p.cells[i].came, !wrong) << i;
  }
  EXPECT_EQ(p.cells[18].came, "3735879815 (0xdead0087)");

  // The same judgement, written as JSON and read again.
  const Judgement back = judgement_from_json(judgement_to_json(j));
  EXPECT_EQ(judgement_to_json(back), judgement_to_json(j));
}

TEST(Judge, passes_what_is_permitted) {
  EXPECT_EQ(Court(kGather).judge().verdict, Verdict::Pass);
  EXPECT_EQ(Court("gather:level=4_1:InputTensor=FLOAT32.4:IndicesTensor=UINT32.4:OutputTensor="
                  "FLOAT32.4/3:Axis=0:IndexDimensions=1")
                .judge()
                .verdict,
            Verdict::Pass);
}

TEST(Judge, names_the_first_wrong_element_and_counts_them) {
  Court s(kGather);
  s.put(1, 0x3f800001);
  s.put(3, 0x3f800001);
  const Judgement j = s.judge();
  EXPECT_EQ(j.verdict, Verdict::Wrong);
  ASSERT_TRUE(j.wrong);
  EXPECT_EQ(j.wrong->tensor, "OutputTensor");
  EXPECT_EQ(j.wrong->coordinates, (ops::List{1}));
  EXPECT_EQ(j.wrong->came, "1.0000001 (0x3f800001)");
  EXPECT_EQ(j.wrong->wrong, 2u);
  EXPECT_EQ(j.wrong->of, 4u);
}

TEST(Judge, tells_how_many_ulps_an_answer_is_beyond_its_interval) {
  Court s("element_wise_exp:level=4_1:InputTensor=FLOAT32.4:OutputTensor=FLOAT32.4");
  const ops::PermittedTensor& p = s.permitted.tensors.back();
  for (std::uint64_t i = 0; i < 4; ++i)
    s.put(i, std::bit_cast<std::uint32_t>(p.high_value(i)) + (i == 2 ? 5 : 0));
  const Judgement j = s.judge();
  ASSERT_TRUE(j.wrong);
  EXPECT_EQ(j.wrong->ulps, 5u);
  EXPECT_NE(j.text().find(", 5 ULP beyond; "), std::string::npos) << j.text();
}

TEST(Judge, doubts_what_zeros_would_pass_as_well) {
  // Seeds are tried until the fill gives four zeros; most of its elements are zeros.
  for (int seed = 0;; ++seed) {
    Court s(kGather + ":fill=zeros:seed=" + std::to_string(seed));
    bool zeros = true;
    for (std::byte b : s.permitted.tensors.back().bytes) zeros &= b == std::byte{0};
    const Judgement j = s.judge();
    EXPECT_EQ(j.verdict, zeros ? Verdict::Doubtful : Verdict::Pass);
    if (zeros) break;
    ASSERT_LT(seed, 100);
  }
}

TEST(Judge, doubts_what_passes_in_place_though_nobody_wrote_it) {
  Court s(kGather);
  std::vector<ops::Bytes> before = s.memory;
  s.outcome.befores.assign(before.begin(), before.end());
  const auto judged = [&](bool in_place) {
    const opencl::Variant variant;
    const opencl::DeviceInfo device;
    return Judge(variant, device, Checks{}, in_place)
        .judge(s.problem, s.permitted, s.outcome, 0)
        .verdict;
  };
  EXPECT_EQ(judged(true), Verdict::Doubtful);
  // Elsewhere poison stands, which may be the answer by chance, depending on its place.
  EXPECT_EQ(judged(false), Verdict::Pass);
  // One element that had to be written is enough.
  before.back().back() ^= std::byte{1};
  EXPECT_EQ(judged(true), Verdict::Pass);
}

TEST(Judge, tells_of_what_lacked_something_that_it_was_not_tested) {
  Court s(kGather);
  s.outcome.failure = opencl::CallFailure("clCreateBuffer", -4);
  EXPECT_EQ(s.judge().verdict, Verdict::Refused);
  s.outcome.lacking = "memory beyond 4 GiB";
  const Judgement j = s.judge();
  EXPECT_EQ(j.verdict, Verdict::Skip);
  ASSERT_TRUE(j.skip);
  EXPECT_TRUE(j.skip->is_short);
}

TEST(Judge, finds_damage_graver_than_a_wrong_answer) {
  Court s(kGather);
  s.put(0, 0x3f800001);
  s.outcome.damages.push_back(
      {Damage::What::GuardAfter, 0, s.memory.size() - 1, "OutputTensor", 16, 1, 2, 3});
  const Judgement j = s.judge();
  EXPECT_EQ(j.verdict, Verdict::Stray);
  ASSERT_TRUE(j.stray);
  EXPECT_EQ(j.stray->offset, 16);
}

TEST(Judge, leaves_another_cases_damage_to_that_case) {
  Court s(kGather);
  s.outcome.damages.push_back(
      {Damage::What::GuardAfter, 1, s.memory.size() - 1, "OutputTensor", 16, 1, 2, 3});
  EXPECT_EQ(s.judge().verdict, Verdict::Pass);
}

TEST(Judge, tells_of_a_call_that_failed) {
  Court s(kGather);
  s.outcome.failure = opencl::CallFailure("clBuildProgram", -11, "line 1\nline 2");
  const Judgement j = s.judge();
  EXPECT_EQ(j.verdict, Verdict::Refused);
  EXPECT_EQ(j.text(), "clBuildProgram gave CL_BUILD_PROGRAM_FAILURE (-11): line 1");
}

TEST(Judge, excuses_typed_copies_of_floats_alone) {
  opencl::DeviceInfo keeps, flushes;
  keeps.denormals32 = keeps.denormals64 = true;
  const auto is = [](Leniency l, bool quiets, bool flushes) {
    return l.quiets_nans == quiets && l.flushes_denormals == flushes;
  };
  EXPECT_TRUE(is(leniency_of(typed(), DataType::FLOAT32, keeps), true, false));
  EXPECT_TRUE(is(leniency_of(typed(), DataType::FLOAT32, flushes), true, true));
  EXPECT_TRUE(is(leniency_of(typed(), DataType::FLOAT16, flushes), false, false));
  EXPECT_TRUE(is(leniency_of(typed(), DataType::INT32, flushes), false, false));
  EXPECT_TRUE(is(leniency_of({}, DataType::FLOAT32, flushes), false, false));
}

TEST(Judge, lets_a_typed_copy_quiet_a_signalling_nan_and_flush_a_denormal) {
  opencl::DeviceInfo keeps, flushes;
  keeps.denormals32 = true;
  Court s(kGather);
  const auto expect = [&](std::uint64_t permitted, std::uint64_t came, const auto& variant,
                          const auto& device, Verdict verdict) {
    set_bits(DataType::FLOAT32, s.permitted.tensors.back().bytes, 0, permitted);
    s.put(0, came);
    EXPECT_EQ(s.judge(variant, device).verdict, verdict) << std::hex << permitted << " " << came;
  };
  expect(0x7fa00005, 0x7fe00005, typed(), keeps, Verdict::Pass);
  expect(0x7fa00005, 0x7fe00005, opencl::Variant(), keeps, Verdict::Wrong);
  expect(0x7fa00005, 0x7fc00000, typed(), keeps, Verdict::Wrong);  // the payload is lost
  expect(0x7fe00005, 0x7fa00005, typed(), keeps, Verdict::Wrong);  // none may become signalling
  expect(0xffa00005, 0x7fe00005, typed(), keeps, Verdict::Wrong);  // nor change its sign
  expect(0x3f800000, 0x7fe00005, typed(), keeps, Verdict::Wrong);
  expect(0x80000001, 0x80000000, typed(), flushes, Verdict::Pass);
  expect(0x80000001, 0x00000000, typed(), flushes, Verdict::Wrong);
  expect(0x80000001, 0x80000000, typed(), keeps, Verdict::Wrong);
  expect(0x00800000, 0x00000000, typed(), flushes, Verdict::Wrong);  // a normal number
  // One of two values is permitted, whatever the bytes of the set hold.
  ops::PermittedTensor& p = s.permitted.tensors.back();
  p.alternatives = {0x3f800000, 0x80000001};
  p.one_of = {{0, 0, 2}};
  expect(0x40000000, 0x80000000, typed(), flushes, Verdict::Pass);
  expect(0x00000001, 0x00000000, typed(), flushes, Verdict::Wrong);
}

TEST(Judge, lets_no_bounded_sum_be_zero_for_what_stands_beside_its_bounds) {
  Court s(
      "cumulative_summation:level=4_1:InputTensor=FLOAT32.4:OutputTensor=FLOAT32.4:Axis=0:"
      "AxisDirection=INCREASING:HasExclusiveSum=false");
  ops::PermittedTensor& p = s.permitted.tensors.back();
  ASSERT_TRUE(p.by_intervals());
  ASSERT_FALSE(permits(p, 0, 0));
  s.put(0, 0);
  for (const std::uint64_t beside : {0u, 1u, 0x3f800000u}) {
    set_bits(DataType::FLOAT32, p.bytes, 0, beside);
    EXPECT_EQ(s.judge(typed()).verdict, Verdict::Wrong) << beside;
  }
}

TEST(Verdicts, are_of_one_kind_where_the_same_thing_went_wrong) {
  Judgement wrong, stray, other;
  wrong.verdict = Verdict::Wrong;
  stray.verdict = other.verdict = Verdict::Stray;
  stray.stray = other.stray = Damage{Damage::What::GuardAfter, 0, 0, "A", 0, 0, 1, 1};
  EXPECT_TRUE(same_kind(stray, other));
  other.stray->what = Damage::What::InputChanged;
  EXPECT_FALSE(same_kind(stray, other));
  EXPECT_FALSE(same_kind(stray, wrong));
  EXPECT_TRUE(same_kind(wrong, wrong));
}

}  // namespace
}  // namespace assay::conformance::testing
