// Tests several drivers on one machine, one of which fails.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <thread>
#include <utility>

#include "conformance/workers/drivers.h"
#include "testing/cmd/program.h"
#include "testing/granted_time.h"
#include "testing/places.h"

namespace assay::cmd::testing {
namespace {

namespace fs = std::filesystem;

/// A folder of `.icd` files: that of PoCL, and those of drivers that fail.
struct Drivers {
  TestFolder folder;
  fs::path vendors = folder.path / "vendors";

  Drivers() {
    fs::create_directory(vendors);
    fs::copy("/etc/OpenCL/vendors/pocl.icd", vendors / "m.icd");
  }
  void add(const std::string& icd, const std::string& library) const {
    folder.file("vendors/" + icd, library + "\n");
  }
  /// Compiles C source to a shared library and gives its path.
  std::string library(const std::string& source) const {
    const std::string text = folder.file("library.c", source);
    const std::string made = (folder.path / "library.so").string();
    const std::string compile =
        std::string(assay::testing::c_compiler()) + " -shared -fPIC " + text + " -o " + made;
    EXPECT_EQ(std::system(compile.c_str()), 0);
    return made;
  }
  std::string deadly() const {
    return library(
        "#include <stdlib.h>\n__attribute__((constructor)) static void die(void) { abort(); }\n");
  }
  Surroundings surroundings() const { return {"", {{"OCL_ICD_VENDORS", vendors.string()}}, {}}; }
};

/// Expects that one driver cannot be asked, and that the devices of the others are still there.
/// Where no device is named, the exit code must be 3, since less was tested than there is.
void expect_told(const Drivers& drivers, const std::string& words) {
  const Ran ran = assay({"devices"}, drivers.surroundings());
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.out.find("Portable Computing Language"), std::string::npos) << ran.out;
  EXPECT_NE(ran.err.find(words), std::string::npos) << ran.err;
  const Ran check = assay({"check", kGather}, drivers.surroundings());
  EXPECT_EQ(check.code, 3) << check.err;
  EXPECT_NE(check.err.find(words), std::string::npos) << check.err;
  const Ran named = assay({"check", "--device", "Portable*/*", kGather}, drivers.surroundings());
  EXPECT_EQ(named.code, 0) << named.err;
  const Ran failing = assay({"check", "--device", "nosuch", kGather}, drivers.surroundings());
  EXPECT_EQ(failing.code, 2);
  EXPECT_NE(failing.err.find(words), std::string::npos) << failing.err;
}

TEST(Devices, of_a_driver_that_dies_are_missed_and_no_others) {
  for (const std::string icd : {"a.icd", "z.icd"}) {
    const Drivers drivers;
    drivers.add(icd, drivers.deadly());
    expect_told(drivers, icd + ": dies of Aborted");
  }
}

TEST(Devices, of_a_driver_that_cannot_be_loaded_are_missed_with_the_reason) {
  for (const std::string icd : {"a.icd", "z.icd"}) {
    const Drivers drivers;
    drivers.add(icd, "libnonexistent.so");
    expect_told(drivers, icd +
                             ": cannot be loaded: libnonexistent.so: cannot open shared object "
                             "file: No such file or directory");
    drivers.add(icd, drivers.library("int nothing;\n"));
    expect_told(drivers, "undefined symbol: clGetExtensionFunctionAddress");
    drivers.add(icd, "");
    expect_told(drivers, icd + ": names no library");
  }
}

TEST(Devices, of_the_only_driver_that_cannot_be_loaded_are_missed_with_the_reason) {
  const Drivers drivers;
  drivers.add("m.icd", "libnonexistent.so");
  for (const auto& words : {std::vector<std::string>{"check", kGather}, {"run", "--cases", "5"}})
    expect_complaint(assay(words, drivers.surroundings()),
                     "m.icd: cannot be loaded: libnonexistent.so");
}

TEST(Devices, of_a_driver_without_a_platform_are_missed) {
  const Drivers drivers;
  drivers.add("a.icd", drivers.library("void* clGetExtensionFunctionAddress(const char* name) "
                                       "{ return name ? 0 : 0; }\n"));
  expect_told(drivers, "a.icd: offers no platform");
}

TEST(Devices, that_were_missed_stand_in_the_reports_of_a_run) {
  const Drivers drivers;
  drivers.add("a.icd", "libnonexistent.so");
  const std::string out = (drivers.folder.path / "out").string();
  const std::vector<std::string> run{"run", "--cases", "20", "--operator", "slice1", "--plain"};
  std::vector<std::string> kept = run, named = run;
  kept.insert(kept.end(), {"--out", out});
  named.insert(named.end(), {"--device", "Portable*/*"});
  const std::string words = "a.icd: cannot be loaded: libnonexistent.so";
  const Ran ran = assay(kept, drivers.surroundings());
  EXPECT_EQ(ran.code, 3);
  EXPECT_NE(ran.out.find("\nNot asked for its devices: "), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find(words), std::string::npos) << ran.out;
  const Json json = Json::parse(text_of(out + "/run.json"));
  EXPECT_EQ(json["exit_code"], 3);
  EXPECT_EQ(json["complaints"][0]["about"], "drivers");
  EXPECT_EQ(json["complaints"][0]["red"], true);
  // Who names a device has it tested, whatever the others are.
  const Ran chosen = assay(named, drivers.surroundings());
  EXPECT_EQ(chosen.code, 0);
  EXPECT_NE(chosen.out.find(words), std::string::npos) << chosen.out;
  EXPECT_EQ(assay({"merge", out}).code, 3);
}

TEST(Devices, of_a_driver_that_hangs_are_waited_for_so_long) {
  const Drivers drivers;
  drivers.add("a.icd", drivers.library("#include <unistd.h>\n__attribute__((constructor)) static "
                                       "void hang(void) { for (;;) pause(); }\n"));
  // Where the machine is slow, the time of all drivers has passed before the second one is looked
  // at.
  bool slow = true;
  const auto stay = [&slow] {
    if (std::exchange(slow, false)) std::this_thread::sleep_for(std::chrono::seconds(11));
    return true;
  };
  const assay::testing::GrantedTime granted;
  const auto listed =
      conformance::list_drivers({drivers.vendors / "a.icd", drivers.vendors / "m.icd"},
                                {assay::testing::built_program(), 10, stay});
  EXPECT_LT(granted.seconds(), 30);
  ASSERT_EQ(listed.size(), 2u);
  EXPECT_EQ(listed[0].trouble, "does not say in 10 s which devices it has");
  EXPECT_EQ(listed[1].trouble, "");
  EXPECT_EQ(listed[1].devices.size(), 1u);
}

TEST(Devices, of_a_driver_that_hangs_leave_most_of_a_budget_to_another_driver) {
  const Drivers drivers;
  drivers.add("a.icd", drivers.library("#include <unistd.h>\n__attribute__((constructor)) static "
                                       "void hang(void) { for (;;) pause(); }\n"));
  const assay::testing::GrantedTime granted;
  const Ran ran =
      assay({"run", "--operator", "gather", "--plain", "--cases", "100", "--budget", "40s"},
            drivers.surroundings());
  EXPECT_LT(granted.seconds(), 40 + 10);
  EXPECT_EQ(ran.code, 3) << ran.err;
  EXPECT_NE(ran.err.find("does not say in 10 s which devices it has"), std::string::npos)
      << ran.err;
  EXPECT_EQ(ran.out.find("Nothing was tested"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace assay::cmd::testing
