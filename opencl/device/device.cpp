// Devices as the loader shows them. Listing never fails: if a platform does not answer a question,
// the field stays empty, because a list is needed most when something is broken. Opening does fail:
// what a device does not answer would be taken for what it does not have, so less would be tested
// or more permitted. The error names the devices that could have been opened.

#include "opencl/device/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "opencl/device/describe.h"
#include "opencl/device/image_format.h"
#include "opencl/device/launch_options.h"
#include "opencl/device/layers.h"
#include "opencl/device/references.h"
#include "ops/nearest_name.h"

namespace assay::opencl {
namespace {

// `refused` is set to the first list that a driver refuses.
std::vector<cl::Device> all_devices(std::optional<CallFailure>& refused) {
  const auto note = [&](const char* call, cl_int code, cl_int none) {
    if (code != CL_SUCCESS && code != none && !refused) refused.emplace(call, code);
  };
  constexpr cl_int kNoPlatform = -1001;
  std::vector<cl::Device> all;
  std::vector<cl::Platform> platforms;
  note("clGetPlatformIDs", cl::Platform::get(&platforms), kNoPlatform);
  for (const cl::Platform& platform : platforms) {
    std::vector<cl::Device> devices;
    note("clGetDeviceIDs", platform.getDevices(CL_DEVICE_TYPE_ALL, &devices), CL_DEVICE_NOT_FOUND);
    all.insert(all.end(), devices.begin(), devices.end());
  }
  return all;
}

bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

}  // namespace

bool DeviceInfo::has_extension(std::string_view extension) const {
  return std::find(extensions.begin(), extensions.end(), extension) != extensions.end();
}

bool DeviceInfo::has_far_memory() const {
  constexpr std::uint64_t kNeeded = kFarBytes + (std::uint64_t{64} << 20);
  return address_bits == 64 && max_allocation >= kNeeded && global_memory / 4 >= kNeeded;
}

std::string DeviceInfo::full_name() const { return platform + "/" + name; }

DeviceInfo::Named DeviceInfo::named_by(std::string_view words) const {
  if (words.empty() || matches_glob(name, words) || matches_glob(full_name(), words))
    return Named::Whole;
  const bool is_glob = words.find_first_of("*?") != words.npos;
  return !is_glob && matches_glob(full_name(), fmt::format("*{}*", words)) ? Named::Part
                                                                           : Named::No;
}

std::size_t count_platforms() {
  std::vector<cl::Platform> platforms;
  return cl::Platform::get(&platforms) == CL_SUCCESS ? platforms.size() : 0;
}

std::vector<DeviceInfo> list_devices(std::optional<CallFailure>* refused) {
  std::vector<DeviceInfo> infos;
  std::optional<CallFailure> first;
  for (const cl::Device& device : all_devices(first)) infos.push_back(describe(device));
  if (refused) *refused = first;
  return infos;
}

bool matches_glob(std::string_view text, std::string_view glob) {
  std::size_t t = 0, g = 0;
  std::size_t star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      resume = t;
    } else if (g < glob.size() && (glob[g] == '?' || same_letter(glob[g], text[t]))) {
      ++g;
      ++t;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  return glob.find_first_not_of('*', g) == std::string_view::npos;
}

Device::Device(const cl::Device& device) : device_(device) {
  std::optional<CallFailure> unanswered;
  info_ = describe(device, &unanswered);
  if (unanswered) throw *unanswered;
  cl_int code = CL_SUCCESS;
  context_ = cl::Context(device_, nullptr, nullptr, nullptr, &code);
  check("clCreateContext", code);
  if (info_.images) {
    info_.images = has_pixel_formats(context_, Channels::Unsigned);
    info_.normalized_images = has_pixel_formats(context_, Channels::Normalized);
  }
  queue_ = cl::CommandQueue(context_, device_, cl_command_queue_properties{0}, &code);
  check("clCreateCommandQueue", code);
  check_references();
}

cl::Buffer Device::buffer(std::size_t bytes, cl_mem_flags more, void* host) const {
  cl_int code = CL_SUCCESS;
  cl::Buffer buffer(context_, CL_MEM_READ_WRITE | more, bytes, host, &code);
  check("clCreateBuffer", code);
  return buffer;
}

namespace {

/// The words of which names of devices are made.
std::vector<std::string> words_in(std::string_view names) {
  std::vector<std::string> words(1);
  for (const char c : names)
    if (std::isalnum(static_cast<unsigned char>(c)))
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  return words;
}

}  // namespace

// A driver that refuses one call every time has not lost the device, so there are two ways, which
// have no call in common once there is a buffer.
bool Device::is_lost() const {
  const cl_uint word = 0;
  cl_int code = CL_SUCCESS;
  const cl::Buffer buffer(context_, CL_MEM_READ_WRITE, sizeof word, nullptr, &code);
  if (code != CL_SUCCESS)
    return queue_.enqueueMarkerWithWaitList() != CL_SUCCESS || queue_.finish() != CL_SUCCESS;
  if (queue_.enqueueWriteBuffer(buffer, CL_TRUE, 0, sizeof word, &word) == CL_SUCCESS) return false;
  return queue_.enqueueFillBuffer(buffer, word, 0, sizeof word) != CL_SUCCESS ||
         queue_.finish() != CL_SUCCESS;
}

Device Device::open(std::string_view words) {
  std::string there;
  const Layers layers;
  std::optional<CallFailure> refused;
  const std::vector<cl::Device> devices = all_devices(refused);
  layers.require_loaded();
  // Any device would do, so the one that is not listed might have been meant.
  if (refused && (words.empty() || devices.empty()))
    throw DeviceError("the devices cannot be listed: " + refused->text());
  const cl::Device* in_part = nullptr;
  const auto opened = [](const cl::Device& device) {
    try {
      return Device(device);
    } catch (const CallFailure& failure) {
      throw DeviceError(
          fmt::format("cannot open device {}: {}", describe(device).full_name(), failure.text()));
    }
  };
  for (const cl::Device& device : devices) {
    const DeviceInfo info = describe(device);
    there += fmt::format("{} {}", there.empty() ? "" : ",", info.full_name());
    const DeviceInfo::Named named = info.named_by(words);
    if (named == DeviceInfo::Named::Whole) return opened(device);
    if (named == DeviceInfo::Named::Part && !in_part) in_part = &device;
  }
  if (in_part) return opened(*in_part);
  if (there.empty())
    throw DeviceError(
        "there is no OpenCL device (is a driver installed, for instance pocl-opencl-icd?)");
  throw DeviceError(fmt::format("no OpenCL device matches '{}'{}; there are:{}", words,
                                ops::nearest_words(words, words_in(there)), there));
}

}  // namespace assay::opencl
