// OpenCL C has no namespaces. So the names that a unit declares are macros while its text is read,
// and stand for the same names with a suffix. The macros that a unit defines end with it.
#include "opencl/program/merged_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "opencl/program/build_options.h"
#include "opencl/program/prelude.h"
#include "opencl/program/program.h"

namespace assay::opencl {
namespace {

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool goes_on_in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !goes_on_in_name(text[at - 1])) &&
        (end == text.size() || !goes_on_in_name(text[end])))
      return true;
  }
  return false;
}

void add_once(std::vector<std::string>& names, std::string name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
}

/// The text without comments, string literals and preprocessor lines.
std::string plain_code(const std::string& text) {
  std::string code;
  bool at_line_start = true;
  for (std::size_t i = 0; i < text.size();) {
    const auto skip_to_line_end = [&] {
      while (i < text.size() && text[i] != '\n')
        i += text[i] == '\\' && i + 1 < text.size() ? 2 : 1;
    };
    if (at_line_start && text[i] == '#') {
      skip_to_line_end();
    } else if (text.compare(i, 2, "//") == 0) {
      skip_to_line_end();
    } else if (text.compare(i, 2, "/*") == 0) {
      i = std::min(text.find("*/", i + 2), text.size() - 2) + 2;
    } else if (text[i] == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i) i += text[i] == '\\';
      ++i;
    } else {
      at_line_start = text[i] == '\n' || (at_line_start && std::isspace(text[i]));
      code += text[i++];
    }
  }
  return code;
}

/// Whether what stands in the parentheses that open at `at` are the parameters of a function, and
/// not, for example, the arguments of a macro that stands for a type.
bool is_function(const std::string& code, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < code.size(); ++i) {
    if (code[i] == '(') ++depth;
    if (code[i] != ')' || --depth > 0) continue;
    const std::size_t next = code.find_first_not_of(" \t\n", i + 1);
    return next != code.npos && (code[next] == '{' || code[next] == ';');
  }
  return false;
}

std::string defines_of(const BuildUnit& unit) {
  // The options are `-DNAME=VALUE`, separated by spaces.
  std::string text;
  const std::string options = define_options(*unit.variant, unit.types);
  for (std::size_t at = options.find("-D"); at != options.npos;) {
    const std::size_t equals = options.find('=', at), end = options.find(" -D", equals);
    text += fmt::format("#define {} {}\n", options.substr(at + 2, equals - at - 2),
                        options.substr(equals + 1, end == options.npos ? end : end - equals - 1));
    at = end == options.npos ? end : end + 1;
  }
  return text;
}

}  // namespace

bool likes_merged_programs(const DeviceInfo& device) { return device.is_pocl(); }

bool can_be_merged(const BuildUnit& unit) {
  return std::none_of(
      unit.variant->defines.begin(), unit.variant->defines.end(), [&](const Define& d) {
        return d.in != Define::In::Own ||
               (d.of == Define::Of::Type && unit.types[d.place] == ops::DataType::FLOAT64);
      });
}

bool declares_kernel(const std::string& text, const std::string& name) {
  const std::string code = plain_code(text);
  for (std::size_t at = code.find(name); at != code.npos; at = code.find(name, at + 1)) {
    const std::size_t behind = code.find_first_not_of(" \t\n", at + name.size());
    if (behind == code.npos || code[behind] != '(' || (at > 0 && goes_on_in_name(code[at - 1])))
      continue;
    // The words before the name, back to the end of what stands above.
    const std::size_t head = code.find_last_of(";{}", at) + 1;
    const std::string_view words = std::string_view(code).substr(head, at - head);
    if (has_word(words, "kernel") || has_word(words, "__kernel")) return true;
  }
  return false;
}

std::vector<std::string> declared_names(const std::string& text) {
  const std::string code = plain_code(text);
  std::vector<std::string> names;
  std::string name;
  int braces = 0, parentheses = 0;
  // Whether `name` may be the declared one: nothing but spaces stands behind it so far.
  bool is_fresh = false;
  // The enumerators of an enum are declared outside of its braces, too. One begins where the next
  // name stands directly behind `{` or `,`.
  bool is_enum = false, begins_enumerator = false;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const char c = code[i];
    if (begins_name(c)) {
      std::size_t end = i;
      while (end < code.size() && goes_on_in_name(code[end])) ++end;
      name = code.substr(i, end - i);
      is_fresh = braces == 0 && parentheses == 0;
      if (is_fresh && name == "enum") is_enum = true;
      if (begins_enumerator) add_once(names, name);
      begins_enumerator = false;
      i = end - 1;
      continue;
    }
    if (std::isspace(static_cast<unsigned char>(c))) continue;
    if (c == '}' || c == ';' || (c == '(' && braces == 0)) is_enum = false;
    begins_enumerator = is_enum && parentheses == 0 && (c == '{' || c == ',');
    const bool declares =
        c == '(' ? is_function(code, i) : c == '[' || c == '=' || c == ';' || c == '{';
    if (is_fresh && declares && name != "struct" && name != "enum") add_once(names, name);
    is_fresh = false;
    if (c == '{') ++braces;
    if (c == '}') --braces;
    if (c == '(') ++parentheses;
    if (c == ')') --parentheses;
  }
  return names;
}

std::vector<std::string> macro_names(const std::string& text) {
  constexpr std::string_view kDefine = "#define ";
  std::vector<std::string> names;
  for (std::size_t at = 0; (at = text.find(kDefine, at)) != text.npos;) {
    const bool is_line = at == 0 || text[at - 1] == '\n';
    at += kDefine.size();
    std::size_t end = at;
    while (end < text.size() && goes_on_in_name(text[end])) ++end;
    if (is_line) add_once(names, text.substr(at, end - at));
  }
  return names;
}

std::string merged_suffix(std::size_t unit) { return fmt::format("_unit{}", unit); }

std::string merged_source(const KernelFile& file, std::span<const BuildUnit> units) {
  std::string text = prelude(*file.signature, file.scratch);
  for (std::size_t u = 0; u < units.size(); ++u) {
    const std::string body = file.own_source(*units[u].variant), defines = defines_of(units[u]);
    const std::vector<std::string> names = declared_names(body);
    for (const std::string& name : names)
      text += fmt::format("#define {0} {0}{1}\n", name, merged_suffix(u));
    text += defines + body;
    for (const auto& list : {names, macro_names(defines), macro_names(body)})
      for (const std::string& name : list) text += fmt::format("#undef {}\n", name);
  }
  return text;
}

}  // namespace assay::opencl
