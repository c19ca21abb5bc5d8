// Tests the launcher with kernels that write down what they get, or write where they must not.

#include "opencl/launch/launch.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::Problem;
using std::uint32_t;
using std::vector;

KernelFile copy_kernels(const std::string& body, const std::string& annotations = {}) {
  return parse_kernels(copy_signature(), "copy.cl",
                       "//: variant v\n" + annotations +
                           "//: pass f groups (product(InputTensor.Sizes) + local - 1) / local\n"
                           "kernel void f(CASES, global uchar* InputTensor, "
                           "global uchar* OutputTensor" +
                           (annotations.empty() ? "" : ", global uint* S") + ") {\n" + body +
                           "\n}\n");
}

constexpr const char* kCopy =
    "CASE_SPACE const Case* c = CASE;\n"
    "size_t i = get_global_id(0);\n"
    "if (i >= element_count(&c->InputTensor)) return;\n"
    "OutputTensor[offset_of(&c->OutputTensor, i)] = InputTensor[offset_of(&c->InputTensor, i)];\n";

std::string after_copying(const std::string& misdeed) {
  return std::string(kCopy) + "if (i == 0 && get_global_id(1) == 1) {" + misdeed + "}";
}

vector<Problem> three() { return {copy_problem(12), copy_problem(33), copy_problem(5)}; }

vector<Damage> damages_of(const KernelFile& file, const vector<Problem>& problems) {
  const BatchOutcome& outcome = test_launcher().launch(file, file.variants[0], problems);
  EXPECT_FALSE(outcome.failure) << outcome.failure->call << outcome.failure->build_log;
  return outcome.damages;
}

TEST(Case, has_its_fields_where_the_kernel_reads_them) {
  const KernelFile file = parse_kernels(copy_signature(), "echo.cl",
                                        "//: variant v\n"
                                        "//: scratch S uint 3\n"
                                        "//: pass f groups 1 local 1\n"
                                        "kernel void f(CASES, global uint* OutputTensor, "
                                        "global uint* S) {\n"
                                        "  CASE_SPACE const Case* c = CASE;\n"
                                        "  global uint* to = OutputTensor + c->OutputTensor.base;\n"
                                        "  to[0] = c->InputTensor.DataType == UINT8;\n"
                                        "  to[1] = c->InputTensor.DimensionCount;\n"
                                        "  to[2] = c->InputTensor.Sizes[1];\n"
                                        "  to[3] = c->InputTensor.Strides[0];\n"
                                        "  to[4] = c->InputTensor.bytes;\n"
                                        "  to[5] = c->OutputTensor.Sizes[0];\n"
                                        "  to[6] = c->Axis;\n"
                                        "  to[7] = c->Mode == MODE_SECOND;\n"
                                        "  to[8] = c->A[2];\n"
                                        "  to[9] = c->B[7];\n"
                                        "  to[10] = c->C;\n"
                                        "  to[11] = sizeof(Case);\n"
                                        "  S[c->S] = 11; S[c->S + 2] = 13;\n"
                                        "  to[12] = S[c->S] + S[c->S + 2];\n"
                                        "}\n");
  Problem p = problem_of(copy_signature());
  set_input(p, "InputTensor", strided(DataType::UINT8, {2, 3}, {20, 1}),
            bytes_of<std::uint8_t>({1, 2, 3, 4, 5, 6}));
  set_output(p, "OutputTensor", packed(DataType::UINT32, {13}));
  set_value(p, "Axis", {4294967295});
  set_value(p, "Mode", {7});
  set_value(p, "A", {1, 2, 3, 4, 5, 6, 7, 8});
  set_value(p, "B", {1, 2, 3, 4, 5, 6, 7, -2147483648});
  set_value(p, "C", {-5});
  EXPECT_EQ(answer<uint32_t>(file, file.variants[0], p, "OutputTensor"),
            (vector<uint32_t>{1, 2, 3, 20, 24, 13, 4294967295, 1, 3, 2147483648, 4294967291,
                              2 * 88 + 4 + 4 + 32 + 32 + 4 + 4 + 8, 24}));
}

TEST(Guards, are_intact_after_a_kernel_that_behaves) {
  EXPECT_EQ(damages_of(copy_kernels(kCopy), three()), vector<Damage>{});
}

// `changed` is the first byte that the kernel flips, counted from the tensor's first byte. `count`
// bytes are flipped.
void expect_damage(const std::string& member, std::int64_t changed, Damage::What what,
                   std::uint64_t count = 1) {
  const std::string at = member + "[c->" + member + ".base + (" + std::to_string(changed) + ")";
  std::string misdeed;
  for (std::uint64_t k = 0; k < count; ++k) misdeed += at + " + " + std::to_string(k) + "] ^= 255;";
  const auto damages = damages_of(copy_kernels(after_copying(misdeed)), three());
  ASSERT_EQ(damages.size(), 1u);
  EXPECT_EQ(damages[0].what, what) << name_of(damages[0].what);
  EXPECT_EQ(damages[0].case_index, 1u);
  EXPECT_EQ(damages[0].name, member);
  EXPECT_EQ(damages[0].offset, changed);
  EXPECT_EQ(damages[0].expected ^ 255, damages[0].came);
  EXPECT_EQ(damages[0].count, count);
}

TEST(Guards, show_a_write_before_or_behind_a_tensor) {
  expect_damage("OutputTensor", -1, Damage::What::GuardBefore);
  expect_damage("OutputTensor", -64, Damage::What::GuardBefore, 3);
  expect_damage("OutputTensor", 36, Damage::What::GuardAfter);
  expect_damage("OutputTensor", 36 + 63, Damage::What::GuardAfter);
  expect_damage("InputTensor", -1, Damage::What::GuardBefore);
  expect_damage("InputTensor", 36, Damage::What::GuardAfter, 8);
}

TEST(Guards, show_a_changed_input_and_leave_an_outputs_padding_alone) {
  expect_damage("InputTensor", 0, Damage::What::InputChanged);
  expect_damage("InputTensor", 35, Damage::What::InputChanged);
  EXPECT_EQ(
      damages_of(copy_kernels(after_copying("OutputTensor[c->OutputTensor.base + 35] ^= 255;")),
                 three()),
      vector<Damage>{});
}

TEST(Guards, stand_around_scratch_too) {
  const auto damages = damages_of(
      copy_kernels(after_copying("S[c->S] = 1; S[c->S + 9] ^= 0xff; S[c->S - 1] ^= 0xff00;"),
                   "//: scratch S uint 9\n"),
      three());
  ASSERT_EQ(damages.size(), 2u);
  EXPECT_EQ(damages[0].what, Damage::What::ScratchBefore);
  EXPECT_EQ(damages[0].offset, -3);
  EXPECT_EQ(damages[1].what, Damage::What::ScratchAfter);
  EXPECT_EQ(damages[1].offset, 36);
  EXPECT_EQ(damages[1].name, "S");
}

TEST(Guards, show_a_changed_descriptor) {
  const auto damages =
      damages_of(copy_kernels(after_copying("((global uchar*)&c->B[1])[2] ^= 255;")), three());
  ASSERT_EQ(damages.size(), 1u);
  EXPECT_EQ(damages[0].what, Damage::What::DescriptorChanged);
  EXPECT_EQ(damages[0].case_index, 1u);
  EXPECT_EQ(damages[0].offset, 2 * 88 + 4 + 4 + 32 + 4 + 2);
}

TEST(Poison, fills_unwritten_outputs_and_differs_everywhere_between_seeds) {
  const KernelFile file = copy_kernels("");
  const vector<Problem> problems = three();
  const auto bytes_with = [&](std::uint64_t seed) {
    LaunchOptions options;
    options.poison_seed = seed;
    const auto memory =
        test_launcher().launch(file, file.variants[0], problems, options).memory(1, 1);
    return ops::Bytes(memory.begin(), memory.end());
  };
  const ops::Bytes one = bytes_with(1), two = bytes_with(~std::uint64_t{1});
  ASSERT_EQ(one.size(), 36u);
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_NE(one[i], two[i]);
  EXPECT_EQ(one, bytes_with(1));
  EXPECT_GT(std::set<std::byte>(one.begin(), one.end()).size(), 8u);
}

TEST(Placement, keeps_promised_alignments_and_varies_the_rest) {
  const KernelFile file = copy_kernels(
      "for (uint k = 0; k < 8; ++k) OutputTensor[CASE->OutputTensor.base + k] ="
      " CASE->InputTensor.base >> (8 * k);");
  const auto bases = [&](std::uint32_t alignment) {
    const vector<Problem> problems(16, copy_problem(8, alignment));
    const BatchOutcome& outcome = test_launcher().launch(file, file.variants[0], problems);
    std::vector<std::uint64_t> bases;
    for (std::size_t i = 0; i < problems.size(); ++i) {
      std::uint64_t base = 0;
      std::memcpy(&base, outcome.memory(i, 1).data(), 8);
      bases.push_back(base);
    }
    return bases;
  };
  std::set<std::uint64_t> offsets;
  for (std::uint64_t base : bases(0)) offsets.insert(base % 64);
  EXPECT_GT(offsets.size(), 4u);
  offsets.clear();
  for (std::uint64_t base : bases(32)) {
    EXPECT_EQ(base % 32, 0u);
    offsets.insert(base % 64);
  }
  EXPECT_EQ(offsets.size(), 2u);
}

TEST(Failure, of_a_build_gives_the_compilers_words_every_time) {
  const KernelFile file = copy_kernels("this is no OpenCL C;");
  for (int i = 0; i < 2; ++i) {
    const BatchOutcome& outcome = test_launcher().launch(file, file.variants[0], three());
    ASSERT_TRUE(outcome.failure);
    EXPECT_EQ(outcome.failure->call, "clBuildProgram");
    EXPECT_EQ(outcome.failure->code_name, "CL_BUILD_PROGRAM_FAILURE");
    EXPECT_FALSE(outcome.failure->build_log.empty());
  }
  const DataType types[] = {DataType::UINT8, DataType::UINT8};
  EXPECT_TRUE(test_launcher().build(file, file.variants[0], types));
  EXPECT_EQ(damages_of(copy_kernels(kCopy), three()), vector<Damage>{});
}

TEST(Failure, of_too_large_a_tensor_is_a_value) {
  Problem p = copy_problem(8);
  p.descriptor.tensor("OutputTensor") = strided(DataType::UINT8, {2, 4}, {4294967295, 1});
  p.descriptor.tensor("OutputTensor").bytes = std::uint64_t{1} << 47;
  const KernelFile file = copy_kernels(kCopy);
  const BatchOutcome& outcome = test_launcher().launch(file, file.variants[0], {&p, 1});
  ASSERT_TRUE(outcome.failure);
  EXPECT_EQ(outcome.failure->code_name, "CL_INVALID_BUFFER_SIZE");
}

TEST(Failure, of_the_kernel_file_itself_names_the_line) {
  const auto error = [](std::string_view text) -> std::string {
    const KernelFile file = parse_kernels(copy_signature(), "copy.cl", text);
    const Problem p = copy_problem(4);
    try {
      test_launcher().launch(file, file.variants[0], {&p, 1});
    } catch (const KernelFileError& e) {
      return e.what();
    }
    return "none";
  };
  EXPECT_EQ(error("//: variant v\n//: pass g groups 1\nkernel void f(CASES) {}\n"),
            "copy.cl:2:10: there is no kernel g");
  EXPECT_EQ(error("//: variant v\n//: pass f groups 1\nkernel void f(CASES, global uint* X) {}\n"),
            "copy.cl:2:10: argument 'X' of kernel f is no tensor and no scratch of variant v; "
            "known are \"CASES\", \"InputTensor\" and \"OutputTensor\"");
  EXPECT_EQ(error("//: variant v\n//: pass f groups 1 / Axis\nkernel void f(CASES) {}\n"),
            "copy.cl:2: '1 / Axis' has no value for this case");
}

TEST(Meanwhile, work_is_done_once_whatever_the_queue) {
  const KernelFile file = copy_kernels(kCopy);
  const vector<Problem> problems = three();
  for (std::size_t kind = 0; kind < kQueueKinds; ++kind)
    for (std::size_t memory = 0; memory < kMemoryKinds; ++memory) {
      LaunchOptions options;
      options.queue = static_cast<QueueKind>(kind);
      options.memory = static_cast<MemoryKind>(memory);
      const DeviceInfo& device = test_launcher().device().info();
      if ((options.queue == QueueKind::OutOfOrder && !device.out_of_order) ||
          (is_svm(options.memory) && !device.coarse_svm) ||
          (options.memory == MemoryKind::Far && !device.has_far_memory()))
        continue;
      int done = 0;
      const BatchOutcome& outcome =
          test_launcher().launch(file, file.variants[0], problems, options, [&] { ++done; });
      EXPECT_FALSE(outcome.failure);
      EXPECT_TRUE(outcome.damages.empty());
      EXPECT_EQ(done, 1);
    }
}

TEST(Meanwhile, work_is_not_done_where_a_launch_fails_before) {
  int done = 0;
  const KernelFile broken = copy_kernels("no C");
  EXPECT_TRUE(
      test_launcher().launch(broken, broken.variants[0], three(), {}, [&] { ++done; }).failure);
  EXPECT_EQ(done, 0);
}

RC_GTEST_PROP(Batch, of_mixed_sizes_gives_what_each_case_gives_alone, ()) {
  const KernelFile file = copy_kernels(kCopy);
  vector<Problem> problems;
  for (int size : *rc::gen::nonEmpty(rc::gen::container<vector<int>>(rc::gen::inRange(1, 300)))) {
    Problem p = copy_problem(size);
    if (*rc::gen::arbitrary<bool>())
      set_output(p, "OutputTensor", strided(DataType::UINT8, {size}, {*rc::gen::inRange(1, 9)}));
    problems.push_back(p);
  }
  LaunchOptions options;
  options.local = *rc::gen::element(1, 7, 64);
  options.placement = *rc::gen::arbitrary<uint32_t>();
  vector<ops::Bytes> alone;
  for (const Problem& p : problems) {
    alone.push_back(answer_bytes(file, file.variants[0], p, "OutputTensor", options));
    RC_ASSERT(alone.back() == p.input("InputTensor"));
  }
  const BatchOutcome& outcome = test_launcher().launch(file, file.variants[0], problems, options);
  RC_ASSERT(!outcome.failure);
  RC_ASSERT(outcome.damages.empty());
  for (std::size_t i = 0; i < problems.size(); ++i)
    RC_ASSERT(packed_answer(outcome, problems[i], "OutputTensor", i) == alone[i]);
}

}  // namespace
}  // namespace assay::opencl::testing
