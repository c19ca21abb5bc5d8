// A case, call by call. Events order commands that depend on each other, even if they go to
// different queues. The chooser orders the others.
#include "fuzz/call_sequence.h"

#include <algorithm>

#include "conformance/run/pipeline.h"
#include "conformance/verdict/judge.h"
#include "fuzz/device.h"
#include "fuzz/stage.h"
#include "opencl/device/references.h"
#include "specs/fill.h"

namespace assay::fuzz {
namespace {

using conformance::Judgement;
using conformance::Verdict;
using opencl::Argument;
using opencl::check;

/// Makes another kernel of the same name, so that sequences do not share arguments.
cl::Kernel own_kernel(const cl::Kernel& kernel) {
  cl_int code = CL_SUCCESS;
  const auto program = kernel.getInfo<CL_KERNEL_PROGRAM>(&code);
  check("clGetKernelInfo", code);
  std::string name = kernel.getInfo<CL_KERNEL_FUNCTION_NAME>(&code);
  check("clGetKernelInfo", code);
  cl::Kernel own(program, name.c_str(), &code);
  check("clCreateKernel", code);
  return own;
}

}  // namespace

CallSequence::CallSequence(CallSetting& setting, const conformance::Routed& r,
                           specs::Chooser& chooser)
    : setting_(setting),
      chooser_(chooser),
      routed_(r),
      file_(pipeline().library().of(*r.c.spec)),
      variant_(*file_.find(r.route.variant)) {
  routed_.route = conformance::Route{};
  routed_.route.variant = r.route.variant;
  specs::fill(r.c, problem_);
  const conformance::Arithmetic arithmetic = pipeline().library().arithmetic(
      *r.c.spec, variant_, conformance::Flushed::on(setting.device.info()));
  ask(ops::oracle_of(r.c.spec->signature), problem_, arithmetic.of(r.c), permitted_);
  lay_out();
}

bool CallSequence::is_input(std::size_t memory) const {
  const std::size_t tensors = problem_.descriptor.tensors.size();
  return memory == 0 ||
         (memory <= tensors && file_.signature->tensor_at(memory - 1).kind == ops::Kind::Input);
}

std::size_t CallSequence::memory_of(std::size_t place) const {
  return 1 + file_.signature->tensor_at(place).place;
}

std::span<std::byte> CallSequence::image(std::size_t place) {
  return memories_[memory_of(place)].image().subspan(
      starts_[place], total_bytes(problem_.descriptor.tensors[place]));
}

void CallSequence::lay_out_tensors(const ops::Member& m, std::uint8_t poison) {
  std::size_t bytes = 0, most = 8;
  for (std::size_t place = m.place; place < m.place + m.capacity; ++place) {
    const ops::TensorDesc& t = problem_.descriptor.tensors[place];
    const std::size_t align = std::max<std::size_t>(8, t.alignment);
    const std::size_t gap = place > m.place ? CallMemory::kGuard : 0;
    starts_[place] = (bytes + gap + align - 1) / align * align;
    bytes = starts_[place] + total_bytes(t);
    most = std::max(most, align);
  }
  memories_[1 + m.place].lay_out(bytes, most, poison);
}

void CallSequence::lay_out() {
  const auto& tensors = problem_.descriptor.tensors;
  const opencl::CaseLayout layout(*file_.signature, file_.scratch);
  const auto poison = static_cast<std::uint8_t>(chooser_.below(256));
  std::vector<std::uint64_t> bases(tensors.size()), scratch_bases(file_.scratch.size());
  memories_.resize(1 + tensors.size() + variant_.scratch.size());
  starts_.resize(tensors.size());
  for (const ops::Member& m : file_.signature->members)
    if (is_tensor(m.kind)) lay_out_tensors(m, poison ^ 0x55);
  for (std::size_t place = 0; place < tensors.size(); ++place) {
    bases[place] =
        (memories_[memory_of(place)].begin() + starts_[place]) / size_of(tensors[place].type);
    if (is_input(1 + place)) unpack(tensors[place], problem_.data[place], image(place));
  }
  for (std::size_t s = 0; s < variant_.scratch.size(); ++s) {
    const opencl::Scratch& scratch = variant_.scratch[s];
    const auto count = scratch.count.integer(problem_.descriptor,
                                             static_cast<std::int64_t>(routed_.route.launch.local));
    CallMemory& memory = memories_[1 + tensors.size() + s];
    memory.lay_out(static_cast<std::size_t>(count.value_or(0)) * scratch.element_size, 8, poison);
    scratch_bases[scratch.field] = memory.begin() / scratch.element_size;
  }
  // The kernel reads its case at the start of the buffer, so only a guard behind it is possible.
  std::vector<std::byte> descriptor(layout.size());
  layout.write(problem_.descriptor, bases, scratch_bases, descriptor.data());
  memories_[0].lay_out_first(descriptor, poison);
  leave_all();
}

void CallSequence::leave_all() {
  const std::size_t tensors = problem_.data.size();
  for (std::size_t m = 0; m < memories_.size(); ++m)
    if (m == 0 || m > tensors || memory_of(m - 1) == m) left_.push_back(m);
}

Command CallSequence::command(cl::Event& done, const std::vector<cl::Event>& waits) {
  return {setting_.queue(chooser_), waits.empty() ? nullptr : &waits, &done};
}

bool CallSequence::create_or_fill() {
  const std::size_t pick = chooser_.below(left_.size());
  CallMemory& memory = memories_[left_[pick]];
  const cl::Context& context = setting_.device.context();
  if (!memory.is_created()) {
    memory.create(context, chooser_);
    // Sometimes the buffer is dropped and made again.
    if (chooser_.once_in(8)) memory.create(context, chooser_);
    return true;
  }
  static const std::vector<cl::Event> kNone;
  cl::Event done;
  memory.upload(context, command(done, kNone), chooser_);
  uploads_.push_back(done);
  left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(pick));
  if (!left_.empty()) return true;
  program_ = setting_.programs.get(setting_.device, file_, variant_,
                                   conformance::types_of(problem_.descriptor), {});
  for (opencl::PassKernel& pass : program_) pass.kernel = own_kernel(pass.kernel);
  before_ = uploads_;
  phase_ = Phase::Launching;
  return true;
}

std::size_t CallSequence::memory_of(const Argument& a) const {
  if (a.of == Argument::Of::Cases) return 0;
  return a.of == Argument::Of::Tensor ? memory_of(a.place) : 1 + problem_.data.size() + a.place;
}

void CallSequence::end(const Stage& stage) {
  if (stage.events().empty()) return;
  before_ = stage.events();
  setting_.flush();
}

std::vector<opencl::BoundImage> CallSequence::bind(opencl::PassKernel& kernel) {
  std::vector<opencl::BoundImage> images;
  Stage loads(setting_, chooser_, before_);
  for (std::size_t i = 0; i < kernel.arguments.size(); ++i) {
    const Argument& a = kernel.arguments[i];
    const auto index = static_cast<cl_uint>(i);
    const CallMemory& memory = memories_[memory_of(a)];
    if (a.image == Argument::Image::No) {
      check("clSetKernelArg", kernel.kernel.setArg(index, memory.buffer()));
      continue;
    }
    const opencl::ImageCopy image(setting_.device, {memory.buffer(), 0, memory.size()},
                                  size_of(problem_.descriptor.tensors[a.place].type),
                                  variant_.image(a.place)->channels);
    image.bind(kernel.kernel, index);
    image.load(loads);
    images.push_back({image, a.image == Argument::Image::Write});
  }
  end(loads);
  return images;
}

bool CallSequence::launch() {
  const opencl::Pass& pass = variant_.passes[pass_];
  opencl::PassKernel& kernel = program_[pass_];
  const std::size_t local = pass.local.value_or(
      std::min(routed_.route.launch.local, std::max<std::size_t>(kernel.most_items, 1)));
  const auto groups =
      pass.groups.integer(problem_.descriptor, static_cast<std::int64_t>(local)).value_or(0);
  const std::vector<opencl::BoundImage> images = bind(kernel);
  if (groups > 0) {
    Stage launch(setting_, chooser_, before_);
    check("clEnqueueNDRangeKernel", launch.queue().enqueueNDRangeKernel(
                                        kernel.kernel, cl::NullRange,
                                        cl::NDRange(static_cast<std::size_t>(groups) * local, 1),
                                        cl::NDRange(local, 1), launch.waits(), launch.event()));
    end(launch);
  }
  Stage stores(setting_, chooser_, before_);
  for (const opencl::BoundImage& image : images)
    if (image.is_written) image.copy.store(stores);
  end(stores);
  if (chooser_.once_in(4)) kernel.kernel = cl::Kernel();
  if (++pass_ < variant_.passes.size()) return true;
  leave_all();
  phase_ = Phase::Reading;
  return true;
}

bool CallSequence::read() {
  const std::size_t pick = chooser_.below(left_.size());
  cl::Event done;
  CallMemory& memory = memories_[left_[pick]];
  memory.download(command(done, before_), chooser_);
  reads_.push_back(done);
  if (chooser_.below(2)) memory.release();
  left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(pick));
  if (left_.empty()) phase_ = Phase::Done;
  return true;
}

bool CallSequence::step() {
  if (chooser_.once_in(16)) setting_.replace_queue(chooser_);
  const bool more = phase_ == Phase::Creating    ? create_or_fill()
                    : phase_ == Phase::Launching ? launch()
                    : phase_ == Phase::Reading   ? read()
                                                 : false;
  setting_.flush();
  return more;
}

Judgement CallSequence::judged() {
  for (const cl::Event& read : reads_) check("clWaitForEvents", read.wait());
  opencl::check_references();
  opencl::BatchOutcome outcome;
  outcome.tensor_count = problem_.data.size();
  for (std::size_t m = 0; m < memories_.size(); ++m) {
    const bool tensor = m > 0 && m <= problem_.data.size();
    if (tensor) {
      const std::size_t place = m - 1;
      outcome.befores.push_back(image(place));
      outcome.memories.push_back(
          memories_[memory_of(place)].came().subspan(starts_[place], image(place).size()));
    }
    if (tensor && memory_of(m - 1) != m) continue;
    const auto at = memories_[m].damage(is_input(m));
    if (!at) continue;
    using What = opencl::Damage::What;
    const auto end = static_cast<std::int64_t>(memories_[m].came().size());
    const What what = m == 0                  ? What::DescriptorChanged
                      : *at >= 0 && *at < end ? What::InputChanged
                      : *at < 0               ? What::GuardBefore
                                              : What::GuardAfter;
    outcome.damages.push_back({.what = what,
                               .case_index = 0,
                               .place = tensor ? m - 1 : 0,
                               .name = tensor ? file_.signature->tensor_at(m - 1).name : "scratch",
                               .offset = *at,
                               .expected = 0,
                               .came = 0,
                               .count = 1});
  }
  return conformance::Judge(variant_, setting_.device.info())
      .judge(problem_, permitted_, outcome, 0);
}

}  // namespace assay::fuzz
