#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "opencl/device/call_failure.h"
#include "opencl/device/cl.h"
#include "ops/error.h"

namespace assay::opencl {

/// What a device reports about itself.
struct DeviceInfo {
  std::string platform, platform_version;
  std::string name, vendor, driver_version;
  /// CL_DEVICE_VERSION and CL_DEVICE_OPENCL_C_VERSION.
  std::string version, c_version;
  std::vector<std::string> extensions;
  /// cl_khr_fp16, with halves that are rounded to nearest and have infinities and NaN; cl_khr_fp64.
  bool fp16 = false, fp64 = false;
  /// CL_FP_DENORM in CL_DEVICE_*_FP_CONFIG. False if the device does not have the type.
  bool denormals16 = false, denormals32 = false, denormals64 = false;
  /// All three are in bytes.
  std::uint64_t global_memory = 0, max_allocation = 0, local_memory = 0;
  /// CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, in bytes.
  std::uint64_t max_constant = 0;
  /// Whether the device has out-of-order queues.
  bool out_of_order = false;
  /// Whether the device has coarse-grained shared virtual memory for buffers.
  bool coarse_svm = false;
  /// Whether kernels can read and write images of the formats of tensors with channels of unsigned
  /// integers (pixel_format()). Of a device that is listed and not opened: whether it has images at
  /// all.
  bool images = false;
  /// The same of the formats of normalized channels.
  bool normalized_images = false;
  /// CL_DEVICE_IMAGE2D_MAX_HEIGHT.
  std::size_t image_height = 0;
  /// Whether the device takes SPIR-V, and the tools that make SPIR-V are installed
  /// (opencl/device/spirv.h).
  bool spirv = false;
  /// CL_DEVICE_ADDRESS_BITS.
  std::uint32_t address_bits = 0;
  /// The values of -cl-std that the device takes, multiplied by ten, in ascending order from 12 on,
  /// such as 12 and 30.
  std::vector<unsigned> standards;
  /// CL_DEVICE_MEM_BASE_ADDR_ALIGN, in bytes.
  std::uint64_t address_alignment = 0;
  std::size_t max_work_group_size = 0;
  std::uint32_t compute_units = 0;

  bool has_extension(std::string_view extension) const;
  /// Whether the device allows a buffer of a little more than 4 GiB, and such a buffer takes at
  /// most a quarter of the global memory.
  bool has_far_memory() const;
  bool is_pocl() const { return platform == "Portable Computing Language"; }
  /// `platform/name`
  std::string full_name() const;
  /// How a user's words name the device: `Whole` where name or full_name() matches them as a glob,
  /// and where they are empty; `Part` where they are no glob and full_name() holds them.
  enum class Named : std::uint8_t { No, Part, Whole };
  Named named_by(std::string_view words) const;

  friend bool operator==(const DeviceInfo&, const DeviceInfo&) = default;
};

/// All devices of all platforms, in the order of the loader. Empty if there is no platform. A
/// platform without devices adds none. `refused` is set to the first list of platforms or devices
/// that a driver refuses to give.
std::vector<DeviceInfo> list_devices(std::optional<CallFailure>* refused = nullptr);

/// How many platforms the drivers offer, with devices or without.
std::size_t count_platforms();

/// Whether the whole of `text` matches `glob` (`*` and `?`). Upper and lower case are equal.
bool matches_glob(std::string_view text, std::string_view glob);

/// There is no device to work with: none is installed, none has the name, or the device cannot be
/// opened.
struct DeviceError : Error {
  using Error::Error;
};

/// An opened device: its context and an in-order queue.
class Device {
 public:
  /// Opens the first device that `words` name as a whole, or else the first that they name in part
  /// (DeviceInfo::named_by). Throws DeviceError; its message lists the devices that are there, or
  /// names the call that failed, such as a question that OpenCL obliges the device to answer.
  static Device open(std::string_view words = {});

  const DeviceInfo& info() const { return info_; }
  const cl::Device& handle() const { return device_; }
  const cl::Context& context() const { return context_; }
  const cl::CommandQueue& queue() const { return queue_; }
  /// Makes a buffer that kernels read and write. Throws CallFailure.
  cl::Buffer buffer(std::size_t bytes, cl_mem_flags more = 0, void* host = nullptr) const;
  /// Whether nothing reaches the device any more: neither a write nor a fill of a buffer ends
  /// without an error or, where no buffer can be made, neither does a marker. A driver may lose a
  /// device for the rest of the process, for instance after a kernel that read where it may not.
  /// Waits until the queue is empty. Throws no CallFailure.
  bool is_lost() const;

 private:
  explicit Device(const cl::Device& device);

  cl::Device device_;
  cl::Context context_;
  cl::CommandQueue queue_;
  DeviceInfo info_;
};

}  // namespace assay::opencl
