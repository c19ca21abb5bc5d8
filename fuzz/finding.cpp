// Findings are either printed and fatal, or the first of each kind is written to a file.
#include "fuzz/finding.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "conformance/base/output_file.h"
#include "conformance/run/record.h"
#include "fuzz/environment.h"
#include "ops/hash.h"

namespace assay::fuzz {

void report(std::string_view what, std::string_view input) {
  std::fflush(stdout);
  fmt::print(stderr, "\nassay: {}\n{}\n", what, input);
  std::fflush(stderr);
  std::abort();
}

namespace {

void diverged(const conformance::Routed& r, const conformance::Judgement& j) {
  const std::string line = conformance::line_of(r.c, r.route);
  static const std::string folder = setting("ASSAY_FUZZ_FINDINGS");
  if (folder.empty()) report(fmt::format("{}: {}", name_of(j.verdict), j.text()), line);
  static std::set<std::uint64_t> known;
  const std::string hit = j.stray     ? std::string(name_of(j.stray->what))
                          : j.wrong   ? j.wrong->tensor
                          : j.refused ? j.refused->call
                                      : std::string();
  const std::uint64_t kind =
      ops::fnv1a(fmt::format("{}|{}|{}|{}|{}", r.c.spec->name(), name_of(j.verdict), hit,
                             name_of(r.c.indices), r.route.variant));
  const std::filesystem::path path =
      std::filesystem::path(folder) / fmt::format("{:016x}.case", kind);
  if (!known.insert(kind).second || std::filesystem::exists(path)) return;
  conformance::OutputFile file(path);
  file.write(fmt::format("# {}: {}\n{}\n", name_of(j.verdict), j.text(), line));
  file.close();
}

}  // namespace

void judged(const conformance::Routed& r, const conformance::Judgement& j) {
  static const std::string file = setting("ASSAY_FUZZ_JUDGED");
  static bool noted = file.empty();
  if (!noted && j.verdict != conformance::Verdict::Skip) {
    conformance::OutputFile(file).close();
    noted = true;
  }
  if (is_divergence(j.verdict)) diverged(r, j);
}

}  // namespace assay::fuzz
