// Runs cases with a vendor's library and judges them.
#include "conformance/run/backend_runner.h"

#include <fmt/format.h>

#include "ops/error.h"
#include "specs/fill.h"
#include "specs/rules.h"

namespace assay::conformance {
namespace {

opencl::DeviceInfo info_of(const Backend& backend, const std::filesystem::path& library) {
  opencl::DeviceInfo d;
  d.platform = Backend::kPlatform;
  d.name = backend.name();
  d.driver_version = library.filename().string();
  d.version = fmt::format("assay backend interface {}", ASSAY_BACKEND_VERSION);
  // Routes are drawn as for any device, but a backend does not use them.
  d.standards = {12};
  d.compute_units = d.max_work_group_size = d.address_alignment = 1;
  d.fp16 = d.fp64 = d.denormals16 = d.denormals32 = d.denormals64 = true;
  return d;
}

/// The judgement of a case at which the backend threw an exception. The interface is one of C, so
/// no function of it may throw.
Judgement thrown(const std::string& what) {
  Judgement j;
  j.verdict = Verdict::Refused;
  j.refused = opencl::CallFailure("a function of the backend", 0, "");
  j.refused->code_name = "an exception, " + what;
  return j;
}

Judgement skipped() {
  Judgement j;
  j.verdict = Verdict::Skip;
  j.skip = SkipReason{"the backend does not have it", false};
  return j;
}

}  // namespace

BackendRunner::BackendRunner(const std::filesystem::path& library)
    : backend_(library), device_(info_of(backend_, library)), library_(std::nullopt, library) {}

std::vector<const opencl::Variant*> BackendRunner::offered(const specs::Spec& spec,
                                                           std::span<const ops::DataType> types) {
  return library_.offered(spec, types, device_);
}

std::vector<std::string> BackendRunner::variants(const specs::Spec&,
                                                 const std::vector<ops::DataType>&) {
  return {KernelLibrary::kBackendVariant};
}

std::span<const Judgement> BackendRunner::run(std::span<const specs::Case> cases,
                                              const Route& route) {
  if (route.variant != KernelLibrary::kBackendVariant)
    throw Error(fmt::format("no variant \"{}\": a backend has one, \"{}\"", route.variant,
                            KernelLibrary::kBackendVariant));
  judgements_.clear();
  for (const specs::Case& c : cases) {
    const std::vector<std::size_t> broken = specs::broken_rules(c);
    watcher_(broken.empty() ? Stage::Running : Stage::Refusing);
    try {
      judgements_.push_back(broken.empty() ? answer(c) : refusal(c, broken[0]));
    } catch (const Error&) {
      throw;
    } catch (const std::exception& e) {
      judgements_.push_back(thrown(e.what()));
    } catch (...) {
      judgements_.push_back(thrown("of no standard type"));
    }
  }
  watcher_(Stage::Idle);
  return judgements_;
}

Judgement BackendRunner::refusal(const specs::Case& c, std::size_t broken) {
  const assay_status status = [&] {
    const ops::ForeignFloatMode::Inside inside(backends_mode_);
    return backend_.create(c);
  }();
  if (status == ASSAY_UNSUPPORTED) return skipped();
  Judgement j;
  j.invalid = true;
  if (status != ASSAY_OK) return j;
  const specs::Rule& rule = c.spec->rules[broken];
  j.verdict = Verdict::Accepted;
  j.accepted = AcceptedRule{rule.id, rule.sentence};
  return j;
}

Judgement BackendRunner::answer(const specs::Case& c) {
  specs::fill(c, problem_);
  const opencl::Variant& variant = library_.of(*c.spec).variants[0];
  const Arithmetic arithmetic = library_.arithmetic(*c.spec, variant, Flushed::on(device_));
  ops::ask(ops::oracle_of(c.spec->signature), problem_, arithmetic.of(c), permitted_);
  const Backend::Ran& ran = [&]() -> const Backend::Ran& {
    const ops::ForeignFloatMode::Inside inside(backends_mode_);
    return backend_.run(c, problem_);
  }();
  if (ran.failed == "assay_create" && ran.status == ASSAY_UNSUPPORTED) return skipped();
  if (!ran.failed.empty()) {
    Judgement j;
    j.verdict = Verdict::Refused;
    j.refused = opencl::CallFailure(ran.failed, static_cast<int>(ran.status), "");
    j.refused->code_name = name_of(ran.status);
    return j;
  }
  return Judge(opencl::Variant{}, device_).judge(problem_, permitted_, ran.outcome, 0);
}

}  // namespace assay::conformance
