#include "conformance/keep/reproducer_folders.h"

#include <fmt/format.h>

#include <cstdio>
#include <vector>

#include "conformance/base/output_file.h"
#include "ops/error.h"

namespace assay::conformance {
namespace {

constexpr const char* kFolder = "reproducers";

/// Nothing where no reproducer can be made.
std::optional<Reproducer> reproducer_of(const Record& record, const opencl::DeviceInfo& device,
                                        KernelLibrary& library, const CommandWords& words) {
  try {
    return make_reproducer(record, device, library, words);
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// Whether the cases of the record's reproducer have at most so many elements together.
bool has_at_most(const Record& record, std::uint64_t most) {
  for (const specs::Case& c : record.smallest_batch()) {
    const std::uint64_t elements = specs::total_elements(c);
    if (elements > most) return false;
    most -= elements;
  }
  return true;
}

}  // namespace

std::filesystem::path ReproducerFolders::name(std::uint64_t batch, unsigned n) {
  return fmt::format("{}/{}-{}", kFolder, batch, n);
}

std::optional<std::uint64_t> ReproducerFolders::batch_of(const std::string& name) {
  unsigned long long batch = 0;
  if (std::sscanf(name.c_str(), "reproducers/%llu-", &batch) != 1) return std::nullopt;
  return batch;
}

bool ReproducerFolders::is_quick(const Record& record) { return has_at_most(record, 1 << 16); }

std::filesystem::path ReproducerFolders::next(std::uint64_t batch) {
  if (last_.first != batch) last_ = {batch, 0};
  return run_ / name(batch, ++last_.second);
}

std::filesystem::path ReproducerFolders::write(const Record& record,
                                               const opencl::DeviceInfo& device,
                                               KernelLibrary& library, const CommandWords& words,
                                               Seals& files) {
  const std::filesystem::path to = next(record.batch_number);
  if (!has_at_most(record, 1 << 20)) return {};
  const auto reproducer = reproducer_of(record, device, library, words);
  if (!reproducer) return {};
  write_reproducer(*reproducer, to);
  if (!record.batch.empty()) {
    OutputFile cases(to / kBatchFile);
    for (const std::string& line : record.batch_lines()) cases.write(line + "\n");
    cases.close();
  }
  seal(to, files);
  return to;
}

std::filesystem::path ReproducerFolders::copy(const std::filesystem::path& from,
                                              std::uint64_t batch, Seals& files) {
  const std::filesystem::path to = next(batch);
  if (!std::filesystem::is_directory(from)) return {};
  make_folder(to);
  std::error_code error;
  std::filesystem::copy(from, to, std::filesystem::copy_options::recursive, error);
  if (error) throw Error(fmt::format("{}: {}", to.string(), error.message()));
  seal(to, files);
  return to.lexically_relative(run_);
}

void ReproducerFolders::remove_from(std::uint64_t first_batch) const {
  std::error_code error;
  std::vector<std::filesystem::path> old;
  for (const auto& entry : std::filesystem::directory_iterator(run_ / kFolder, error))
    if (const auto batch = batch_of(entry.path().lexically_relative(run_).string());
        batch && *batch >= first_batch)
      old.push_back(entry.path());
  for (const std::filesystem::path& path : old) {
    std::filesystem::remove_all(path, error);
    if (error) throw Error(fmt::format("{}: {}", path.string(), error.message()));
  }
}

void ReproducerFolders::seal(const std::filesystem::path& reproducer, Seals& files) const {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(reproducer))
    if (entry.is_regular_file())
      files[entry.path().lexically_relative(run_).string()] = Seal::of_file(entry.path());
}

}  // namespace assay::conformance
