// What a device says of itself. A question that it does not answer leaves its field empty.
#include "opencl/device/describe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "opencl/device/spirv.h"

// A name, and the same name in words.
#define ASSAY_NAMED(name) name, #name
#define ASSAY_ASK(name) questions.ask<name>(#name)

namespace assay::opencl {
namespace {

// Asks a device. What it does not answer is empty, and the first question that OpenCL obliges it to
// answer and that it does not is kept.
class Questions {
 public:
  explicit Questions(const cl::Device& device) : device_(device) {}

  template <cl_device_info Name>
  auto ask(const char* in_words) {
    using Answer = typename cl::detail::param_traits<cl::detail::cl_device_info, Name>::param_type;
    if constexpr (std::is_same_v<Answer, cl::string>) {
      const std::vector<char> text = ask_many<char>(Name, in_words);
      return std::string(text.begin(), std::find(text.begin(), text.end(), '\0'));
    } else {
      return ask_one<Answer>(Name, in_words);
    }
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
  // called. Devices of an OpenCL before `since` may say that they do not know the question. An
  // answer holds something, except where it `may_be_empty`.
  template <class Answer>
  std::vector<Answer> ask_many(cl_device_info name, const char* in_words, unsigned since = 0,
                               bool may_be_empty = false) {
    std::size_t bytes = 0;
    cl_int code = clGetDeviceInfo(device_(), name, 0, nullptr, &bytes);
    std::vector<Answer> answers(code == CL_SUCCESS ? bytes / sizeof(Answer) : 0);
    std::size_t written = 0;
    if (!answers.empty())
      code = clGetDeviceInfo(device_(), name, answers.size() * sizeof(Answer), answers.data(),
                             &written);
    const bool is_whole =
        written == bytes && bytes % sizeof(Answer) == 0 && (bytes > 0 || may_be_empty);
    if (code == CL_SUCCESS && is_whole) return answers;
    if (code != CL_INVALID_VALUE || version_ >= since) refused(in_words, code);
    return {};
  }

  template <class Answer>
  Answer ask_one(cl_device_info name, const char* in_words, unsigned since = 0) {
    const auto answers = ask_many<Answer>(name, in_words, since);
    if (answers.size() == 1) return answers[0];
    if (answers.size() > 1) refused(in_words, CL_SUCCESS);
    return {};
  }

  // The device's version of OpenCL, multiplied by ten.
  void is_of(unsigned version) { version_ = version; }
  const std::optional<CallFailure>& failure() const { return failure_; }

  // CL_SUCCESS stands for an answer that is none.
  void refused(const char* name, cl_int code, const char* call = "clGetDeviceInfo") {
    const char* const what = code == CL_SUCCESS ? " with no answer or one of another size" : "";
    if (!failure_) failure_.emplace(fmt::format("{}({}){}", call, name, what), code);
  }

 private:
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
  const auto versions = questions.ask_many<char>(ASSAY_NAMED(CL_DEVICE_IL_VERSION), 21, true);
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

}  // namespace

DeviceInfo describe(const cl::Device& device, std::optional<CallFailure>* unanswered) {
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
  // OpenCL lets a device round halves toward zero, and have neither infinities nor NaN.
  constexpr cl_device_fp_config kUsual = CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN;
  cl_device_fp_config halves = 0;
  if (info.has_extension("cl_khr_fp16"))
    halves = questions.ask_one<cl_device_fp_config>(kHalfConfig, "CL_DEVICE_HALF_FP_CONFIG");
  info.fp16 = (halves & kUsual) == kUsual;
  info.fp64 = info.has_extension("cl_khr_fp64");
  info.denormals16 = info.fp16 && (halves & CL_FP_DENORM) != 0;
  info.denormals32 = keeps_denormals(questions, ASSAY_NAMED(CL_DEVICE_SINGLE_FP_CONFIG));
  info.denormals64 =
      info.fp64 && keeps_denormals(questions, ASSAY_NAMED(CL_DEVICE_DOUBLE_FP_CONFIG));
  info.global_memory = ASSAY_ASK(CL_DEVICE_GLOBAL_MEM_SIZE);
  info.max_allocation = ASSAY_ASK(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  info.local_memory = ASSAY_ASK(CL_DEVICE_LOCAL_MEM_SIZE);
  info.max_constant = ASSAY_ASK(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE);
  if (info.max_constant == 0) questions.refused("CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE", CL_SUCCESS);
  info.out_of_order =
      (ASSAY_ASK(CL_DEVICE_QUEUE_PROPERTIES) & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
  info.coarse_svm =
      (questions.ask_one<cl_device_svm_capabilities>(ASSAY_NAMED(CL_DEVICE_SVM_CAPABILITIES), 20) &
       CL_DEVICE_SVM_COARSE_GRAIN_BUFFER) != 0;
  info.images = info.normalized_images = ASSAY_ASK(CL_DEVICE_IMAGE_SUPPORT) != 0;
  if (info.images) info.image_height = ASSAY_ASK(CL_DEVICE_IMAGE2D_MAX_HEIGHT);
  info.spirv = takes_spirv(questions) && can_make_spirv();
  info.address_bits = ASSAY_ASK(CL_DEVICE_ADDRESS_BITS);
  info.standards = standards_of(questions, info.c_version);
  info.address_alignment = ASSAY_ASK(CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  info.max_work_group_size = ASSAY_ASK(CL_DEVICE_MAX_WORK_GROUP_SIZE);
  info.compute_units = ASSAY_ASK(CL_DEVICE_MAX_COMPUTE_UNITS);
  if (unanswered) *unanswered = questions.failure();
  return info;
}

}  // namespace assay::opencl
