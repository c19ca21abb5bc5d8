// A library that changes the floating-point mode of its thread is judged as if it did not.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "testing/cmd/program.h"
#include "testing/places.h"

namespace assay::cmd::testing {
namespace {

const char* const kMultiply = R"(
#include <fenv.h>
#include <stdlib.h>
#include <string.h>
#include <xmmintrin.h>

#include "assay_backend.h"

struct assay_operator {
  uint64_t count;
};
uint32_t assay_version(void) { return ASSAY_BACKEND_VERSION; }
const char* assay_name(void) { return "multiply"; }
assay_status assay_create(const assay_descriptor* d, assay_operator** o) {
  const assay_tensor* t = &d->members[0].tensor;
  *o = malloc(sizeof **o);
  (*o)->count = t->sizes[0];
  return ASSAY_OK;
}
assay_status assay_run(assay_operator* o, const assay_buffer* b, uint32_t count) {
  const float *x = b[0].data, *y = b[1].data;
  volatile float* z = b[2].data;
  for (uint64_t i = 0; i < o->count; ++i) z[i] = x[i] * y[i];
  return ASSAY_OK;
}
void assay_destroy(assay_operator* o) { free(o); }
)";

/// Compiles a backend that multiplies floats of one dimension, with `more` after it, and asks
/// `check` for its verdict on four products.
std::string verdict_with(const std::string& more, const std::string& a, const std::string& b) {
  const TestFolder folder;
  const std::string c = folder.file("multiply.c", kMultiply + more),
                    library = (folder.path / "multiply.so").string();
  const std::string command =
      fmt::format("{} -std=gnu99 -O1 -shared -fPIC -I{} -o {} {} -lm", assay::testing::c_compiler(),
                  (source_folder() / "conformance/run/backend").string(), library, c);
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  const std::string tensor = R"({"type": "FLOAT32", "sizes": [4], "data": [)";
  const Ran ran =
      assay({"check", "--backend", library,
             folder.file("case.json",
                         R"({"operator": "element_wise_multiply", "level": "3_0", "members": {},
         "tensors": {"ATensor": )" +
                             tensor + a + R"(]}, "BTensor": )" + tensor + b +
                             R"(]}, "OutputTensor": {"type": "FLOAT32", "sizes": [4]}}})")});
  EXPECT_EQ(ran.err, "");
  return ran.out.substr(0, ran.out.find(' '));
}

TEST(FloatMode, that_a_backend_sets_hides_none_of_its_results) {
#if defined(__SSE2__)
  // What -ffast-math links: denormals are zero.
  const std::string flushes =
      "__attribute__((constructor)) static void f(void) { _mm_setcsr(_mm_getcsr() | 0x8040); }";
  const std::string down =
      "__attribute__((constructor)) static void f(void) { fesetround(FE_DOWNWARD); }";
  const std::string denormal = "1e-30, 2e-30, 3e-30, 4e-30", small = "1e-10, 2e-10, 1e-10, 3e-10";
  EXPECT_EQ(verdict_with("", denormal, small), "Pass");
  EXPECT_EQ(verdict_with(flushes, denormal, small), "Wrong");
  const std::string thirds = "0.1, 0.3, 0.7, 0.9";
  EXPECT_EQ(verdict_with("", thirds, thirds), "Pass");
  EXPECT_EQ(verdict_with(down, thirds, thirds), "Wrong");
#else
  GTEST_SKIP() << "the test sets bits of SSE";
#endif
}

}  // namespace
}  // namespace assay::cmd::testing
