// Devices as the loader shows them. Listing never fails: if a platform does not answer a question,
// the field stays empty, because a list is needed most when something is broken. Opening does fail,
// and its error names the devices that could have been opened.

#include "opencl/device/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <sstream>

#include "opencl/device/launch_options.h"
#include "opencl/device/layers.h"
#include "opencl/device/spirv.h"
#include "ops/nearest_name.h"

namespace assay::opencl {
namespace {

template <cl_device_info Name>
auto ask(const cl::Device& device) {
  cl_int code = CL_SUCCESS;
  auto answer = device.getInfo<Name>(&code);
  if (code != CL_SUCCESS) answer = {};
  return answer;
}

// The bindings define the query for half only if the driver's headers have the extension, so the C
// function is called.
bool keeps_denormals(const cl::Device& device, cl_device_info config) {
  cl_device_fp_config answer = 0;
  return clGetDeviceInfo(device(), config, sizeof answer, &answer, nullptr) == CL_SUCCESS &&
         (answer & CL_FP_DENORM) != 0;
}

constexpr cl_device_info kHalfConfig = 0x1033;

// Devices before OpenCL 2.0 answer this query with an error.
bool has_coarse_svm(const cl::Device& device) {
  cl_device_svm_capabilities answer = 0;
  return clGetDeviceInfo(device(), CL_DEVICE_SVM_CAPABILITIES, sizeof answer, &answer, nullptr) ==
             CL_SUCCESS &&
         (answer & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER) != 0;
}

bool takes_spirv(const cl::Device& device) {
  std::array<char, 1024> versions{};
  return clGetDeviceInfo(device(), CL_DEVICE_IL_VERSION, versions.size(), versions.data(),
                         nullptr) == CL_SUCCESS &&
         std::string_view(versions.data()).find("SPIR-V_1.") != std::string_view::npos;
}

std::string without_padding(std::string text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\0')) text.pop_back();
  text.erase(0, text.find_first_not_of(' '));
  return text;
}

// The versions of OpenCL C as numbers: `OpenCL C 1.2 ...` is 12. Devices of OpenCL 3.0 have a list
// of versions.
std::vector<unsigned> standards_of(const cl::Device& device, const std::string& c_version) {
  constexpr cl_device_info kAllVersions = 0x1066;
  struct NameVersion {
    std::uint32_t version;
    char name[64];
  };
  std::vector<unsigned> standards{12};
  unsigned major = 0, minor = 0;
  if (std::sscanf(c_version.c_str(), "OpenCL C %u.%u", &major, &minor) == 2 && major >= 2)
    standards.push_back(10 * major + minor);
  std::size_t bytes = 0;
  if (clGetDeviceInfo(device(), kAllVersions, 0, nullptr, &bytes) == CL_SUCCESS) {
    std::vector<NameVersion> all(bytes / sizeof(NameVersion));
    if (clGetDeviceInfo(device(), kAllVersions, bytes, all.data(), nullptr) == CL_SUCCESS)
      for (const NameVersion& v : all)
        if (v.version >> 22 >= 2)
          standards.push_back(10 * (v.version >> 22) + (v.version >> 12 & 1023));
  }
  std::sort(standards.begin(), standards.end());
  standards.erase(std::unique(standards.begin(), standards.end()), standards.end());
  return standards;
}

DeviceInfo describe(const cl::Device& device) {
  DeviceInfo info;
  const cl::Platform platform(ask<CL_DEVICE_PLATFORM>(device));
  info.platform = without_padding(platform.getInfo<CL_PLATFORM_NAME>());
  info.platform_version = without_padding(platform.getInfo<CL_PLATFORM_VERSION>());
  info.name = without_padding(ask<CL_DEVICE_NAME>(device));
  info.vendor = without_padding(ask<CL_DEVICE_VENDOR>(device));
  info.driver_version = without_padding(ask<CL_DRIVER_VERSION>(device));
  info.version = without_padding(ask<CL_DEVICE_VERSION>(device));
  info.c_version = without_padding(ask<CL_DEVICE_OPENCL_C_VERSION>(device));
  std::istringstream extensions(without_padding(ask<CL_DEVICE_EXTENSIONS>(device)));
  for (std::string extension; extensions >> extension;) info.extensions.push_back(extension);
  info.fp16 = info.has_extension("cl_khr_fp16");
  info.fp64 = info.has_extension("cl_khr_fp64");
  info.denormals16 = info.fp16 && keeps_denormals(device, kHalfConfig);
  info.denormals32 = keeps_denormals(device, CL_DEVICE_SINGLE_FP_CONFIG);
  info.denormals64 = info.fp64 && keeps_denormals(device, CL_DEVICE_DOUBLE_FP_CONFIG);
  info.global_memory = ask<CL_DEVICE_GLOBAL_MEM_SIZE>(device);
  info.max_allocation = ask<CL_DEVICE_MAX_MEM_ALLOC_SIZE>(device);
  info.local_memory = ask<CL_DEVICE_LOCAL_MEM_SIZE>(device);
  info.max_constant = ask<CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE>(device);
  info.out_of_order =
      (ask<CL_DEVICE_QUEUE_PROPERTIES>(device) & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
  info.coarse_svm = has_coarse_svm(device);
  info.spirv = takes_spirv(device) && can_make_spirv();
  info.address_bits = ask<CL_DEVICE_ADDRESS_BITS>(device);
  info.standards = standards_of(device, info.c_version);
  info.address_alignment = ask<CL_DEVICE_MEM_BASE_ADDR_ALIGN>(device) / 8;
  info.max_work_group_size = ask<CL_DEVICE_MAX_WORK_GROUP_SIZE>(device);
  info.compute_units = ask<CL_DEVICE_MAX_COMPUTE_UNITS>(device);
  return info;
}

std::vector<cl::Device> all_devices() {
  std::vector<cl::Device> all;
  std::vector<cl::Platform> platforms;
  if (cl::Platform::get(&platforms) != CL_SUCCESS) return all;
  for (const cl::Platform& platform : platforms) {
    std::vector<cl::Device> devices;
    if (platform.getDevices(CL_DEVICE_TYPE_ALL, &devices) != CL_SUCCESS) continue;
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

std::vector<DeviceInfo> list_devices() {
  std::vector<DeviceInfo> infos;
  for (const cl::Device& device : all_devices()) infos.push_back(describe(device));
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

Device::Device(const cl::Device& device) : device_(device), info_(describe(device)) {
  cl_int code = CL_SUCCESS;
  context_ = cl::Context(device_, nullptr, nullptr, nullptr, &code);
  check("clCreateContext", code);
  queue_ = cl::CommandQueue(context_, device_, cl_command_queue_properties{0}, &code);
  check("clCreateCommandQueue", code);
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

Device Device::open(std::string_view words) {
  std::string there;
  const Layers layers;
  const std::vector<cl::Device> devices = all_devices();
  layers.require_loaded();
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
