#include "opencl/launch/work_sizes.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::opencl {

std::size_t local_size(const Variant& variant, std::size_t asked,
                       const std::function<std::size_t(std::size_t pass)>& most_items) {
  std::size_t local = asked;
  for (std::size_t p = 0; p < variant.passes.size(); ++p)
    if (!variant.passes[p].local) local = std::min(local, std::max<std::size_t>(most_items(p), 1));
  return local;
}

std::size_t groups_of(const Pass& pass, std::span<const ops::Problem> problems, std::size_t local) {
  std::int64_t most = 0;
  for (const ops::Problem& problem : problems) {
    const auto groups = pass.groups.integer(problem.descriptor, static_cast<std::int64_t>(local));
    if (!groups || *groups < 0)
      throw KernelFileError(fmt::format("{}:{}: '{}' has no value for this case", pass.path,
                                        pass.line, pass.groups.text()));
    most = std::max(most, *groups);
  }
  return static_cast<std::size_t>(most);
}

}  // namespace assay::opencl
