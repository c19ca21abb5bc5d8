// Tests that several units of a kernel file can stand in one program.
#include "opencl/program/merged_source.h"

#include <gtest/gtest.h>

#include "opencl/program/program.h"
#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

TEST(MergedSource, knows_the_names_that_a_text_declares_outside_of_functions) {
  const std::string text =
      "// not_a(name)\n"
      "#define MACRO(x) \\\n  not_b(x)\n"
      "typedef struct { int member; } Pair;\n"
      "struct Node { int next; };\n"
      "enum Kind { Signed, Unsigned = sizeof(Pair), Floating };\n"
      "static enum Kind kind_of(enum Kind from, int to) { return from, to; }\n"
      "constant uint table[2] = {1, 2};\n"
      "static JOIN(uint, 4) vectors(uint4 a) { return a; }\n"
      "static uint function(uint a) { uint local = other(a); return local; }\n"
      "kernel __attribute__((reqd_work_group_size(1, 1, 1))) void entry(global uint* to) {\n"
      "  to[0] = function(table[0]);\n"
      "}\n";
  EXPECT_EQ(declared_names(text),
            (std::vector<std::string>{"Pair", "Node", "Kind", "Signed", "Unsigned", "Floating",
                                      "kind_of", "table", "vectors", "function", "entry"}));
  EXPECT_EQ(macro_names(text), std::vector<std::string>{"MACRO"});
}

TEST(MergedSource, knows_the_kernels_of_a_text) {
  const std::string text =
      "// kernel void in_words(\n"
      "static uint helper(uint a) { return a; }\n"
      "kernel __attribute__((reqd_work_group_size(1, 1, 1))) void one(global uint* to) {\n"
      "  to[0] = helper(1);\n"
      "}\n"
      "__kernel void\n  another (global uint* to) {}\n";
  for (const char* name : {"one", "another"}) EXPECT_TRUE(declares_kernel(text, name)) << name;
  for (const char* name : {"in_words", "helper", "other", "to", "on"})
    EXPECT_FALSE(declares_kernel(text, name)) << name;
}

TEST(MergedSource, of_all_variants_of_an_operator_builds_and_has_the_kernels_of_each) {
  for (const TypedOperator& o : some_operators()) {
    const KernelFile file = load_kernels(*o.signature);
    SCOPED_TRACE(file.path);
    std::vector<BuildUnit> units;
    for (const Variant* variant : offered_variants(file, o.types, test_device().info())) {
      units.push_back({variant, o.types});
      // The same variant stands there twice, with other names.
      units.push_back(units.back());
    }
    cl::Program program;
    try {
      program = program_from_source(test_device(), merged_source(file, units),
                                    "-cl-std=CL1.2 -cl-kernel-arg-info");
    } catch (const CallFailure& failure) {
      ADD_FAILURE() << failure.text() << "\n" << failure.build_log;
      continue;
    }
    for (std::size_t u = 0; u < units.size(); ++u)
      for (const Pass& pass : units[u].variant->passes)
        EXPECT_NO_THROW(kernel_named(program, (pass.name + merged_suffix(u)).c_str()))
            << file.path << " " << pass.name;
  }
}

/// Two kernels that store a number, with `of_both` before both and `of_second` in the second one,
/// and a problem for them.
class Pair {
 public:
  explicit Pair(const std::string& of_both = "", const std::string& of_second = "")
      : file_(parse_kernels(copy_signature(), "together.cl",
                            of_both +
                                "static uint seven(void) { return 7; }\n"
                                "//: variant a\n"
                                "//: pass first groups 1\n"
                                "kernel void first(CASES, global uchar* OutputTensor) {\n"
                                "  OutputTensor[CASE->OutputTensor.base] = seven();\n"
                                "}\n"
                                "//: variant b\n"
                                "//: pass second groups 1\n"
                                "kernel void second(CASES, global uchar* OutputTensor) {\n"
                                "  OutputTensor[CASE->OutputTensor.base] = seven() + 1;\n"
                                "}\n" +
                                of_second)),
        problem_(problem_of(copy_signature())) {
    set_input(problem_, "InputTensor", packed(ops::DataType::UINT8, {1}),
              bytes_of<std::uint8_t>({1}));
    set_output(problem_, "OutputTensor", packed(ops::DataType::UINT8, {1}));
    for (const char* name : {"A", "B"}) set_value(problem_, name, {});
    for (const Variant& v : file_.variants) units_.push_back({&v, types_of(problem_)});
  }

  /// Builds a variant, and the other one with it. Gives the compiler's messages where that fails.
  std::optional<std::string> failure_to_build(std::size_t variant) const {
    const BatchOutcome* outcome =
        test_launcher().build(file_, file_.variants[variant], units_[0].types, {}, units_);
    return outcome ? std::optional(outcome->failure->build_log) : std::nullopt;
  }
  void expect_answer(std::size_t variant) const {
    const BatchOutcome& outcome =
        test_launcher().launch(file_, file_.variants[variant], {{problem_}});
    ASSERT_FALSE(outcome.failure);
    EXPECT_EQ(packed_answer(outcome, problem_, "OutputTensor"),
              bytes_of<std::uint8_t>({static_cast<std::uint8_t>(7 + variant)}));
  }

 private:
  KernelFile file_;
  ops::Problem problem_;
  std::vector<BuildUnit> units_;
};

TEST(MergedSource, is_one_program_for_all_units_that_are_built_together) {
  const Pair pair;
  const Builds before = test_launcher().builds();
  for (const std::size_t v : {1, 0}) ASSERT_FALSE(pair.failure_to_build(v));
  EXPECT_EQ((test_launcher().builds() - before).programs, 1u);
  for (std::size_t v = 0; v < 2; ++v) pair.expect_answer(v);
}

TEST(MergedSource, that_one_unit_breaks_breaks_no_other_unit) {
  const Pair pair("", "#error of the second\n");
  ASSERT_FALSE(pair.failure_to_build(0));
  pair.expect_answer(0);
  const auto failure = pair.failure_to_build(1);
  ASSERT_TRUE(failure);
  EXPECT_NE(failure->find("of the second"), std::string::npos);
}

TEST(MergedSource, that_breaks_where_each_unit_alone_builds_is_the_drivers_failure) {
  // The preprocessor counts from 0 in each program.
  const Pair pair("#if __COUNTER__ > 0\n#error of the program\n#endif\n");
  const auto failure = pair.failure_to_build(0);
  ASSERT_TRUE(failure);
  EXPECT_NE(failure->find("of the program"), std::string::npos);
}

}  // namespace
}  // namespace assay::opencl::testing
