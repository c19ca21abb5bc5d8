// Runs each fault of the layer on a case that shows it. That campaigns draw such cases is tested by
// `assay selftest`, which takes long. This test shows within seconds that the fault is seen on such
// a case, and that it is missed without the check, the fill or the route that is there to find it.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "conformance/measure/selftest.h"
#include "testing/cmd/program.h"

namespace assay::cmd::testing {
namespace {

using Lines = std::vector<std::string>;

std::string gather(const std::string& type, int in, int out, const std::string& fill,
                   const std::string& route) {
  return "gather:level=4_1:InputTensor=" + type + "." + std::to_string(in) +
         ":IndicesTensor=UINT32." + std::to_string(out) + ":OutputTensor=" + type + "." +
         std::to_string(out) + ":Axis=0:IndexDimensions=1" + fill + "@variant=" + route;
}

std::string bytes(const std::string& route) { return kGatherBytes + route; }

std::string words(int count, const std::string& route) {
  return gather("UINT32", count, count, "", "bits" + route);
}

std::string floats(const std::string& fill) {
  return gather("FLOAT32", 64, 300, ":fill=" + fill, "typed");
}

std::string scan(const std::string& type, int count, const std::string& more) {
  const std::string tensor = type + "." + std::to_string(count);
  return "cumulative_summation:level=5_0:InputTensor=" + tensor + ":OutputTensor=" + tensor +
         ":Axis=0:AxisDirection=INCREASING:HasExclusiveSum=false" + more;
}

/// A case of an operator of one input, with 299 elements.
std::string each(const std::string& name, const std::string& more) {
  return name + ":level=1_0:InputTensor=FLOAT32.1x1x1x299:OutputTensor=FLOAT32.1x1x1x299" + more +
         "@variant=each";
}

const std::string kScatter =
    "scatter_nd:level=3_0:InputTensor=FLOAT16.1:IndicesTensor=UINT64.1:UpdatesTensor=FLOAT16.1:"
    "OutputTensor=FLOAT16.1:InputDimensionCount=1:IndicesDimensionCount=1@variant=bits";

const std::string kRows =
    "slice1:level=4_1:InputTensor=FLOAT32.2x4:OutputTensor=FLOAT32.2x4:DimensionCount=2:"
    "InputWindowOffsets=0x0:InputWindowSizes=2x4:InputWindowStrides=1x1@variant=runs";

/// `count` cases that differ only in their data.
Lines batch(int count, const std::string& route) {
  Lines lines;
  for (int i = 1; i <= count; ++i)
    lines.push_back(gather("UINT8", 7, 7, ":seed=" + std::to_string(i), "bits" + route));
  return lines;
}

struct Shown {
  Lines lines;
  bool batch = false;
};

const std::map<std::string, Shown>& shown() {
  static const std::map<std::string, Shown> all{
      {"barrier-lost", {{scan("FLOAT32", 100, "@variant=scan")}}},
      {"atomic-lost", {{kScatter}}},
      {"vector-lane", {{kRows}}},
      {"half-flushed", {{scan("FLOAT16", 1, ":fill=special:seed=5@variant=serial")}}},
      {"half-truncated", {{scan("FLOAT16", 9, "@variant=serial")}}},
      {"exp-off", {{each("element_wise_exp", "")}}},
      {"sin-fast", {{each("element_wise_sin", ":fill=edges:seed=1")}}},
      {"pow-by-log", {{each("element_wise_constant_pow", ":Exponent=2:fill=bits:seed=1")}}},
      {"log1p-naive", {{each("activation_softplus", ":Steepness=1")}}},
      {"fmod-naive",
       {{"element_wise_modulus_truncate:level=3_0:ATensor=FLOAT32.299:BTensor=FLOAT32.299:"
         "OutputTensor=FLOAT32.299:fill=edges:seed=1@variant=each"}}},
      {"min-first", {{with(scan("FLOAT32", 1, "@variant=scan"), ":Axis", "/0:Axis")}}},
      {"unoptimized-wrong", {{words(7, ":optimize=false")}}},
      {"standard-wrong", {{words(7, ":std=CL3.0")}}},
      {"constant-wrong", {{words(7, ":cases=constant")}}},
      {"build-crash", {{bytes("")}}},
      {"build-refused", {{bytes("")}}},
      {"build-starved", {{bytes("")}}},
      {"double-unbuilt", {{gather("FLOAT64", 7, 7, "", "typed")}}},
      {"binary-refused", {{bytes(":program=binary")}}},
      {"spirv-refused", {{bytes(":program=spirv")}}},
      {"second-return-lost",
       {{"one_hot:level=6_4:IndicesTensor=UINT32.1x7:ValuesTensor=INT16.1x2:"
         "OutputTensor=INT16.3x7:Axis=0:fill=integers:indices=outside:seed=1@variant=passes"}}},
      {"barrier-late",
       {{"value_scale_2d:level=6_4:InputTensor=FLOAT32.8x3x1x99:OutputTensor=FLOAT32.8x3x1x99:"
         "Scale=7.5:ChannelCount=3:Bias=3x-6x11@variant=channels:shape=for-while"}}},
      {"default-taken",
       {{"argmax:level=3_0:InputTensor=FLOAT32.9:OutputTensor=UINT32.1:AxisCount=1:Axes=0:"
         "AxisDirection=INCREASING@variant=serial:shape=if-switch"}}},
      {"do-as-while", {{words(7, ":shape=do-once")}}},
      {"last-lane-lost",
       {{"reduce:level=5_0:InputTensor=FLOAT32.9:OutputTensor=FLOAT32.1:Function=SUM:AxisCount=1:"
         "Axes=0@variant=serial:shape=vector-lane"}}},
      {"argument-truncated", {{bytes(":cases=value")}}},
      {"argument-stale", {{words(7, ":cases=value"), words(5, ":cases=value")}}},
      {"fourth-id-one", {{bytes(":probe=scalars")}}},
      {"short-narrowed", {{bytes(":probe=scalars")}}},
      {"char-unsigned", {{bytes(":probe=scalars")}}},
      // The two cases have different kinds of memory. So the first one's buffers are kept while the
      // second one's are made, and the driver cannot give these the same handles.
      {"buffer-stale", {{words(7, ""), words(7, ":memory=copyhost")}}},
      {"write-tail", {{bytes("")}}},
      {"write-offset", {{bytes(":pieces=3")}}},
      {"write-64k", {{gather("UINT8", 70000, 70000, "", "bits")}}},
      {"write-wrapped", {{bytes(":memory=far")}}},
      {"read-tail", {{bytes("")}}},
      {"read-lost", {{bytes("")}}},
      {"read-unordered", {{bytes(":queue=outoforder")}}},
      {"rect-pitch", {{bytes(":memory=rect")}}},
      {"copy-offset", {{bytes(":memory=copy:pieces=3")}}},
      {"copy-tail", {{bytes(":memory=copy:pieces=3")}}},
      {"copy-rect-row", {{bytes(":memory=copyrect")}}},
      {"fill-pattern", {{bytes(":placement=3:memory=copy")}}},
      {"fill-short", {{bytes(":memory=copy")}}},
      {"image-narrow", {{kImages}}},
      {"image-to-start", {{kImages}}},
      {"map-offset", {{bytes(":memory=map:pieces=3:cases=value")}}},
      {"map-invalidate", {{bytes(":memory=map:pieces=3:cases=value")}}},
      {"unmap-lost", {{bytes(":memory=map:cases=value")}}},
      {"use-host-map", {{bytes(":memory=usehost")}}},
      {"use-host-copy", {{bytes(":memory=usehost")}}},
      {"copy-host-short", {{bytes(":memory=copyhost")}}},
      {"alloc-host-refused", {{bytes(":memory=allochost")}}},
      {"sub-origin", {{bytes(":memory=subbuffer")}}},
      {"sub-refused", {{bytes(":memory=subbuffer")}}},
      {"buffer-refused", {{bytes("")}}},
      {"kernel-kept", {{bytes("")}}},
      {"release-refused", {{bytes("")}}},
      {"svm-unmap-lost", {{bytes(":memory=svm:cases=value")}}},
      {"svm-copy-tail", {{bytes(":memory=svmcopy")}}},
      {"svm-refused", {{bytes(":memory=svm")}}},
      {"svm-free-late", {{bytes(":probe=calls")}}},
      {"offset-lost", {{bytes(":offset=2")}}},
      {"offset-end", {batch(2, ":offset=2"), true}},
      {"group-lost", {{words(70, "")}}},
      {"row-lost", {batch(101, ""), true}},
      {"odd-local", {{words(70, ":local=33")}}},
      {"large-local", {{words(300, ":local=256")}}},
      {"null-local", {{words(70, ":local=null")}}},
      {"launch-lost", {{bytes("")}}},
      {"launch-twice", {{scan("UINT32", 100, "@variant=scan:inplace=true")}}},
      {"launch-unordered", {{bytes(":queue=outoforder")}}},
      {"launch-refused", {{bytes("")}}},
      {"launch-crash", {{bytes("")}}},
      {"launch-exit", {{bytes("")}}},
      {"launch-throw", {{bytes("")}}},
      {"launch-hang", {{bytes("")}}},
      {"finish-refused", {{bytes("")}}},
      {"finish-early", {{scan("FLOAT32", 1 << 22, "@variant=serial:queue=profiling")}}},
      {"launch-status", {{bytes(":queue=outoforder")}}},
      {"event-failure-lost", {{bytes(":probe=calls")}}},
      {"profile-reversed", {{bytes(":queue=profiling")}}},
      {"profile-refused", {{bytes(":queue=profiling")}}},
      {"launch-hundredth", {{bytes(":repeat=100")}}},
      {"device-lost", {{bytes("")}}},
      {"svm-kept", {{bytes(":memory=svm"), bytes("")}}},
      {"nan-quieted", {{gather("FLOAT32", 64, 300, ":fill=special", "bits")}}},
      {"denormal-flushed", {{floats("special")}}},
      {"minus-zero-lost", {{floats("special")}}},
      {"double-narrowed", {{gather("FLOAT64", 7, 7, "", "typed")}}},
      {"float-ulp", {{floats("integers")}}},
      {"byte-store-wide", {{words(7, "")}}},
      {"store-before", {{bytes("")}}},
      {"input-written", {{bytes("")}}},
      {"poison-read", {{bytes(":poison=differential")}}},
      {"store-lost", {{bytes("")}}}};
  return all;
}

Ran check(const Shown& what, const std::string& fault, const std::string& without = "") {
  std::vector<std::string> command{"check", "-"};
  if (!without.empty()) command.insert(command.end(), {"--without", without});
  if (what.batch) command.emplace_back("--batch");
  // Faults that strike only now and then are told to strike always. The time limits are short,
  // since some faults let a launch hang.
  Surroundings around = fault.empty() ? Surroundings() : with_fault(fault, "1");
  for (const std::string& line : what.lines) around.input += line + "\n";
  if (fault.empty()) return assay(command, around);
  const std::string limit = fault == "launch-hang" ? "3" : "10";
  command.insert(command.end(), {"--timeout", limit, "--build-timeout", limit});
  return assay(command, around);
}

TEST(Fault, has_a_case_that_shows_it) {
  for (const auto& fault : conformance::layer_faults())
    EXPECT_TRUE(shown().contains(fault.name)) << fault.name;
}

TEST(Fault, cases_pass_on_a_sound_driver) {
  Shown all;
  for (const auto& [fault, what] : shown())
    if (!what.batch) all.lines.insert(all.lines.end(), what.lines.begin(), what.lines.end());
  // Exit code 3 means that cases were skipped for what the device lacks.
  const Ran ran = check(all, "");
  EXPECT_TRUE(ran.code == 0 || ran.code == 3) << ran.out << ran.err;
  for (const auto& [fault, what] : shown()) {
    if (!what.batch) continue;
    EXPECT_EQ(check(what, "").code, 0) << fault;
  }
}

/// A test of a part of the faults, so that several parts can run at the same time.
class FaultPart : public ::testing::TestWithParam<std::size_t> {};
constexpr std::size_t kParts = 4;

TEST_P(FaultPart, is_found_on_its_case) {
  const auto faults = conformance::layer_faults();
  for (std::size_t i = GetParam(); i < faults.size(); i += kParts) {
    const Shown& what = shown().at(faults[i].name);
    if (!faults[i].needs.empty() && check(what, "").out.starts_with("Skip")) continue;
    // Commands that do not wait for each other may run in the right order by chance.
    constexpr int kTries = 30;
    const int tries = faults[i].name.ends_with("-unordered") ? kTries : 1;
    Ran ran = check(what, faults[i].name);
    for (int again = 1; again < tries && ran.code == 0; ++again) ran = check(what, faults[i].name);
    EXPECT_EQ(ran.code, 1) << faults[i].name << "\n" << ran.out << ran.err;
  }
}

TEST(Fault, of_a_call_is_told_in_words) {
  const Ran ran = check({{bytes(":probe=calls")}}, "event-failure-lost");
  EXPECT_NE(ran.out.find("\n  bits: wrong call: clWaitForEvents gave CL_SUCCESS for a "
                         "read that waits for an event which then fails\n"),
            std::string::npos)
      << ran.out;
}

/// Expects that a case fails under a fault with the words `seen` where all checks are on, and
/// passes where the check `check_name` is off.
void is_missed_without(const std::string& check_name, const std::string& fault,
                       const std::string& line, const std::string& seen) {
  const Ran with = check({{line}}, fault);
  EXPECT_EQ(with.code, 1) << fault << "\n" << with.out;
  EXPECT_NE(with.out.find(seen), std::string::npos) << with.out;
  const Ran without = check({{line}}, fault, check_name);
  EXPECT_EQ(without.code, 0) << fault << "\n" << without.out;
}

TEST(WithoutGuards, a_byte_beyond_a_tensor_is_missed) {
  is_missed_without("guards", "byte-store-wide", words(7, ""), "guard after");
  is_missed_without("guards", "store-before", bytes(""), "guard before");
}

TEST(WithoutTheInputCheck, changed_inputs_are_missed) {
  is_missed_without("inputs", "input-written", words(70, ""), " changed of ");
}

TEST(WithoutPoison, what_was_not_written_and_what_was_read_from_beyond_are_missed) {
  // The right answer is zero. Memory without poison is zero, too, so a lost write is not seen.
  const std::string zero = gather("UINT32", 1, 1, ":fill=zeros:seed=1", "bits");
  is_missed_without("poison", "store-lost", zero, "Wrong");
  is_missed_without("poison", "poison-read", zero + ":poison=differential", "read of poison");
}

TEST(WithoutSpecialFills, lost_signs_denormals_and_nans_are_missed) {
  for (const auto& [fault, variant] : std::map<std::string, std::string>{
           {"minus-zero-lost", "typed"}, {"denormal-flushed", "typed"}, {"nan-quieted", "bits"}}) {
    const auto line = [&](const std::string& fill) {
      return gather("FLOAT32", 64, 300, ":fill=" + fill, variant);
    };
    EXPECT_EQ(check({{line("special")}}, fault).code, 1) << fault;
    EXPECT_EQ(check({{line("integers")}}, fault).code, 0) << fault;
  }
}

TEST_P(FaultPart, is_missed_without_its_route) {
  // Poison is found by a check, which a route only turns on.
  const std::set<std::string> of_no_route{"poison-read"};
  const auto faults = conformance::layer_faults();
  for (std::size_t i = GetParam(); i < faults.size(); i += kParts) {
    Shown plain = shown().at(faults[i].name);
    for (std::string& line : plain.lines)
      line.erase(std::min(line.find(':', line.find('@')), line.size()));
    if (plain.batch) plain = {{plain.lines[0]}};
    if (plain.lines == shown().at(faults[i].name).lines || of_no_route.contains(faults[i].name))
      continue;
    const Ran ran = check(plain, faults[i].name);
    EXPECT_EQ(ran.code, 0) << faults[i].name << "\n" << ran.out << ran.err;
  }
}

INSTANTIATE_TEST_SUITE_P(Every, FaultPart, ::testing::Range(std::size_t{0}, kParts));

}  // namespace
}  // namespace assay::cmd::testing
