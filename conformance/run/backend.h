#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "conformance/run/backend/assay_backend.h"
#include "opencl/launch/launch.h"
#include "opencl/memory/poison.h"
#include "ops/problem.h"
#include "specs/case.h"

namespace assay::conformance {

/// A vendor's operators, in a shared library with the interface of backend/assay_backend.h.
class Backend {
 public:
  /// Loads the library. Throws Error if there is no such library, if it lacks a symbol, or if it
  /// has another version of the interface.
  explicit Backend(const std::filesystem::path& library);
  ~Backend();
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;

  /// The platform name of the device that represents a backend.
  static constexpr const char* kPlatform = "backend";

  const std::string& name() const { return name_; }

  /// Creates an operator and destroys it again. The descriptor may be invalid.
  assay_status create(const specs::Case& c);

  /// The result of running a case.
  struct Ran {
    /// The call that did not give ASSAY_OK: `assay_create` or `assay_run`. Empty if both gave it.
    std::string failed;
    assay_status status = ASSAY_OK;
    /// The outcome, as of a batch with one case. Its spans point into the Backend's memory and are
    /// valid until the next run().
    opencl::BatchOutcome outcome;
  };
  /// Creates, runs and destroys an operator. Its buffers lie between guards. The case must be
  /// valid, and `problem` must be made from it.
  const Ran& run(const specs::Case& c, const ops::Problem& problem);

 private:
  struct Calls;
  /// A tensor's memory: guard, tensor, guard.
  struct Memory {
    std::vector<std::byte> came, expected;
    std::size_t begin = 0, bytes = 0;
  };
  void lay_out(const ops::Problem& problem);
  void find_damage(const ops::Problem& problem);

  void* library_ = nullptr;
  std::unique_ptr<Calls> calls_;
  std::string name_;
  std::vector<Memory> memories_;
  opencl::Poison poison_;
  Ran ran_;
};

/// The name of a status, such as `ASSAY_INVALID`.
std::string name_of(assay_status status);

}  // namespace assay::conformance
