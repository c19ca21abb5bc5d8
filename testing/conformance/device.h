#pragma once

#include "conformance/run/pipeline.h"
#include "specs/loader.h"

/// What this room's tests run on.
namespace assay::conformance::testing {

/// The specs built in.
const specs::Catalogue& catalogue();

/// The operators of a test over all of them (testing/specs/some_specs.h).
const std::vector<const specs::Spec*>& some_specs();

/// A new pipeline on the device that the tests run on (ASSAY_TEST_DEVICE, else the first), with a
/// PoCL cache that all of them share.
Pipeline test_pipeline(std::optional<std::filesystem::path> kernels = {});

/// One with the kernels built in, which all tests share.
Pipeline& sound_pipeline();

/// A folder for tests' files that all runs share, so that a driver that caches programs by their
/// text, paths included, finds them again.
std::filesystem::path test_folder();

}  // namespace assay::conformance::testing
