// Tests which arithmetic a case is judged by: it follows from the route and the options, in this
// one place.
#include "conformance/route/arithmetic.h"

#include <gtest/gtest.h>

#include <fstream>

#include "conformance/route/kernel_library.h"
#include "specs/case_text.h"
#include "testing/conformance/device.h"
#include "testing/places.h"

namespace assay::conformance::testing {
namespace {

namespace fs = std::filesystem;
using ops::Profile;
using ops::SumModel;

const char* const kSumOf1000 =
    "reduce:level=3_0:Function=SUM:InputTensor=FLOAT32.1x1x1x1000:OutputTensor=FLOAT32.1x1x1x1:"
    "AxisCount=1:Axes=3";

ops::FloatModel model_of(KernelLibrary& library, const std::string& line,
                         const std::string& variant, Flushed flushed = {}) {
  const specs::Case c = specs::parse_case(line, catalogue());
  return library.arithmetic(*c.spec, library.of(*c.spec).variant(variant), flushed).of(c);
}

/// A folder with a copy of one of our own files.
fs::path folder_with(const std::string& name) {
  const fs::path folder = test_folder() / ("arithmetic-" + name);
  fs::create_directories(folder);
  std::ofstream(folder / name)
      << std::ifstream(assay::testing::source_folder() / "opencl/kernels" / name).rdbuf();
  return folder;
}

TEST(Arithmetic, IsThatOfTheVariantWhereTheKernelsAreOurs) {
  KernelLibrary library(std::nullopt);
  for (const bool flush : {false, true}) {
    const ops::FloatModel serial = model_of(library, kSumOf1000, "serial", {.floats = flush});
    EXPECT_EQ(serial.profile, Profile::Own);
    EXPECT_EQ(serial.depth, SumModel::kAnyOrder);
    EXPECT_EQ(serial.flush32, flush);
  }
  const ops::FloatModel tree = model_of(library, kSumOf1000, "tree");
  EXPECT_EQ(tree.profile, Profile::Own);
  EXPECT_EQ(tree.depth, 21);
}

TEST(Arithmetic, IsFreeWhereAFileOfTheKernelsIsTheUsers) {
  KernelLibrary with_file(folder_with("reduce.cl")), with_included(folder_with("reduce.clh"));
  for (KernelLibrary* library : {&with_file, &with_included}) {
    const ops::FloatModel reduce = model_of(*library, kSumOf1000, "serial");
    EXPECT_EQ(reduce.profile, Profile::Free);
    EXPECT_EQ(reduce.depth, SumModel::kAnyOrder);
    // A depth that is declared is a promise.
    EXPECT_EQ(model_of(*library, kSumOf1000, "tree").profile, Profile::Own);
    EXPECT_EQ(model_of(*library, kSumOf1000, "tree").depth, 21);
    // The other operators' kernels are ours.
    const std::string cumulative =
        "cumulative_summation:level=2_1:InputTensor=FLOAT32.1x1x1x1000:OutputTensor=FLOAT32.1x1x1x"
        "1000:Axis=3:AxisDirection=INCREASING:HasExclusiveSum=0";
    EXPECT_EQ(model_of(*library, cumulative, "scan").profile, Profile::Own);
    EXPECT_EQ(model_of(*library, cumulative, "scan").depth, 16);
  }
  KernelLibrary ours(folder_with("reduce.cl"), {}, KernelLibrary::Folder::OfOurs);
  EXPECT_EQ(model_of(ours, kSumOf1000, "serial").profile, Profile::Own);
}

TEST(Arithmetic, IsThatOfHalvesWhereAVariantComputesSo) {
  const char* const line =
      "element_wise_add:level=1_0:ATensor=FLOAT16.1x1x1x2:BTensor=FLOAT16.1x1x1x2:"
      "OutputTensor=FLOAT16.1x1x1x2";
  KernelLibrary ours(std::nullopt), of_user(folder_with("binary.cl"));
  for (KernelLibrary* library : {&ours, &of_user})
    for (const bool flush : {false, true}) {
      const ops::FloatModel half = model_of(*library, line, "half", {.halves = flush});
      EXPECT_TRUE(half.in_half);
      EXPECT_EQ(half.flush16, flush);
      EXPECT_FALSE(model_of(*library, line, "each", {.halves = flush}).in_half);
    }
  const specs::Case c = specs::parse_case(line, catalogue());
  EXPECT_EQ(ours.arithmetic(*c.spec, ours.of(*c.spec).variant("half"), {}).text(c),
            "What is computed in half, the type of FLOAT16, has its limits there.");
}

TEST(Arithmetic, IsFreeForABackend) {
  KernelLibrary library(std::nullopt, "backend.so");
  EXPECT_EQ(model_of(library, kSumOf1000, KernelLibrary::kBackendVariant).profile, Profile::Free);
}

TEST(Arithmetic, SaysWhatIsKnownOfSums) {
  KernelLibrary library(std::nullopt);
  const auto text_of = [&](const std::string& line, const std::string& variant) {
    const specs::Case c = specs::parse_case(line, catalogue());
    return library.arithmetic(*c.spec, library.of(*c.spec).variant(variant), {}).text(c);
  };
  EXPECT_EQ(text_of(kSumOf1000, "tree"),
            "Sums are those of the variant tree: in FLOAT32, no term going through more than 21 "
            "additions.");
  EXPECT_EQ(text_of(kSumOf1000, "serial"),
            "Sums are those of the variant serial: in FLOAT32, in any order.");
  EXPECT_EQ(
      text_of("gemm:level=6_4:ATensor=FLOAT16.1x41:BTensor=FLOAT16.41x1:OutputTensor=FLOAT16.1x1:"
              "TransA=NONE:TransB=NONE:Alpha=1:Beta=0",
              "half_vector"),
      "Sums are those of the variant half_vector: in FLOAT16 or a wider type, no term going "
      "through more than 12 additions. What is computed in half, the type of FLOAT16, has its "
      "limits there.");
  std::string integers = kSumOf1000;
  for (std::size_t at; (at = integers.find("FLOAT32")) != integers.npos;)
    integers.replace(at, 7, "INT32");
  EXPECT_EQ(text_of(integers, "tree"), "");
  EXPECT_EQ(Arithmetic::free({}).text(specs::parse_case(kSumOf1000, catalogue())),
            "Sums may be taken in any order, and those of FLOAT16 in FLOAT16.");
}

}  // namespace
}  // namespace assay::conformance::testing
