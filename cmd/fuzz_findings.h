#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cmd/options/device_options.h"
#include "cmd/subcommands.h"
#include "conformance/route/route.h"
#include "conformance/workers/worker_runner.h"
#include "ops/deadline.h"
#include "specs/loader.h"

namespace assay::cmd {

/// Judges what a fuzzer found. Counts it by kind and keeps the simplest case of each kind as a file
/// in the folder `out`. Once a signal asks for the end, there are some seconds left for judging;
/// and without one, `seconds` in all.
class FuzzFindings {
 public:
  FuzzFindings(const Context& context, const DeviceOptions& device,
               const std::filesystem::path& out, double seconds);

  /// Runs each of these cases alone and adds those that diverge. Gives whether any does, and
  /// nothing where the time was over. `text` is what read_cases() takes.
  std::optional<bool> add(const std::string& text);
  std::size_t kinds() const { return kinds_.size(); }
  bool is_time_left();
  void print() const;

 private:
  using Kind = std::array<std::string, 4>;
  struct Kept {
    std::filesystem::path file;
    std::vector<std::uint64_t> complexity;
    std::size_t count = 0;
  };

  conformance::WorkerOptions workers(const Context& context);
  std::optional<bool> add(const specs::Case& c, const conformance::Route& route);

  const DeviceOptions& device_;
  const std::filesystem::path& out_;
  const std::string program_;
  specs::Catalogue catalogue_;
  const ops::Deadline limit_;
  /// The end of judging, once a signal asked for it.
  std::optional<ops::Deadline> end_;
  conformance::WorkerRunner runner_;
  std::map<Kind, Kept> kinds_;
};

}  // namespace assay::cmd
