#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "opencl/device/device.h"
#include "specs/json.h"

namespace assay::conformance {

/// How a built-in function is computed: of floats; of halves that vload_half makes floats, where
/// vstore_half makes the result a half; or of the type `half`, in its own arithmetic.
enum class UlpType : std::uint8_t { Float32, Float16, Half };

/// FLOAT32, FLOAT16 or half.
std::string_view name_of(UlpType type);
std::optional<UlpType> ulp_type_named(std::string_view name);
/// In the order in which they are shown.
inline constexpr UlpType kUlpTypes[] = {UlpType::Float32, UlpType::Float16, UlpType::Half};

/// The largest error that a device made in a built-in function.
struct UlpError {
  std::string function;
  UlpType type = UlpType::Float32;
  /// 1 for the function of a scalar, otherwise the lanes of the vector.
  int lanes = 1;
  int operands = 1;
  /// The limit by the OpenCL C specification, and the largest error, in ULP of the type. The error
  /// is infinite where only one of the two results is finite. Where a value may be flushed to zero,
  /// that is no error. Where results are not permitted, it is the largest of these.
  double limit = 0, largest = 0;
  /// Where it was made, what came, and the exact result.
  float a = 0, b = 0, came = 0;
  double exact = 0;
  /// How many results were compared, and how many of them are not permitted.
  std::uint64_t results = 0, refused = 0;

  bool is_beyond() const { return refused > 0; }
  /// `exp FLOAT32, 4 lanes`: what was measured. No two errors of a measurement have the same.
  std::string name() const;
  /// The arguments, with a comma between them.
  std::string at() const;
};

/// What `assay ulps` measured on one device.
struct Ulps {
  /// The version of assay that measured.
  std::string version;
  opencl::DeviceInfo device;
  std::uint64_t seed = 0, arguments = 0;
  std::vector<UlpError> errors;
  /// A type that the device does not have, and why.
  struct NotSupported {
    UlpType type;
    std::string reason;
  };
  std::vector<NotSupported> not_supported;
  /// Why not all was measured that was to be; empty where all was.
  std::string cut_short = {};

  /// How many errors are beyond their limit.
  std::size_t beyond() const;
  /// That in a sentence.
  std::string summary() const;
};

/// The format of `ulps.json`. A reader refuses one that it does not know.
constexpr int kUlpsFormat = 1;

/// An error as the entries of `ulps` in that file have it.
specs::Json ulp_error_to_json(const UlpError& error);
specs::Json ulps_to_json(const Ulps& ulps);

/// Makes a folder for a result. Throws Error where it holds one already, or a run.
void begin_ulps(const std::filesystem::path& folder);
/// Writes `ulps.json`, sealed, into the folder. Throws Error.
void keep_ulps(const std::filesystem::path& folder, const Ulps& ulps);
/// Whether a path is a folder that holds a result, and no run.
bool holds_ulps(const std::filesystem::path& path);
/// Reads `ulps.json` of a folder. Throws Error, which names the file and the place, where it is
/// missing, of another format, changed since it was written, or not as assay writes it.
Ulps read_ulps(const std::filesystem::path& folder);

}  // namespace assay::conformance
