#pragma once

#include <CLI/CLI.hpp>
#include <set>
#include <string>
#include <utility>

namespace assay::cmd {

/// Formats help: options under headings, with their names, what they take, and what they do. What
/// CLI11 itself knows of options (which of them exclude each other) is left out.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() { column_width(kNames); }
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    // CLI11 puts two empty lines behind each group.
    std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
    for (std::size_t at = 0; (at = text.find("\n\n\n", at)) != text.npos;) text.erase(at, 1);
    return text;
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string what = option->get_type_size() ? option->get_type_name() : std::string();
    return what.empty() ? what : " " + what;
  }

 private:
  static constexpr std::size_t kNames = 28;
};

/// Calls `add`, and lists the options that it adds to `app` under this heading, but for those that
/// have another one.
template <class Add>
void add_under(CLI::App& app, const char* heading, const Add& add) {
  std::set<const CLI::Option*> earlier;
  for (const CLI::Option* option : app.get_options()) earlier.insert(option);
  add();
  for (CLI::Option* option : app.get_options())
    if (!earlier.contains(option) && option->get_group() == "Options") option->group(heading);
}

}  // namespace assay::cmd
