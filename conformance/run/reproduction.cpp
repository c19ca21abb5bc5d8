// Commands that show a divergence again.
#include "conformance/run/reproduction.h"

#include <fmt/format.h>

#include "conformance/base/words.h"

namespace assay::conformance {

std::string device_options(const std::string& device,
                           const std::optional<std::filesystem::path>& kernels,
                           const std::optional<std::filesystem::path>& backend) {
  if (backend) return "--backend " + shell_word(backend->string());
  std::string words = "--device " + shell_word(device);
  if (kernels) words += " --kernels " + shell_word(kernels->string());
  return words;
}

std::string command_for(const std::string& command, const CommandWords& words,
                        const std::string& line) {
  return fmt::format("{} {} {} {}", words.program, command, words.options, shell_word(line));
}

std::string command_for(const std::string& command, const CommandWords& words,
                        const std::vector<specs::Case>& cases, const Route& route) {
  if (cases.size() == 1) return command_for(command, words, line_of(cases[0], route));
  std::string text = fmt::format("{} {} --batch {}", words.program, command, words.options);
  for (const specs::Case& c : cases) text += " " + shell_word(line_of(c, route));
  return text;
}

std::string reproduction(const Record& record, const CommandWords& words,
                         const std::string& command, const std::filesystem::path& batch_file) {
  if (record.after)
    return fmt::format("{} {}", command_for(command, words, record.after_line()),
                       shell_word(record.line()));
  if (record.batch.empty()) return command_for(command, words, record.shrunk_line());
  if (batch_file.empty()) return command_for(command, words, record.batch, record.route);
  return fmt::format("{} {} --batch {} {}", words.program, command, words.options,
                     shell_word(batch_file.string()));
}

}  // namespace assay::conformance
