// Devices as the loader shows them. Listing never fails: if a platform does not answer a question,
// the field stays empty, because a list is needed most when something is broken. Opening does fail:
// what a device does not answer would be taken for what it does not have, so less would be tested
// or more permitted. The error names the devices that could have been opened.

#include "opencl/device/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <optional>
#include <sstream>

#include "opencl/device/launch_options.h"
#include "opencl/device/layers.h"
#include "opencl/device/references.h"
#include "opencl/device/spirv.h"
#include "ops/nearest_name.h"

namespace assay::opencl {
namespace {

// Asks a device. What it does not answer is empty, and the first question that OpenCL obliges it to
// answer and that it does not is kept.
class Questions {
 public:
  explicit Questions(const cl::Device& device) : device_(device) {}

  template <cl_device_info Name>
  auto ask(const char* name) {
    cl_int code = CL_SUCCESS;
    auto answer = device_.getInfo<Name>(&code);
    if (code != CL_SUCCESS) {
      answer = {};
      refused(name, code);
    }
    return answer;
  }

  template <cl_platform_info Name>
  std::string ask(const cl::Platform& platform, const char* name) {
    cl_int code = CL_SUCCESS;
    std::string answer = platform.getInfo<Name>(&code);
    if (code == CL_SUCCESS) return answer;
    refused(name, code, "clGetPlatformInfo");
    return {};
  }

  // The bindings define some queries only where the driver's headers do, so the C function is
  // called. Devices of an OpenCL before `since` may say that they do not know the question.
  template <class Answer>
  std::vector<Answer> ask_many(cl_device_info name, const char* in_words, unsigned since = 0) {
    std::size_t bytes = 0;
    cl_int code = clGetDeviceInfo(device_(), name, 0, nullptr, &bytes);
    std::vector<Answer> answers(code == CL_SUCCESS ? bytes / sizeof(Answer) : 0);
    if (!answers.empty())
      code = clGetDeviceInfo(device_(), name, answers.size() * sizeof(Answer), answers.data(),
                             nullptr);
    const bool is_whole = bytes % sizeof(Answer) == 0;
    if (code == CL_SUCCESS && is_whole) return answers;
    if (code != CL_INVALID_VALUE || version_ >= since) refused(in_words, code);
    return {};
  }

  template <class Answer>
  Answer ask_one(cl_device_info name, const char* in_words, unsigned since = 0) {
    const auto answers = ask_many<Answer>(name, in_words, since);
    if (answers.size() == 1) return answers[0];
    return {};
  }

  // The device's version of OpenCL, multiplied by ten.
  void is_of(unsigned version) { version_ = version; }
  const std::optional<CallFailure>& failure() const { return failure_; }

 private:
  void refused(const char* name, cl_int code, const char* call = "clGetDeviceInfo") {
    if (!failure_) failure_.emplace(fmt::format("{}({})", call, name), code);
  }

  const cl::Device& device_;
  unsigned version_ = 12;
  std::optional<CallFailure> failure_;
};

std::string without_padding(std::string text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\0')) text.pop_back();
  text.erase(0, text.find_first_not_of(' '));
  return text;
}

// The version in a text such as `OpenCL C 1.2 ...` or `OpenCL 3.0 ...`, multiplied by ten; 12 where
// there is none.
unsigned version_in(const std::string& text, const char* format) {
  unsigned major = 0, minor = 0;
  if (std::sscanf(text.c_str(), format, &major, &minor) != 2) return 12;
  return std::max(12U, 10 * major + minor);
}

bool keeps_denormals(Questions& questions, cl_device_info config, const char* in_words) {
  return (questions.ask_one<cl_device_fp_config>(config, in_words) & CL_FP_DENORM) != 0;
}

bool takes_spirv(Questions& questions) {
  const auto versions = questions.ask_many<char>(CL_DEVICE_IL_VERSION, "CL_DEVICE_IL_VERSION", 21);
  return std::string_view(versions.data(), versions.size()).find("SPIR-V_1.") !=
         std::string_view::npos;
}

// The versions of OpenCL C as numbers. Devices of OpenCL 3.0 have a list of versions.
std::vector<unsigned> standards_of(Questions& questions, const std::string& c_version) {
  constexpr cl_device_info kAllVersions = 0x1066;
  struct NameVersion {
    std::uint32_t version;
    char name[64];
  };
  std::vector<unsigned> standards{12, version_in(c_version, "OpenCL C %u.%u")};
  for (const NameVersion& v :
       questions.ask_many<NameVersion>(kAllVersions, "CL_DEVICE_OPENCL_C_ALL_VERSIONS", 30))
    if (v.version >> 22 >= 2)
      standards.push_back(10 * (v.version >> 22) + (v.version >> 12 & 1023));
  std::sort(standards.begin(), standards.end());
  standards.erase(std::unique(standards.begin(), standards.end()), standards.end());
  return standards;
}

#define ASSAY_ASK(name) questions.ask<name>(#name)

// `unanswered` is set where the device does not answer what OpenCL obliges it to answer.
DeviceInfo describe(const cl::Device& device, std::optional<CallFailure>* unanswered = nullptr) {
  constexpr cl_device_info kHalfConfig = 0x1033;
  Questions questions(device);
  DeviceInfo info;
  const cl::Platform platform(ASSAY_ASK(CL_DEVICE_PLATFORM));
  info.platform = without_padding(questions.ask<CL_PLATFORM_NAME>(platform, "CL_PLATFORM_NAME"));
  info.platform_version =
      without_padding(questions.ask<CL_PLATFORM_VERSION>(platform, "CL_PLATFORM_VERSION"));
  info.name = without_padding(ASSAY_ASK(CL_DEVICE_NAME));
  info.vendor = without_padding(ASSAY_ASK(CL_DEVICE_VENDOR));
  info.driver_version = without_padding(ASSAY_ASK(CL_DRIVER_VERSION));
  info.version = without_padding(ASSAY_ASK(CL_DEVICE_VERSION));
  questions.is_of(version_in(info.version, "OpenCL %u.%u"));
  info.c_version = without_padding(ASSAY_ASK(CL_DEVICE_OPENCL_C_VERSION));
  std::istringstream extensions(without_padding(ASSAY_ASK(CL_DEVICE_EXTENSIONS)));
  for (std::string extension; extensions >> extension;) info.extensions.push_back(extension);
  info.fp16 = info.has_extension("cl_khr_fp16");
  info.fp64 = info.has_extension("cl_khr_fp64");
  info.denormals16 =
      info.fp16 && keeps_denormals(questions, kHalfConfig, "CL_DEVICE_HALF_FP_CONFIG");
  info.denormals32 =
      keeps_denormals(questions, CL_DEVICE_SINGLE_FP_CONFIG, "CL_DEVICE_SINGLE_FP_CONFIG");
  info.denormals64 = info.fp64 && keeps_denormals(questions, CL_DEVICE_DOUBLE_FP_CONFIG,
                                                  "CL_DEVICE_DOUBLE_FP_CONFIG");
  info.global_memory = ASSAY_ASK(CL_DEVICE_GLOBAL_MEM_SIZE);
  info.max_allocation = ASSAY_ASK(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  info.local_memory = ASSAY_ASK(CL_DEVICE_LOCAL_MEM_SIZE);
  info.max_constant = ASSAY_ASK(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE);
  info.out_of_order =
      (ASSAY_ASK(CL_DEVICE_QUEUE_PROPERTIES) & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
  info.coarse_svm = (questions.ask_one<cl_device_svm_capabilities>(
                         CL_DEVICE_SVM_CAPABILITIES, "CL_DEVICE_SVM_CAPABILITIES", 20) &
                     CL_DEVICE_SVM_COARSE_GRAIN_BUFFER) != 0;
  info.spirv = takes_spirv(questions) && can_make_spirv();
  info.address_bits = ASSAY_ASK(CL_DEVICE_ADDRESS_BITS);
  info.standards = standards_of(questions, info.c_version);
  info.address_alignment = ASSAY_ASK(CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  info.max_work_group_size = ASSAY_ASK(CL_DEVICE_MAX_WORK_GROUP_SIZE);
  info.compute_units = ASSAY_ASK(CL_DEVICE_MAX_COMPUTE_UNITS);
  if (unanswered) *unanswered = questions.failure();
  return info;
}

#undef ASSAY_ASK

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
