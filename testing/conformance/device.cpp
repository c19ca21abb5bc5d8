// Opens the device with a shared cache, so that tests in many processes build each program once.
#include "testing/conformance/device.h"

#include <unistd.h>

#include <cstdlib>
#include <string>

#include "testing/opencl/build_cache.h"
#include "testing/specs/catalogue.h"

namespace assay::conformance::testing {

const specs::Catalogue& catalogue() { return specs::testing::catalogue(); }

const std::vector<const specs::Spec*>& some_specs() {
  return specs::testing::some_specs(catalogue());
}

std::filesystem::path test_folder() {
  // Each user has a folder of their own, since the files of another user could not be written.
  const auto folder = std::filesystem::temp_directory_path() /
                      ("assay-conformance-tests-" + std::to_string(::getuid()));
  std::filesystem::create_directories(folder);
  return folder;
}

Pipeline test_pipeline(std::optional<std::filesystem::path> kernels) {
  opencl::testing::take_build_cache();
  const char* glob = std::getenv("ASSAY_TEST_DEVICE");
  return Pipeline(opencl::Device::open(glob ? glob : ""),
                  {.kernels = std::move(kernels), .whose = KernelLibrary::Folder::OfOurs});
}

Pipeline& sound_pipeline() {
  // The pipeline is never destroyed, since the driver's static objects may be destroyed before it.
  static Pipeline& pipeline = *new Pipeline(test_pipeline());
  return pipeline;
}

}  // namespace assay::conformance::testing
