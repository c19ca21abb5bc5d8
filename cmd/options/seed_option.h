#pragma once

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>

namespace assay::cmd {

/// `--seed N`: a natural number below 2^64. (CLI11 reads a sign modulo 2^64, and more as the most.)
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
