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

/// A vendor's operators, in a shared library of the interface backend/assay_backend.h.
class Backend {
 public:
  /// Loads it. Throws Error: no such library, a symbol that it lacks, another version.
  explicit Backend(const std::filesystem::path& library);
  ~Backend();
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;

  /// The platform of what stands for a device.
  static constexpr const char* kPlatform = "backend";

  const std::string& name() const { return name_; }

  /// Creates an operator and destroys it again. Any descriptor, valid or not.
  assay_status create(const specs::Case& c);

  /// What came of a case.
  struct Ran {
    /// The call that gave another status than ASSAY_OK: `assay_create`, `assay_run`; else empty.
    std::string failed;
    assay_status status = ASSAY_OK;
    /// As of a batch of one; spans into this object's memory, valid until the next run.
    opencl::BatchOutcome outcome;
  };
  /// Creates, runs and destroys an operator between guards. The case is valid, the problem its own.
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

/// A status in words: `ASSAY_INVALID`.
std::string name_of(assay_status status);

}  // namespace assay::conformance
