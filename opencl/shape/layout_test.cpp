// Tests of the layout of rewritten kernels.
#include "opencl/shape/layout.h"

#include <gtest/gtest.h>

namespace assay::opencl {
namespace {

TEST(Layout, puts_each_statement_into_a_line) {
  EXPECT_EQ(laid_out("#define TWO(x) { \\\n  x; x; }\n"
                     "// A kernel; it loops.\n"
                     "kernel void f(global uint* to) {\n"
                     "  uint a[2] = {0, 1}; for (uint i = 0; i < 2; ++i) { to[i] = 1; // One.\n"
                     "  } if (to[0]) {} else\n"
                     "  return; }\n"
                     "struct S { int x; };\n"),
            "#define TWO(x) { \\\n  x; x; }\n"
            "// A kernel; it loops.\n"
            "kernel void f(global uint* to) {\n"
            "  uint a[2] = {0, 1};\n"
            "  for (uint i = 0; i < 2; ++i) {\n"
            "    to[i] = 1; // One.\n"
            "  }\n"
            "  if (to[0]) {\n"
            "  }\n"
            "  else\n"
            "      return;\n"
            "}\n"
            "struct S {\n"
            "  int x;\n"
            "};\n");
}

}  // namespace
}  // namespace assay::opencl
