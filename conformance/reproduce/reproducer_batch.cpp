// Does what the pipeline and the launcher do before a launch, and keeps the results, since the
// launch itself happens in the exported program.
#include "conformance/reproduce/reproducer_batch.h"

#include <fmt/format.h>

#include <algorithm>

#include "opencl/launch/work_sizes.h"
#include "ops/error.h"
#include "specs/fill.h"

namespace assay::conformance {

std::string ReproducerBatch::word_of(std::size_t place) const {
  std::string word = field_of(place);
  std::replace(word.begin(), word.end(), '[', '_');
  std::erase(word, ']');
  return word;
}

ReproducerBatch::ReproducerBatch(const std::vector<specs::Case>& batch, const Route& by,
                                 const opencl::DeviceInfo& on, KernelLibrary& library,
                                 std::size_t launched_local)
    : cases(batch),
      route(by),
      device(on),
      file(library.of(*batch[0].spec)),
      variant(file.variant(by.variant)),
      arithmetic(library.arithmetic(*batch[0].spec, variant, Flushed::on(on))),
      options(launch_options(by, *batch[0].spec)),
      layout(*file.signature, file.scratch),
      types(types_of(batch[0].descriptor)) {
  const specs::Spec& spec = *cases[0].spec;
  const ops::Oracle oracle = ops::oracle_of(spec.signature);
  if (!oracle) throw Error(fmt::format("operator {} has no oracle", spec.name()));
  problems.resize(cases.size());
  permitted.resize(cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    specs::fill(cases[i], problems[i]);
    ops::ask(oracle, problems[i], arithmetic.of(cases[i]), permitted[i]);
  }
  if (options.case_space == opencl::CaseSpace::Constant &&
      memory.most_cases(file, options, device.max_constant) < cases.size())
    throw Error("the device has no room for these cases in constant memory");
  null_local = options.local == opencl::LaunchOptions::kNullLocal;
  if (null_local) options.local = opencl::LaunchOptions().local;
  // What a kernel can have is known where it was launched. A device's kernels have no more than it.
  options.local = opencl::local_size(variant, options.local, [&](std::size_t) {
    return launched_local > 0 ? launched_local : device.max_work_group_size;
  });
  try {
    memory.lay_out(device, file, variant, problems, options);
  } catch (const opencl::CallFailure&) {
    throw Error("the device has no room for this case");
  }
  if (options.memory == opencl::MemoryKind::Far && !memory.far_region())
    throw Error("the device has no room for memory beyond 4 GiB");
  regions = memory.regions();
}

}  // namespace assay::conformance
