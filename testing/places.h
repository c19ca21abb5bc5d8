#pragma once

#include <filesystem>

/// Where the tree and what is built of it are. Only places.cpp is compiled with these paths, so
/// that the objects of all other tests are the same in every clone, and come from the compiler
/// cache.
namespace assay::testing {

/// The folder of the checkout.
std::filesystem::path source_folder();
/// The program `assay`.
const char* built_program();
/// The library that shows what `--backend` takes (conformance/run/backend/example.c).
const char* example_backend();
/// The C compiler of this build.
const char* c_compiler();

}  // namespace assay::testing
