// Tests of the commands that show a divergence again.
#include "conformance/run/reproduction.h"

#include <gtest/gtest.h>

namespace assay::conformance::testing {
namespace {

TEST(Reproduction, names_what_was_tested_in_words_of_a_shell) {
  EXPECT_EQ(device_options("pthread-haswell", {}, {}), "--device pthread-haswell");
  EXPECT_EQ(device_options("a device", "my kernels", {}),
            "--device 'a device' --kernels 'my kernels'");
  EXPECT_EQ(device_options("backend", {}, "lib.so"), "--backend lib.so");
  EXPECT_EQ(command_for("export --out report", {"--device x", "build/assay --specs s"},
                        "gather:Axis=0@variant=bits"),
            "build/assay --specs s export --out report --device x gather:Axis=0@variant=bits");
}

}  // namespace
}  // namespace assay::conformance::testing
