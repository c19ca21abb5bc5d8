#pragma once

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>

namespace assay::cmd {

/// Adds the option `--seed N`, a natural number below 2^64. The validator is needed since CLI11
/// takes a negative number modulo 2^64, and a larger one as the largest.
inline void add_seed(CLI::App& app, std::uint64_t& seed, const char* what) {
  app.add_option("--seed", seed, what)
      ->check(CLI::Validator(
          [](const std::string& text) {
            std::uint64_t number = 0;
            const auto [end, error] =
                std::from_chars(text.data(), text.data() + text.size(), number);
            return error == std::errc() && end == text.data() + text.size()
                       ? ""
                       : "not a natural number below 2^64";
          },
          ""))
      ->type_name("N");
}

}  // namespace assay::cmd
