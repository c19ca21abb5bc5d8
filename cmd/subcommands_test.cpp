// Tests of the commands that describe what there is.
#include <gtest/gtest.h>

#include "conformance/route/kernel_library.h"
#include "specs/case.h"
#include "testing/cmd/program.h"
#include "testing/specs/catalogue.h"

namespace assay::cmd::testing {
namespace {

using specs::testing::catalogue;

TEST(Help, has_an_example_of_each_subcommand) {
  const Ran all = assay({"--help"});
  EXPECT_EQ(all.code, 0);
  for (const char* command :
       {"devices", "list", "describe", "run", "explain", "check", "oracle", "validate", "shrink"}) {
    EXPECT_NE(all.out.find(std::string("\n  ") + command), std::string::npos) << command;
    const Ran ran = assay({command, "--help"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.err, "");
    const std::size_t at = ran.out.find("Example");
    ASSERT_NE(at, std::string::npos) << command;
    EXPECT_NE(ran.out.find(std::string("assay ") + command, at), std::string::npos) << command;
  }
  EXPECT_EQ(assay({"--version"}).code, 0);
}

TEST(Devices, tells_of_the_driver) {
  const Ran text = assay({"devices"});
  EXPECT_EQ(text.code, 0);
  EXPECT_NE(text.out.find("fp64"), std::string::npos);
  const Json json = Json::parse(assay({"devices", "--json"}).out);
  ASSERT_GE(json.size(), 1u);
  for (const char* key :
       {"name", "platform", "driver_version", "version", "fp16", "fp64", "denormals"})
    EXPECT_TRUE(json[0].contains(key)) << key;
}

TEST(List, names_operators_levels_rules_variants_and_fills) {
  const Json json = Json::parse(assay({"list", "--json"}).out);
  const Ran text = assay({"list"});
  EXPECT_EQ(text.code, 0);
  for (const std::string& line : text.lines()) EXPECT_LE(line.size(), 102u) << line;
  EXPECT_EQ(json["operators"].size(), catalogue().all().size());
  const Json& of_integers = json["operators"]["element_wise_bit_shift_left"];
  EXPECT_EQ(of_integers["variants"], Json({"each", "four"}));
  conformance::KernelLibrary kernels(std::nullopt);
  for (const auto& spec : catalogue().all()) {
    ASSERT_TRUE(json["operators"].contains(spec->name())) << spec->name();
    const Json& listed = json["operators"][spec->name()];
    EXPECT_EQ(listed["levels"].size(), spec->support.size()) << spec->name();
    EXPECT_EQ(listed["rules"].size(), spec->rules.size() + spec->data_rules.size()) << spec->name();
    EXPECT_EQ(listed["variants"].size(), kernels.variants(*spec).size()) << spec->name();
    const auto lines = text.lines();
    const auto line = std::find_if(lines.begin(), lines.end(), [&](const std::string& one) {
      return one.starts_with(spec->name() + " ");
    });
    ASSERT_NE(line, lines.end()) << spec->name();
    // The names of many variants go on in the next line.
    for (const Json& variant : listed["variants"])
      EXPECT_NE((*line + line[1]).find(" " + variant.get<std::string>()), std::string::npos)
          << *line;
  }
  EXPECT_EQ(json["fills"].size(), specs::kFills);
}

TEST(List, groups_filters_and_sorts) {
  const auto position = [](const std::string& text, const std::string& line) {
    const std::size_t at = ("\n" + text).find("\n" + line);
    EXPECT_NE(at, std::string::npos) << line;
    return at;
  };
  const std::string all = assay({"list"}).out;
  EXPECT_LT(position(all, "binary: a formula of ATensor and BTensor, element by element\n"),
            position(all, "element_wise_add "));
  EXPECT_LT(position(all, "element_wise_add "),
            position(all, "unary: a formula of InputTensor, element by element\n"));
  EXPECT_LT(position(all, "unary: a formula of InputTensor, element by element\n"),
            position(all, "indices: find elements"));
  EXPECT_LT(position(all, "indices: find elements"), position(all, "gather "));

  const std::string some = assay({"list", "gather", "*_pooling1"}).out;
  EXPECT_LT(position(some, "max_pooling1 "), some.size());
  EXPECT_LT(position(some, "gather "), some.size());
  EXPECT_EQ(some.find("gather_nd"), std::string::npos);

  const std::string bits = assay({"list", "--family", "binary_bits,count"}).out;
  EXPECT_LT(position(bits, "element_wise_bit_count "), bits.size());
  EXPECT_EQ(bits.find("gather "), std::string::npos);

  const std::string sorted = assay({"list", "top_k*", "--sort", "level"}).out;
  EXPECT_LT(position(sorted, "top_k "), position(sorted, "top_k1 "));
  const std::string by_variants = assay({"list", "--family", "indices", "--sort", "variants"}).out;
  EXPECT_LT(position(by_variants, "scatter "), position(by_variants, "gather_nd "));
}

TEST(List, names_what_is_nearest_to_an_unknown_name) {
  const Ran name = assay({"list", "gathr"});
  EXPECT_EQ(name.code, 2);
  EXPECT_NE(name.err.find("no operator \"gathr\"; the nearest is \"gather\""), std::string::npos)
      << name.err;
  EXPECT_EQ(assay({"list", "*xyz*"}).code, 2);
  const Ran family = assay({"list", "--family", "unry"});
  EXPECT_EQ(family.code, 2);
  EXPECT_NE(family.err.find("no family \"unry\"; the nearest is \"unary\""), std::string::npos)
      << family.err;
}

TEST(Describe, prints_a_page_or_a_prelude) {
  for (const specs::Spec* spec : specs::testing::some_specs(catalogue())) {
    const std::string& name = spec->name();
    const Ran page = assay({"describe", name});
    EXPECT_EQ(page.code, 0);
    for (const char* part : {"MEMBERS", "RULES", "SUPPORT", "ERRATA", "EXAMPLES"})
      EXPECT_NE(page.out.find(part), std::string::npos) << name << part;
    // An operator's own rules have a source. Some operators have none.
    const bool has_rules =
        !spec->data_rules.empty() ||
        std::any_of(spec->rules.begin(), spec->rules.end(),
                    [](const specs::Rule& r) { return r.generic == specs::Generic::None; });
    EXPECT_EQ(page.out.find("      source: ") != page.out.npos, has_rules) << name;
    const Ran prelude = assay({"describe", name, "--kernel"});
    EXPECT_EQ(prelude.code, 0);
    EXPECT_NE(prelude.out.find("} Case;"), std::string::npos);
  }
}

}  // namespace
}  // namespace assay::cmd::testing
