// Several drivers side by side, one of which kills whoever loads it.
#include <gtest/gtest.h>

#include <cstdlib>

#include "testing/cmd/program.h"

namespace assay::cmd::testing {
namespace {

namespace fs = std::filesystem;

struct Drivers {
  TestFolder folder;
  fs::path vendors = folder.path / "vendors";

  Drivers() {
    const fs::path library = folder.path / "deadly.so";
    const std::string source = folder.file(
        "deadly.c",
        "#include <stdlib.h>\n__attribute__((constructor)) static void die(void) { abort(); }\n");
    const std::string compile =
        std::string(ASSAY_C_COMPILER) + " -shared -fPIC " + source + " -o " + library.string();
    EXPECT_EQ(std::system(compile.c_str()), 0);
    fs::create_directory(vendors);
    folder.file("vendors/a.icd", library.string() + "\n");
  }
  Surroundings surroundings() const { return {"", {{"OCL_ICD_VENDORS", vendors.string()}}, {}}; }
};

TEST(Devices, of_a_driver_that_dies_are_missed_and_no_others) {
  const Drivers drivers;
  fs::copy("/etc/OpenCL/vendors/pocl.icd", drivers.vendors / "b.icd");
  const Ran ran = assay({"devices"}, drivers.surroundings());
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.out.find("Portable Computing Language"), std::string::npos) << ran.out;
  EXPECT_NE(ran.err.find("a.icd: dies of Aborted"), std::string::npos) << ran.err;
  const Ran check = assay({"check", kGather}, drivers.surroundings());
  EXPECT_EQ(check.code, 0) << check.err;
  const Ran named = assay({"check", "--device", "Portable*/*", kGather}, drivers.surroundings());
  EXPECT_EQ(named.code, 0) << named.err;
}

}  // namespace
}  // namespace assay::cmd::testing
