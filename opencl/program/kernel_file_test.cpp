// Tests what annotations give, and that the error for each mistake names its line and column.

#include "opencl/program/kernel_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <regex>
#include <sstream>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;

std::string error_of(std::string_view text) {
  try {
    parse_kernels(copy_signature(), "copy.cl", text);
  } catch (const KernelFileError& error) {
    return error.what();
  }
  return "none";
}

constexpr std::string_view kGood =
    "// common\n"
    "//: variant one define T=width(InputTensor) A=type(OutputTensor) needs fp64 denorm images "
    "OutputTensor normalized InputTensor\n"
    "//: scratch Counts uint product(InputTensor.Sizes) + local\n"
    "//: pass first groups (product(InputTensor.Sizes) + local - 1) / local\n"
    "kernel void first() {}\n"
    "  //: pass second groups local local 32\n"
    "//: sums (n + 63) / 64 + InputTensor.Sizes[0]\n"
    "//: variant two\n"
    "//: pass third groups 1 local 64\n";

TEST(KernelFile, gives_variants_with_their_scratch_and_passes) {
  const KernelFile file = parse_kernels(copy_signature(), "copy.cl", kGood);
  ASSERT_EQ(file.variants.size(), 2u);
  const Variant& one = file.variants[0];
  EXPECT_EQ(one.name, "one");
  ASSERT_EQ(one.defines.size(), 2u);
  EXPECT_EQ(one.defines[1].macro, "A");
  EXPECT_EQ(one.defines[1].of, Define::Of::Type);
  EXPECT_EQ(one.defines[1].place, 1u);
  EXPECT_EQ(one.needs, (std::vector<std::string>{"fp64", "denorm"}));
  EXPECT_EQ(one.images,
            (std::vector<TensorImage>{{1, Channels::Unsigned}, {0, Channels::Normalized}}));
  EXPECT_EQ(file.scratch, std::vector<std::string>{"Counts"});
  EXPECT_EQ(one.scratch[0].element_size, 4u);
  ASSERT_EQ(one.passes.size(), 2u);
  EXPECT_FALSE(one.passes[0].local);
  EXPECT_EQ(one.passes[1].local, 32u);
  EXPECT_EQ(one.passes[1].line, 6u);
  EXPECT_FALSE(one.has_fixed_local());
  EXPECT_TRUE(file.find("two")->has_fixed_local());
  EXPECT_EQ(file.find("three"), nullptr);

  ops::Problem p = problem_of(copy_signature());
  p.descriptor.tensor("InputTensor").sizes = {10, 13};
  EXPECT_EQ(one.scratch[0].count.integer(p.descriptor, 5), 135);
  EXPECT_EQ(one.passes[0].groups.integer(p.descriptor, 64), 3);
  EXPECT_EQ(one.passes[1].groups.integer(p.descriptor, 32), 32);
  ASSERT_TRUE(one.sums);
  EXPECT_EQ(one.sums->integer(p.descriptor, 65), 12);
  EXPECT_FALSE(file.find("two")->sums);
}

TEST(KernelFile, compiles_a_variant_without_the_text_of_the_others) {
  const KernelFile file = parse_kernels(copy_signature(), "copy.cl", kGood);
  const std::string one = file.source(file.variants[0]), two = file.source(file.variants[1]);
  EXPECT_NE(one.find("void first"), std::string::npos);
  EXPECT_EQ(two.find("void first"), std::string::npos);
  EXPECT_NE(two.find("// common"), std::string::npos);
  EXPECT_NE(two.find("#line 8 \"copy.cl\"\n//: variant two"), std::string::npos);
}

TEST(KernelFile, names_the_place_of_each_mistake) {
  const std::string ok = "//: variant v\n//: pass p groups 1\n";
  EXPECT_EQ(error_of(ok), "none");
  EXPECT_EQ(error_of(""),
            "copy.cl:1:1: the file has no variant; let a line \"//: variant NAME\" begin one");
  EXPECT_EQ(
      error_of("\n//: variant v\n"),
      "copy.cl:2:13: variant v has no pass; add a line \"//: pass KERNEL groups EXPRESSION\"");
  EXPECT_EQ(error_of("//: pass p groups 1\n"),
            "copy.cl:1:5: a pass stands before any variant; put \"//: variant NAME\" above it");
  EXPECT_EQ(error_of("//: sums n\n"),
            "copy.cl:1:5: sums stands before any variant; put \"//: variant NAME\" above it");
  EXPECT_EQ(error_of(ok + "//: sums n\n//: sums 1\n"),
            "copy.cl:4:5: variant v has two depths of its sums; take one out");
  EXPECT_EQ(error_of(ok + "//: sums (m + 1)\n"),
            "copy.cl:3:11: no member \"m\"; known are \"InputTensor\", \"Axis\", "
            "\"OutputTensor\", \"Mode\", \"A\", \"B\", \"C\" and \"n\"");
  EXPECT_EQ(error_of(ok + "//: sums\n"), "copy.cl:3:9: the expression ends too early");
  EXPECT_EQ(error_of(ok + "//: sum n\n"),
            "copy.cl:3:5: 'sum' is no annotation; the nearest is \"sums\"");
  EXPECT_EQ(error_of(ok + "//: veriant w\n"),
            "copy.cl:3:5: 'veriant' is no annotation; the nearest is \"variant\"");
  EXPECT_EQ(error_of(ok + ok), "copy.cl:3:13: variant v stands twice; take another name");
  EXPECT_EQ(error_of("//: variant v wants fp64\n"),
            "copy.cl:1:15: 'wants' is none of define, needs, images and normalized; known are "
            "\"define\", \"needs\", \"images\" and \"normalized\"");
  EXPECT_EQ(
      error_of("//: variant v needs fp65\n"),
      "copy.cl:1:21: 'fp65' is no feature and no extension (cl_...); the nearest is \"fp64\"");
  EXPECT_EQ(
      error_of("//: variant v define T=width(Axis)\n"),
      "copy.cl:1:30: 'Axis' is no tensor of copy; known are \"InputTensor\" and \"OutputTensor\"");
  EXPECT_EQ(
      error_of("//: variant v images Axis\n"),
      "copy.cl:1:22: 'Axis' is no tensor of copy; known are \"InputTensor\" and \"OutputTensor\"");
  EXPECT_EQ(error_of("//: variant v images InputTensor normalized InputTensor\n"),
            "copy.cl:1:45: InputTensor is an image already");
  EXPECT_EQ(error_of("//: variant v define T=breadth(InputTensor)\n"),
            "copy.cl:1:24: 'breadth' is none of width, type, double and half; known are \"width\", "
            "\"type\", \"double\" and \"half\"");
  EXPECT_EQ(error_of("//: variant v define H=half(InputTensor)\n"),
            "copy.cl:1:22: half(TENSOR) is for operators whose oracle knows what halves may give, "
            "and not "
            "for copy");
  EXPECT_EQ(error_of("//: variant v define T\n"),
            "copy.cl:1:22: 'T' is no define: NAME=width(TENSOR), NAME=type(TENSOR), "
            "NAME=double(TENSOR) or NAME=half(TENSOR) is");
  EXPECT_EQ(error_of("//: variant v\n//: pass p 1\n"),
            "copy.cl:2:12: after pass p comes 'groups', not '1'");
  EXPECT_EQ(error_of("//: variant v\n//: pass p groups 1 local 0\n"),
            "copy.cl:2:27: '0' is no local size, which is a number above 0");
  EXPECT_EQ(
      error_of(ok + "//: scratch S half 1\n"),
      "copy.cl:3:15: 'half' is no type for a scratch; known are \"uchar\", \"ushort\", \"uint\", "
      "\"int\", \"float\", \"ulong\", \"long\" and \"double\"");
  EXPECT_EQ(error_of(ok + "//: scratch InputTensor uint 1\n"),
            "copy.cl:3:13: scratch InputTensor has the name of a member; take another");
  EXPECT_EQ(error_of("//: variant v\n//: pass p groups 1 + InputTenser.Sizes[0]\n"),
            "copy.cl:2:23: no member \"InputTenser\"; the nearest is \"InputTensor\"");
  EXPECT_EQ(error_of("//: variant v\n//: pass p groups\n"),
            "copy.cl:2:18: the expression ends too early");
  EXPECT_EQ(error_of("//:variant v\n//:include axes.clh\n"),
            "copy.cl:2:4: \"//: include FILE\" stands so at the line's beginning");
  EXPECT_EQ(error_of("//: variant\n"),
            "copy.cl:1:12: '' is no name for a variant; letters, digits and _ make one");
}

// Each word of the annotations of some kernel files is misspelt in turn.
TEST(KernelFile, names_the_place_of_each_misspelt_word) {
  int refused = 0;
  for (const char* name : {"gather", "nonzero_coordinates", "join", "cumulative_summation"}) {
    const KernelText good = kernel_text(signature_of(name));
    const std::regex word("[A-Za-z_0-9]+");
    std::size_t begin = 0;
    std::istringstream lines(good.text);
    for (std::string text; std::getline(lines, text); begin += text.size() + 1) {
      if (!text.starts_with("//:")) continue;
      for (std::sregex_iterator i(text.begin(), text.end(), word), end; i != end; ++i) {
        std::string wrong = good.text;
        wrong.insert(begin + static_cast<std::size_t>(i->position() + i->length()), "Q");
        std::string said;
        try {
          parse_kernels(signature_of(name), "copy.cl", wrong);
          continue;
        } catch (const KernelFileError& error) {
          said = error.what();
        }
        ++refused;
        EXPECT_TRUE(std::regex_match(said, std::regex("[^:]+:[0-9]+:[0-9]+: .+"))) << said;
        const std::string misspelt = i->str() + "Q";
        if (said.find("no member \"" + misspelt + "\"") != said.npos ||
            said.find("'" + misspelt + "' is") != said.npos) {
          EXPECT_NE(said.find(fmt::format(":{}: ", i->position() + 1)), said.npos) << said;
        }
        if (said.find("nearest") != said.npos) {
          EXPECT_NE(said.find("\"" + i->str() + "\""), said.npos) << said;
        }
      }
    }
  }
  EXPECT_GT(refused, 60);
}

TEST(KernelFile, comes_from_a_folder_where_that_has_it) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("assay-kernels-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "gather.cl") << "//: variant own\n//: pass p groups 1\n";
  EXPECT_EQ(load_kernels(signature_of("gather"), folder).variants[0].name, "own");
  EXPECT_NE(load_kernels(signature_of("slice1"), folder).find("bits"), nullptr);
  EXPECT_NE(load_kernels(signature_of("gather")).find("bits"), nullptr);
  EXPECT_THROW(load_kernels(copy_signature(), folder), KernelFileError);
  std::filesystem::remove_all(folder);
}

TEST(Variant, is_offered_only_where_the_device_can_run_it) {
  const KernelFile file = load_kernels(signature_of("nonzero_coordinates"));
  const Variant& typed = *file.find("typed");
  DeviceInfo device;
  device.max_work_group_size = 256;
  const auto missing = [&](DataType type) {
    const DataType types[] = {type, DataType::UINT32, DataType::UINT32};
    return missing_feature(file, typed, types, device);
  };
  EXPECT_EQ(missing(DataType::FLOAT32), "denorm");
  EXPECT_EQ(missing(DataType::FLOAT16), std::nullopt);
  EXPECT_EQ(missing(DataType::INT32), std::nullopt);
  device.fp16 = true;
  EXPECT_EQ(missing(DataType::FLOAT16), "denorm");
  device.denormals16 = device.denormals32 = true;
  EXPECT_EQ(missing(DataType::FLOAT16), std::nullopt);
  EXPECT_EQ(missing(DataType::FLOAT32), std::nullopt);
  EXPECT_EQ(missing(DataType::FLOAT64), "fp64");
  const KernelFile tile = load_kernels(signature_of("tile"));
  const DataType bytes[] = {DataType::UINT8, DataType::UINT8};
  EXPECT_EQ(missing_feature(tile, *tile.find("image"), bytes, device), "images");
  device.images = true;
  EXPECT_EQ(missing_feature(tile, *tile.find("image"), bytes, device), std::nullopt);
  const KernelFile blocks = load_kernels(signature_of("depth_to_space"));
  EXPECT_EQ(missing_feature(blocks, *blocks.find("image"), bytes, device), "normalized images");
  device.normalized_images = true;
  EXPECT_EQ(missing_feature(blocks, *blocks.find("image"), bytes, device), std::nullopt);
  const KernelFile sums = load_kernels(signature_of("element_wise_add"));
  const auto missing_of_double = [&](DataType type) {
    const std::vector<DataType> types(3, type);
    return missing_feature(sums, *sums.find("double"), types, device);
  };
  EXPECT_EQ(missing_of_double(DataType::FLOAT32), "fp64");
  EXPECT_EQ(missing_of_double(DataType::INT32), "other data types");
  const auto missing_of_half = [&](DataType type) {
    const std::vector<DataType> types(3, type);
    return missing_feature(sums, *sums.find("half"), types, device);
  };
  EXPECT_EQ(missing_of_half(DataType::FLOAT16), std::nullopt);
  EXPECT_EQ(missing_of_half(DataType::FLOAT32), "other data types");
  device.fp16 = false;
  EXPECT_EQ(missing_of_half(DataType::FLOAT16), "fp16");
  device.fp64 = true;
  EXPECT_EQ(missing_of_double(DataType::FLOAT32), std::nullopt);
  EXPECT_EQ(missing_of_double(DataType::FLOAT16), std::nullopt);
  EXPECT_EQ(missing_of_double(DataType::FLOAT64), "other data types");
  device.max_work_group_size = 32;
  EXPECT_EQ(missing(DataType::INT32), "local size 64");
  const DataType types[] = {DataType::UINT8, DataType::UINT32, DataType::UINT32};
  const auto offered = offered_variants(file, types, device);
  ASSERT_EQ(offered.size(), 1u);
  EXPECT_EQ(offered[0]->name, "serial");
}

}  // namespace
}  // namespace assay::opencl::testing
