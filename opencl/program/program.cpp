// From a variant and its data types to kernels. The text of a program's build options is part of
// its key.

#include "opencl/program/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "opencl/device/spirv.h"
#include "opencl/program/build_options.h"
#include "opencl/program/merged_source.h"
#include "ops/nearest_name.h"
#include "ops/stopwatch.h"

namespace assay::opencl {
namespace {

[[noreturn]] void fail(const Pass& pass, const std::string& what) {
  throw KernelFileError(fmt::format("{}:{}:{}: {}", pass.path, pass.line, pass.column, what));
}

Argument meaning(const KernelFile& file, const Variant& variant, const Pass& pass,
                 const std::string& name) {
  if (name == "cases") return {Argument::Of::Cases};
  if (const ops::Member* member = file.signature->find(name); member && is_tensor(member->kind))
    return {Argument::Of::Tensor, member->place,
            !variant.image(member->place)       ? Argument::Image::No
            : member->kind == ops::Kind::Output ? Argument::Image::Write
                                                : Argument::Image::Read};
  for (std::size_t i = 0; i < variant.scratch.size(); ++i)
    if (variant.scratch[i].name == name) return {Argument::Of::Scratch, i};
  std::vector<std::string> known{"CASES"};
  for (const ops::Member& member : file.signature->members)
    if (is_tensor(member.kind)) known.push_back(member.name);
  for (const Scratch& scratch : variant.scratch) known.push_back(scratch.name);
  fail(pass, fmt::format("argument '{}' of kernel {} is no tensor and no scratch of variant {}{}",
                         name, pass.name, variant.name, ops::known_words(name, known)));
}

// The bindings are not asked, because they take what they find in memory for an answer that a
// driver does not give.
std::string name_of_argument(const cl::Kernel& kernel, cl_uint index) {
  constexpr std::size_t kLongest = 4096;
  std::size_t bytes = 0;
  check("clGetKernelArgInfo",
        clGetKernelArgInfo(kernel(), index, CL_KERNEL_ARG_NAME, 0, nullptr, &bytes));
  if (bytes == 0 || bytes > kLongest)
    throw CallFailure(fmt::format("clGetKernelArgInfo(CL_KERNEL_ARG_NAME) with {} bytes", bytes),
                      CL_SUCCESS);
  std::string name(bytes, '?');
  check("clGetKernelArgInfo",
        clGetKernelArgInfo(kernel(), index, CL_KERNEL_ARG_NAME, name.size(), name.data(), nullptr));
  if (name.back() != '\0')
    throw CallFailure("clGetKernelArgInfo(CL_KERNEL_ARG_NAME) without an end", CL_SUCCESS);
  return name.c_str();
}

std::vector<Argument> arguments_of(const cl::Kernel& kernel, const KernelFile& file,
                                   const Variant& variant, const Pass& pass) {
  constexpr cl_uint kMost = 1024;
  std::vector<Argument> arguments;
  cl_uint count = kMost + 1;
  check("clGetKernelInfo",
        clGetKernelInfo(kernel(), CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr));
  if (count > kMost)
    throw CallFailure("clGetKernelInfo(CL_KERNEL_NUM_ARGS) without an answer", CL_SUCCESS);
  for (cl_uint i = 0; i < count; ++i)
    arguments.push_back(meaning(file, variant, pass, name_of_argument(kernel, i)));
  return arguments;
}

// If the kernel file has the kernel and the program does not, the file is not at fault, so this is
// a CallFailure. Of a program from a binary or SPIR-V, there was one from source that had it.
cl::Kernel kernel_of(const cl::Program& program, const KernelFile& file, const Variant& variant,
                     const Pass& pass, const std::string& suffix, bool is_source) {
  cl_int code = CL_SUCCESS;
  cl::Kernel kernel(program, (pass.name + suffix).c_str(), &code);
  if (code == CL_INVALID_KERNEL_NAME && is_source) {
    const std::string text = file.own_source(variant);
    if (!declares_kernel(text, pass.name))
      fail(pass, fmt::format("there is no kernel {}{}", pass.name,
                             ops::nearest_words(pass.name, declared_names(text))));
  }
  check("clCreateKernel", code);
  return kernel;
}

void build(const cl::Program& program, const Device& device, const std::string& options) {
  // The bindings' build() asks for the log of a sound build, too.
  const cl_device_id id = device.handle()();
  const cl_int code = clBuildProgram(program(), 1, &id, options.c_str(), nullptr, nullptr);
  if (code != CL_SUCCESS)
    throw CallFailure("clBuildProgram", code,
                      program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device.handle()));
}

// Makes the program again from its binary.
cl::Program rebuilt(const cl::Program& program, const Device& device, const std::string& options) {
  // The bindings give no binaries, and no failure, where the driver refuses to tell their sizes.
  std::size_t bytes = 0;
  check("clGetProgramInfo",
        clGetProgramInfo(program(), CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, nullptr));
  // A program that was built on this device has a binary, of less than the most.
  constexpr std::size_t kMost = std::size_t{1} << 30;
  if (bytes == 0 || bytes > kMost)
    throw CallFailure(fmt::format("clGetProgramInfo(CL_PROGRAM_BINARY_SIZES) with {} bytes", bytes),
                      CL_SUCCESS);
  cl::Program::Binaries binaries{std::vector<unsigned char>(bytes)};
  unsigned char* to = binaries[0].data();
  check("clGetProgramInfo",
        clGetProgramInfo(program(), CL_PROGRAM_BINARIES, sizeof to, &to, nullptr));
  cl_int code = CL_SUCCESS;
  std::vector<cl_int> states;
  cl::Program again(device.context(), {device.handle()}, binaries, &states, &code);
  check("clCreateProgramWithBinary", code);
  for (const cl_int state : states) check("clCreateProgramWithBinary", state);
  build(again, device, options);
  return again;
}

cl::Program made_from(ProgramFrom from, const cl::Program& source, const Device& device,
                      const std::string& text, const std::string& options) {
  if (from == ProgramFrom::Binary) return rebuilt(source, device, options);
  if (from == ProgramFrom::Source) return source;
  const auto module = make_spirv(text, options);
  if (!module) throw NotMade("SPIR-V, which clang and llvm-spirv did not make");
  return program_from_spirv(device, *module, options);
}

// The names of arguments are read from the program that was built from source, because other
// programs need not keep them. Each kernel's name ends with `suffix`.
Program passes_of(const Device& device, const KernelFile& file, const Variant& variant,
                  const cl::Program& source, const cl::Program& program,
                  const std::string& suffix) {
  Program passes;
  for (const Pass& pass : variant.passes) {
    const cl::Kernel named = kernel_of(source, file, variant, pass, suffix, true);
    const cl::Kernel kernel =
        program() == source() ? named : kernel_of(program, file, variant, pass, suffix, false);
    std::size_t items = 0;
    check("clGetKernelWorkGroupInfo",
          clGetKernelWorkGroupInfo(kernel(), device.handle()(), CL_KERNEL_WORK_GROUP_SIZE,
                                   sizeof items, &items, nullptr));
    if (items == 0)
      throw CallFailure("clGetKernelWorkGroupInfo(CL_KERNEL_WORK_GROUP_SIZE) with 0 items",
                        CL_SUCCESS);
    passes.push_back({kernel, arguments_of(named, file, variant, pass), items, {}});
  }
  return passes;
}

Program built(const Device& device, const KernelFile& file, const Variant& variant,
              const std::string& options, const LaunchOptions& route) {
  const std::string text = built_source(file, variant, route);
  const cl::Program source = program_from_source(device, text, options);
  return passes_of(device, file, variant, source,
                   made_from(route.program, source, device, text, options), {});
}

/// What built() gives, or why the compiler refused the source.
std::variant<Program, CallFailure> built_or_refused(const Device& device, const KernelFile& file,
                                                    const Variant& variant,
                                                    const std::string& options,
                                                    const LaunchOptions& route) {
  try {
    return built(device, file, variant, options, route);
  } catch (const CallFailure& failure) {
    if (failure.code != CL_BUILD_PROGRAM_FAILURE) throw;
    return failure;
  }
}

}  // namespace

cl::Program program_from_source(const Device& device, const std::string& source,
                                const std::string& options) {
  cl_int code = CL_SUCCESS;
  cl::Program program(device.context(), source, false, &code);
  check("clCreateProgramWithSource", code);
  build(program, device, options);
  return program;
}

cl::Program program_from_spirv(const Device& device, const std::vector<char>& module,
                               const std::string& options) {
  cl_int code = CL_SUCCESS;
  const cl::Program program(
      clCreateProgramWithIL(device.context()(), module.data(), module.size(), &code));
  check("clCreateProgramWithIL", code);
  // The other options were used when the SPIR-V was made.
  build(program, device, options.find("-cl-opt-disable") != options.npos ? "-cl-opt-disable" : "");
  return program;
}

cl::Kernel kernel_named(const cl::Program& program, const char* name) {
  cl_int code = CL_SUCCESS;
  cl::Kernel kernel(program, name, &code);
  check("clCreateKernel", code);
  return kernel;
}

bool PassKernel::was_launched(LaunchedAt at) const {
  return std::find(launched.begin(), launched.end(), at) != launched.end();
}

std::size_t ProgramCache::write_key(const KernelFile& file, const Variant& variant,
                                    std::span<const ops::DataType> types,
                                    const LaunchOptions& route) {
  key_.clear();
  fmt::format_to(std::back_inserter(key_), "{:016x} {} {} {:x} ", file.fingerprint, variant.name,
                 static_cast<int>(route.program), route.shape);
  const std::size_t options = key_.size();
  append_options(key_, variant, types, route);
  return options;
}

Program& ProgramCache::get(const Device& device, const KernelFile& file, const Variant& variant,
                           std::span<const ops::DataType> types, const LaunchOptions& route,
                           std::span<const BuildUnit> together) {
  const std::size_t options = write_key(file, variant, types, route);
  auto found = programs_.find(key_);
  if (found == programs_.end()) {
    const ops::Stopwatch watch;
    ++builds_.programs;
    if (route.shape != 0) {
      forget_shaped();
      shaped_.push_back(key_);
    }
    if (!get_merged(device, file, route, together))
      programs_.emplace(key_, built_or_refused(device, file, variant, key_.substr(options), route));
    found = programs_.find(key_);
    builds_.seconds += watch.seconds();
  }
  if (const CallFailure* failure = std::get_if<CallFailure>(&found->second)) throw *failure;
  return std::get<Program>(found->second);
}

// Campaigns draw a shape for one batch, and a program takes megabytes of a driver's memory.
void ProgramCache::forget_shaped() {
  constexpr std::size_t kKept = 8;
  if (shaped_.size() < kKept) return;
  programs_.erase(shaped_.front());
  shaped_.erase(shaped_.begin());
}

bool ProgramCache::get_merged(const Device& device, const KernelFile& file,
                              const LaunchOptions& route, std::span<const BuildUnit> together) {
  // Rewritings are of one variant's text.
  if (route.program == ProgramFrom::Spirv || route.shape != 0) return false;
  const std::string asked = key_;
  std::vector<BuildUnit> units;
  std::vector<std::string> keys;
  for (const BuildUnit& unit : together) {
    write_key(file, *unit.variant, unit.types, route);
    if (!can_be_merged(unit) || std::find(keys.begin(), keys.end(), key_) != keys.end()) continue;
    units.push_back(unit);
    keys.push_back(key_);
  }
  key_ = asked;
  if (units.size() < 2 || std::find(keys.begin(), keys.end(), asked) == keys.end()) return false;
  std::string options;
  append_common_options(options, route);
  const std::string text = merged_source(file, units);
  try {
    const cl::Program source = program_from_source(device, text, options);
    const cl::Program program = made_from(route.program, source, device, text, options);
    for (std::size_t u = 0; u < units.size(); ++u)
      if (!programs_.contains(keys[u]))
        programs_.emplace(
            keys[u], passes_of(device, file, *units[u].variant, source, program, merged_suffix(u)));
  } catch (const CallFailure& failure) {
    if (failure.code != CL_BUILD_PROGRAM_FAILURE) throw;
    get_apart(device, file, route, units, keys, failure);
  }
  return true;
}

void ProgramCache::get_apart(const Device& device, const KernelFile& file,
                             const LaunchOptions& route, std::span<const BuildUnit> units,
                             std::span<const std::string> keys, const CallFailure& failure) {
  decltype(programs_) apart;
  bool any_failed = false;
  for (std::size_t u = 0; u < units.size(); ++u) {
    if (programs_.contains(keys[u])) continue;
    std::string options;
    append_options(options, *units[u].variant, units[u].types, route);
    ++builds_.programs;
    auto own = built_or_refused(device, file, *units[u].variant, options, route);
    any_failed |= std::holds_alternative<CallFailure>(own);
    apart.emplace(keys[u], std::move(own));
  }
  if (any_failed) return programs_.merge(apart);
  for (const auto& [key, program] : apart) programs_.emplace(key, failure);
}

const Program* ProgramCache::find(const KernelFile& file, const Variant& variant,
                                  std::span<const ops::DataType> types,
                                  const LaunchOptions& route) {
  write_key(file, variant, types, route);
  const auto found = programs_.find(key_);
  return found == programs_.end() ? nullptr : std::get_if<Program>(&found->second);
}

bool ProgramCache::was_built(const KernelFile& file, const Variant& variant,
                             std::span<const ops::DataType> types, const LaunchOptions& route) {
  write_key(file, variant, types, route);
  return programs_.contains(key_);
}

}  // namespace assay::opencl
