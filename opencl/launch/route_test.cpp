// Every route to the device gives the same answer: each transfer, queue, kind of argument and kind
// of program, alone and together. What a route exists to detect is detected.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "opencl/device/image_format.h"
#include "opencl/launch/launch.h"
#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::Problem;
using std::vector;

KernelFile copier(const std::string& more = {}) {
  return parse_kernels(copy_signature(), "copier.cl",
                       "//: variant v\n"
                       "//: pass f groups (product(InputTensor.Sizes) + local - 1) / local\n"
                       "kernel void f(CASES, global const uchar* InputTensor, "
                       "global uchar* OutputTensor) {\n"
                       "  CASE_SPACE const Case* c = CASE;\n"
                       "  const size_t i = get_global_id(0);\n"
                       "  if (i >= element_count(&c->InputTensor)) return;\n"
                       "  OutputTensor[offset_of(&c->OutputTensor, i)] =\n"
                       "      InputTensor[offset_of(&c->InputTensor, i)] + (uchar)c->Axis;\n" +
                           more + "}\n");
}

// Does the same with both tensors as images, or with the copier's buffers where the device has no
// images. The output's channels are normalized where the device has such images.
KernelFile image_copier() {
  if (!test_device().info().images) return copier();
  const bool normalized = test_device().info().normalized_images;
  return parse_kernels(
      copy_signature(), "image_copier.cl",
      "//: variant v images InputTensor " +
          std::string(normalized ? "normalized OutputTensor\n" : "OutputTensor\n") +
          "//: pass f groups (product(InputTensor.Sizes) + local - 1) / local\n"
          "int2 pixel(ulong at) { return (int2)(at % IMAGE_WIDTH, at / IMAGE_WIDTH); }\n"
          "kernel void f(CASES, read_only image2d_t InputTensor, "
          "write_only image2d_t OutputTensor) {\n"
          "  CASE_SPACE const Case* c = CASE;\n"
          "  const size_t i = get_global_id(0);\n"
          "  if (i >= element_count(&c->InputTensor)) return;\n"
          "  uint4 x = read_imageui(InputTensor, pixel(offset_of(&c->InputTensor, i)));\n"
          "  x.x = (uchar)(x.x + c->Axis);\n"
          "  const int2 to = pixel(offset_of(&c->OutputTensor, i));\n" +
          std::string(normalized ? "  write_imagef(OutputTensor, to, convert_float4(x) / 255.0f);\n"
                                 : "  write_imageui(OutputTensor, to, x);\n") +
          "}\n");
}

Problem sample(int count, int axis) {
  Problem p = problem_of(copy_signature());
  ops::Bytes data(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::byte>(i * 7 + 3);
  set_input(p, "InputTensor", packed(DataType::UINT8, {count}), std::move(data));
  set_output(p, "OutputTensor", packed(DataType::UINT8, {count}));
  set_value(p, "Axis", {axis});
  for (const char* name : {"A", "B"}) set_value(p, name, {});
  return p;
}

std::string problem_with(const KernelFile& file, const vector<Problem>& problems,
                         const LaunchOptions& options) {
  const BatchOutcome& outcome = test_launcher().launch(file, file.variants[0], problems, options);
  if (outcome.failure)
    return outcome.failure->call + " " + outcome.failure->code_name + outcome.failure->build_log;
  if (!outcome.damages.empty())
    return std::string(name_of(outcome.damages[0].what)) + " " + outcome.damages[0].name + " at " +
           std::to_string(outcome.damages[0].offset);
  for (std::size_t k = 0; k < problems.size(); ++k) {
    const ops::Bytes came = packed_answer(outcome, problems[k], "OutputTensor", k);
    const ops::Bytes& input = problems[k].input("InputTensor");
    for (std::size_t i = 0; i < input.size(); ++i)
      if (came[i] != static_cast<std::byte>(static_cast<unsigned>(input[i]) +
                                            static_cast<unsigned>(problems[k].value("Axis"))))
        return "case " + std::to_string(k) + " element " + std::to_string(i);
  }
  return {};
}

vector<Problem> some(int count) {
  vector<Problem> problems;
  for (int k = 0; k < count; ++k) problems.push_back(sample(1 + k * 37 % 301, k));
  return problems;
}

LaunchOptions any_options() {
  const DeviceInfo& device = test_device().info();
  LaunchOptions o;
  o.local = *rc::gen::element<std::size_t>(0, 1, 33, 64, device.max_work_group_size, 1 << 20);
  o.guard_bytes = *rc::gen::element<std::size_t>(64, 72, 1024);
  o.placement = *rc::gen::inRange<std::uint32_t>(0, 32);
  o.poison_seed = *rc::gen::arbitrary<std::uint64_t>();
  o.memory = static_cast<MemoryKind>(*rc::gen::inRange<std::size_t>(0, kMemoryKinds));
  if (is_svm(o.memory) && !device.coarse_svm) o.memory = MemoryKind::Write;
  if (o.memory == MemoryKind::Far && !device.has_far_memory()) o.memory = MemoryKind::Write;
  o.pieces = *rc::gen::inRange<std::size_t>(1, 7);
  if (is_written_by_commands(o.memory)) o.rounds = *rc::gen::inRange<std::size_t>(1, 4);
  o.case_space = static_cast<CaseSpace>(*rc::gen::inRange<std::size_t>(0, kCaseSpaces));
  o.queue = static_cast<QueueKind>(*rc::gen::inRange<std::size_t>(0, kQueueKinds));
  if (o.queue == QueueKind::OutOfOrder && !device.out_of_order) o.queue = QueueKind::Several;
  o.offset = *rc::gen::inRange<std::size_t>(0, 5);
  o.launches = *rc::gen::inRange<std::size_t>(1, 5);
  o.program = static_cast<ProgramFrom>(*rc::gen::inRange<std::size_t>(0, kProgramsFrom));
  if (o.program == ProgramFrom::Spirv && !device.spirv) o.program = ProgramFrom::Source;
  o.optimize = *rc::gen::arbitrary<bool>();
  o.cl_std = *rc::gen::elementOf(device.standards);
  o.probe = static_cast<Probe>(*rc::gen::inRange(std::size_t{0}, kProbes));
  if (*rc::gen::arbitrary<bool>()) o.in_place = {0, 1};
  if (o.queue == QueueKind::OutOfOrder && o.launches_side_by_side()) o.queue = QueueKind::Several;
  return o;
}

RC_GTEST_PROP(Route, of_any_features_together_gives_the_answer, ()) {
  static const KernelFile files[] = {copier(), image_copier()};
  const KernelFile& file = files[*rc::gen::inRange(0, 2)];
  const std::string what = problem_with(file, some(*rc::gen::inRange(1, 40)), any_options());
  RC_ASSERT(what == "");
}

TEST(Route, by_each_transfer_moves_sizes_around_every_boundary) {
  const KernelFile buffers = copier(), images = image_copier();
  for (std::size_t t = 0; t < kMemoryKinds; ++t) {
    const DeviceInfo& device = test_device().info();
    if (is_svm(static_cast<MemoryKind>(t)) && !device.coarse_svm) continue;
    if (static_cast<MemoryKind>(t) == MemoryKind::Far && !device.has_far_memory()) continue;
    for (int size : {1, 2, 3, 36, 37, 38, 255, 4097, 70001}) {
      LaunchOptions options;
      options.memory = static_cast<MemoryKind>(t);
      options.pieces = static_cast<std::size_t>(size) % 4 + 1;
      EXPECT_EQ(problem_with(buffers, {sample(size, 1)}, options), "") << t << " " << size;
      EXPECT_EQ(problem_with(images, {sample(size, 1)}, options), "") << t << " " << size;
    }
  }
}

TEST(Round, begins_with_an_upload) {
  for (std::size_t t = 0; t < kMemoryKinds; ++t) {
    LaunchOptions options;
    options.memory = static_cast<MemoryKind>(t);
    if (!is_written_by_commands(options.memory) || is_svm(options.memory) ||
        options.memory == MemoryKind::Far)
      continue;
    // A round that found the answers of the round before in its input would add to them.
    options.in_place = {0, 1};
    options.rounds = 3;
    EXPECT_EQ(problem_with(copier(), some(3), options), "") << t;
  }
}

TEST(Image, of_more_rows_than_the_device_has_is_told_as_lacking) {
  if (!test_device().info().images) GTEST_SKIP() << "the device has no images";
  const std::size_t most = test_device().info().image_height * kImageWidth;
  const KernelFile file = image_copier();
  const BatchOutcome& outcome = test_launcher().launch(
      file, file.variants[0], vector{sample(static_cast<int>(most), 1)}, LaunchOptions());
  EXPECT_EQ(outcome.lacking.substr(0, 10), "images of ");
}

TEST(Image, that_cannot_be_made_leaves_nothing_to_the_next_launch) {
  const DeviceInfo& device = test_device().info();
  if (!device.images) GTEST_SKIP() << "the device has no images";
  const std::size_t most = device.image_height * kImageWidth;
  const KernelFile images = image_copier(), buffers = copier();
  for (std::size_t t = 0; t < kMemoryKinds; ++t) {
    LaunchOptions options;
    options.memory = static_cast<MemoryKind>(t);
    if ((is_svm(options.memory) && !device.coarse_svm) ||
        (options.memory == MemoryKind::Far && !device.has_far_memory()))
      continue;
    for (const MemoryKind next : {MemoryKind::Write, MemoryKind::Map}) {
      const BatchOutcome& outcome = test_launcher().launch(
          images, images.variants[0], vector{sample(static_cast<int>(most), 1)}, options);
      EXPECT_TRUE(outcome.failure) << t;
      LaunchOptions after;
      after.memory = next;
      EXPECT_EQ(problem_with(buffers, some(3), after), "") << t;
    }
  }
}

TEST(Image, stores_of_a_kernel_beside_its_tensor_are_seen) {
  if (!test_device().info().images) GTEST_SKIP() << "the device has no images";
  std::string text = image_copier().variants[0].text;
  const std::string plain = "offset_of(&c->OutputTensor, i)";
  text.replace(text.find(plain), plain.size(), "offset_of(&c->OutputTensor, i) + 4");
  const KernelFile file = parse_kernels(copy_signature(), "image_copier.cl", text);
  EXPECT_EQ(problem_with(file, some(2), {}).substr(0, 11), "guard after");
}

TEST(Offset, leaves_the_ghost_below_it_alone) {
  LaunchOptions options;
  options.offset = 3;
  // This kernel writes to the memory of the case three places below its own, which belongs to the
  // ghost.
  const KernelFile file = copier(
      "if (i == 0 && get_global_id(1) == 3)\n"
      "  OutputTensor[cases[0].OutputTensor.base] = 1 + InputTensor[0];\n");
  EXPECT_EQ(problem_with(file, some(2), options).substr(0, 12), "guard before");
  EXPECT_EQ(problem_with(copier(), some(2), options), "");
}

TEST(Surroundings, of_sub_buffers_and_copies_are_watched) {
  const KernelFile file = copier(
      "if (i == 0 && get_global_id(1) == 0)\n"
      "  OutputTensor[c->OutputTensor.base - c->OutputTensor.base - 1] ^= 255;\n");
  LaunchOptions options;
  options.memory = MemoryKind::SubBuffer;
  EXPECT_EQ(problem_with(file, {sample(9, 0)}, options).substr(0, 12), "guard before");
}

TEST(Surroundings, up_to_a_closed_page_are_watched) {
  // The tensor begins at a multiple of 256 and has 4 bytes, so that 124 bytes follow.
  const KernelFile file = copier("if (i == 0) OutputTensor[c->OutputTensor.base + 127] ^= 255;\n");
  LaunchOptions options;
  options.memory = MemoryKind::PageEnd;
  EXPECT_EQ(problem_with(file, {copy_problem(4, 256)}, options), "guard after OutputTensor at 127");
}

TEST(InPlace, shares_memory_where_both_are_described_alike_and_only_there) {
  vector<Problem> problems = some(3);
  set_output(problems[1], "OutputTensor",
             strided(DataType::UINT8, problems[1].tensor("OutputTensor").sizes, {2}));
  LaunchOptions options;
  options.in_place = {0, 1};
  const KernelFile file = copier();
  EXPECT_EQ(problem_with(file, problems, options), "");
  const BatchOutcome& outcome = test_launcher().launch(file, file.variants[0], problems, options);
  EXPECT_EQ(outcome.memory(0, 0).data(), outcome.memory(0, 1).data());
  EXPECT_NE(outcome.memory(1, 0).data(), outcome.memory(1, 1).data());
  EXPECT_EQ(outcome.memory(2, 0).data(), outcome.memory(2, 1).data());
}

}  // namespace
}  // namespace assay::opencl::testing
