#include "conformance/run/reproduction.h"

#include <fmt/format.h>

#include "conformance/base/words.h"

namespace assay::conformance {

std::string reproduction(const Record& record, const std::string& options,
                         const std::string& command, const std::filesystem::path& batch_file) {
  if (record.batch.empty())
    return fmt::format("assay {} {} {}", command, options, shell_word(record.shrunk_line()));
  std::string text = fmt::format("assay {} --batch {}", command, options);
  if (!batch_file.empty()) return text + " " + shell_word(batch_file.string());
  for (const std::string& line : record.batch_lines()) text += " " + shell_word(line);
  return text;
}

}  // namespace assay::conformance
