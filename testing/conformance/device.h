#pragma once

#include "conformance/run/pipeline.h"
#include "specs/loader.h"

/// The specs, the device and the folder that the tests of conformance use.
namespace assay::conformance::testing {

/// The specs built in.
const specs::Catalogue& catalogue();

/// The operators that a test over all operators takes (testing/specs/some_specs.h).
const std::vector<const specs::Spec*>& some_specs();

/// Makes a pipeline on the device of the tests (ASSAY_TEST_DEVICE, else the first), with a PoCL
/// cache that all tests share. The kernels of the folder `kernels`, if given, replace those built
/// in, and are judged like those.
Pipeline test_pipeline(std::optional<std::filesystem::path> kernels = {});

/// The pipeline with the kernels built in. All tests of a process share it.
Pipeline& sound_pipeline();

/// The folder for the tests' files. It is the same in all runs, since drivers cache programs by
/// their text, which includes paths.
std::filesystem::path test_folder();

}  // namespace assay::conformance::testing
