// Writes the telling draws of all operators that are built in. The build runs it:
//
//   telling_draws_writer FILE
//
// It ends with exit code 1, and says why, where the file cannot be written.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <future>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "conformance/base/output_file.h"
#include "conformance/plan/goals.h"
#include "specs/loader.h"

namespace assay::conformance {
namespace {

KnownDraws telling_draws() {
  const specs::Catalogue catalogue;
  KernelLibrary kernels{std::nullopt};
  std::map<std::string, std::pair<const specs::Spec*, const opencl::KernelFile*>> by_text;
  for (const auto& spec : catalogue.all())
    by_text.try_emplace(drawn_text_of(*spec), spec.get(), &kernels.of(*spec));
  const std::vector<decltype(by_text)::value_type> all(by_text.begin(), by_text.end());
  const std::size_t threads = std::max(1u, std::thread::hardware_concurrency());
  const auto every = [&](std::size_t first) {
    KnownDraws known;
    const std::atomic<bool> given_up = false;
    for (std::size_t i = first; i < all.size(); i += threads) {
      const auto& [text, of] = all[i];
      known.add(text, Goals(*of.first, *of.second, nullptr, given_up).telling_draws());
    }
    return known;
  };
  std::vector<std::future<KnownDraws>> parts;
  for (std::size_t i = 0; i < threads; ++i)
    parts.push_back(std::async(std::launch::async, every, i));
  KnownDraws known;
  for (auto& part : parts) known.add(part.get());
  return known;
}

}  // namespace
}  // namespace assay::conformance

int main(int count, char** words) try {
  if (count != 2) throw std::runtime_error("give the name of a file");
  assay::conformance::OutputFile file(words[1]);
  file.write(assay::specs::json_text(assay::conformance::telling_draws().json()) + '\n');
  file.close();
  return 0;
} catch (const std::exception& e) {
  std::fprintf(stderr, "telling_draws_writer: %s\n", e.what());
  return 1;
}
