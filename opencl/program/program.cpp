// From a variant and its data types to kernels.
#include "opencl/program/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "opencl/device/spirv.h"
#include "opencl/program/build_options.h"
#include "opencl/program/merged_source.h"
#include "ops/nearest_name.h"

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

}  // namespace

cl::Program made_from(ProgramFrom from, const cl::Program& source, const Device& device,
                      const std::string& text, const std::string& options) {
  if (from == ProgramFrom::Binary) return rebuilt(source, device, options);
  if (from == ProgramFrom::Source) return source;
  const auto module = make_spirv(text, options);
  if (!module) throw NotMade("SPIR-V, which clang and llvm-spirv did not make");
  return program_from_spirv(device, *module, options);
}

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
    passes.push_back(
        {kernel, program, pass.name + suffix, arguments_of(named, file, variant, pass), items, {}});
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

void make_anew(Program& program) {
  for (PassKernel& pass : program) pass.kernel = kernel_named(pass.program, pass.name.c_str());
}

bool PassKernel::was_launched(LaunchedAt at) const {
  return std::find(launched.begin(), launched.end(), at) != launched.end();
}

}  // namespace assay::opencl
