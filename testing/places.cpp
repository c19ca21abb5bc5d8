#include "testing/places.h"

namespace assay::testing {

std::filesystem::path source_folder() { return ASSAY_SOURCE_DIR; }
const char* built_program() { return ASSAY_PROGRAM; }
const char* example_backend() { return ASSAY_EXAMPLE_BACKEND; }
const char* c_compiler() { return ASSAY_C_COMPILER; }

}  // namespace assay::testing
