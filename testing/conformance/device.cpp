// The device, opened so that tests in many processes build each program once.
#include "testing/conformance/device.h"

#include <stdlib.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "testing/specs/some_specs.h"

namespace assay::conformance::testing {

const specs::Catalogue& catalogue() {
  static const specs::Catalogue& catalogue = *new specs::Catalogue();
  return catalogue;
}

const std::vector<const specs::Spec*>& some_specs() {
  return specs::testing::some_specs(catalogue());
}

std::filesystem::path test_folder() {
  // A user's own: files of another one could not be written.
  const auto folder = std::filesystem::temp_directory_path() /
                      ("assay-conformance-tests-" + std::to_string(::getuid()));
  std::filesystem::create_directories(folder);
  return folder;
}

Pipeline test_pipeline(std::optional<std::filesystem::path> kernels) {
  setenv("POCL_CACHE_DIR", (test_folder() / "pocl").c_str(), 0);
  const char* glob = std::getenv("ASSAY_TEST_DEVICE");
  return Pipeline(opencl::Device::open(glob ? glob : ""), {std::move(kernels)});
}

Pipeline& sound_pipeline() {
  // Never destroyed: a driver's own statics may be gone by then.
  static Pipeline& pipeline = *new Pipeline(test_pipeline());
  return pipeline;
}

}  // namespace assay::conformance::testing
