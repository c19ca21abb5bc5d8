// A result of `assay ulps` comes back from disk as it was, or not at all.
#include "conformance/keep/kept_ulps.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <functional>

#include "conformance/keep/seal.h"
#include "ops/error.h"
#include "testing/text_of.h"

namespace assay::conformance::testing {
namespace {

using assay::testing::text_of;
using specs::Json;

UlpError ulp_error_of(const std::string& function, UlpType type, int lanes) {
  return {.function = function,
          .type = type,
          .lanes = lanes,
          .limit = 3,
          .largest = 0.875,
          .a = 0.1f,
          .came = 1.5f,
          .exact = 1.4999999,
          .results = 64,
          .refused = 0};
}

Ulps some_ulps() {
  Ulps ulps{"0.2.0", {}, 7, 64, {}, {{UlpType::Half, "the device lacks cl_khr_fp16"}}};
  ulps.device.name = "device";
  ulps.errors = {ulp_error_of("exp", UlpType::Float32, 1), ulp_error_of("exp", UlpType::Float32, 4),
                 ulp_error_of("pow", UlpType::Float16, 1)};
  UlpError& pow = ulps.errors.back();
  pow.operands = 2;
  pow.b = -HUGE_VALF;
  pow.largest = HUGE_VAL;
  pow.came = NAN;
  pow.refused = 2;
  return ulps;
}

class KeptUlps : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / fmt::format("assay-ulps-{}", ::getpid());
    std::filesystem::remove_all(folder_);
    begin_ulps(folder_);
    keep_ulps(folder_, some_ulps());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string error() const {
    try {
      read_ulps(folder_);
    } catch (const Error& e) {
      return e.what();
    }
    return "no error";
  }

  /// What the reader says of the file after a change that somebody sealed.
  std::string error_after(const std::function<void(Json&)>& change) const {
    Json json = ulps_to_json(some_ulps());
    change(json);
    std::ofstream(folder_ / "ulps.json") << sealed_text(json, 2);
    return error();
  }

  std::filesystem::path folder_;
};

TEST_F(KeptUlps, ComeBackAsTheyWere) {
  ASSERT_TRUE(holds_ulps(folder_));
  EXPECT_EQ(ulps_to_json(read_ulps(folder_)), ulps_to_json(some_ulps()));
  EXPECT_EQ(some_ulps().summary(), "1 of 3 largest errors is beyond its limit.");
  EXPECT_EQ(read_ulps(folder_).errors.back().name(), "pow FLOAT16, 1 lane");
  EXPECT_EQ(read_ulps(folder_).errors.back().at(), "0.1, -inf");
}

TEST_F(KeptUlps, AreNotWrittenOverAResultOrARun) {
  EXPECT_THROW(begin_ulps(folder_), Error);
  std::ofstream(folder_ / "run.json") << "{}";
  EXPECT_FALSE(holds_ulps(folder_));
  std::filesystem::remove(folder_ / "ulps.json");
  EXPECT_THROW(begin_ulps(folder_), Error);
  EXPECT_FALSE(holds_ulps(folder_ / "nowhere"));
}

TEST_F(KeptUlps, AreRefusedWhereAByteWasChanged) {
  const std::string text = text_of(folder_ / "ulps.json");
  const auto write = [&](const std::string& changed) {
    std::ofstream(folder_ / "ulps.json", std::ios::binary) << changed;
  };
  std::string changed = text;
  changed.replace(text.find("0.875"), 5, "0.125");
  write(changed);
  EXPECT_NE(error().find("ulps.json"), std::string::npos) << error();
  write(text.substr(0, text.size() / 2));
  EXPECT_NE(error(), "no error");
  std::filesystem::remove(folder_ / "ulps.json");
  EXPECT_NE(error().find("holds no result of assay ulps"), std::string::npos) << error();
}

TEST_F(KeptUlps, AreReadStrictly) {
  EXPECT_EQ(error_after([](Json&) {}), "no error");
  const std::pair<const char*, std::function<void(Json&)>> changes[] = {
      {"not of format 1", [](Json& j) { j["format"] = 2; }},
      {"more", [](Json& j) { j["more"] = 1; }},
      {"seed", [](Json& j) { j.erase("seed"); }},
      {"device/name", [](Json& j) { j["device"]["name"] = 1; }},
      {"ulps/0/type: is not FLOAT32", [](Json& j) { j["ulps"][0]["type"] = "FLOAT64"; }},
      {"ulps/0/lanes", [](Json& j) { j["ulps"][0]["lanes"] = 0; }},
      {"ulps/0/limit", [](Json& j) { j["ulps"][0]["limit"] = 0; }},
      {"ulps/0/largest: is beyond the limit", [](Json& j) { j["ulps"][0]["largest"] = 3.5; }},
      {"ulps/0/largest", [](Json& j) { j["ulps"][0]["largest"] = "nan"; }},
      {"ulps/0/a: is no value of a float", [](Json& j) { j["ulps"][0]["a"] = 0.1; }},
      {"ulps/0/came", [](Json& j) { j["ulps"][0]["came"] = "much"; }},
      {"ulps/0/refused", [](Json& j) { j["ulps"][0]["refused"] = 65; }},
      {"ulps/1: is a second entry of exp FLOAT32, 1 lane",
       [](Json& j) { j["ulps"][1]["lanes"] = 1; }},
      {"not_supported/0", [](Json& j) { j["not_supported"][0]["why"] = ""; }},
      {"summary: is not what the errors give", [](Json& j) { j["ulps"].erase(0); }},
  };
  for (const auto& [words, change] : changes)
    EXPECT_NE(error_after(change).find(words), std::string::npos) << words << "\n" << error();
}

}  // namespace
}  // namespace assay::conformance::testing
