#include "cmd/manual.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/base/output_file.h"
#include "ops/version.h"

namespace assay::cmd {
namespace {

using Apps = std::vector<const CLI::App*>;
using Options = std::vector<const CLI::Option*>;

/// A subcommand or an option that belongs to no group is hidden from help.
Apps subcommands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* sub) { return !sub->get_group().empty(); });
}

Options options_of(const CLI::App& app) {
  return app.get_options([](const CLI::Option* o) { return !o->get_group().empty(); });
}

/// Text as roff shows it unchanged.
std::string roff(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
      continue;
    }
    if (c == '-') out += '\\';
    // A line that begins with a dot or an apostrophe would be a request.
    if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) out += "\\&";
    out += c;
  }
  return out;
}

std::string page_name(const CLI::App& app) {
  const CLI::App* const parent = app.get_parent();
  return parent ? page_name(*parent) + "-" + app.get_name() : app.get_name();
}

/// The options and arguments of an app, by their headings.
std::string options_in_roff(const CLI::App& app) {
  std::string out;
  const auto add = [&](const CLI::Option& o) {
    const std::string what = o.get_type_size() ? o.get_type_name() : std::string();
    out +=
        fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", roff(o.get_name(o.get_positional(), true)),
                    what.empty() ? what : " \\fI" + roff(what) + "\\fR", roff(o.get_description()));
  };
  for (const std::string& group : app.get_groups()) {
    if (group.empty()) continue;
    std::string heading = ".SS " + roff(group) + "\n";
    for (const CLI::Option* o : options_of(app)) {
      if (o->get_group() != group) continue;
      out += std::exchange(heading, {});
      add(*o);
    }
  }
  return out.empty() ? out : ".SH OPTIONS\n" + out;
}

std::string list_of(const CLI::App& app) {
  std::string out;
  for (const CLI::App* sub : subcommands_of(app))
    out +=
        fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(sub->get_name()), roff(sub->get_description()));
  return out.empty() ? out : ".SH COMMANDS\n" + out;
}

/// The options of an app that a user writes with two dashes.
std::vector<std::string> words_of(const CLI::App& app) {
  std::vector<std::string> words;
  for (const CLI::Option* o : options_of(app))
    for (const std::string& name : o->get_lnames()) words.push_back("--" + name);
  return words;
}

std::vector<std::string> names_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : subcommands_of(app)) names.push_back(sub->get_name());
  return names;
}

/// `text` within single quotes, as bash, zsh and fish read it.
std::string quoted(std::string text) {
  for (std::size_t at = 0; (at = text.find('\'', at)) != text.npos; at += 4)
    text.replace(at, 1, "'\\''");
  return "'" + text + "'";
}

std::string bash_completions(const CLI::App& program, const std::vector<std::string>& operators) {
  std::string cases;
  for (const CLI::App* sub : subcommands_of(program)) {
    std::vector<std::string> words = words_of(*sub);
    for (const std::string& name : names_of(*sub)) words.push_back(name);
    cases += fmt::format("    {}) words='{}' ;;\n", sub->get_name(), fmt::join(words, " "));
  }
  return fmt::format(R"(# Completes the words of assay in bash.
_assay() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} words=
  COMPREPLY=()
  if [[ $before == --operator || $before == describe ]]; then
    COMPREPLY=($(compgen -W '{}' -- "$word"))
    return
  fi
  case ${{COMP_WORDS[1]}} in
{}    *) words='{}' ;;
  esac
  if [[ $COMP_CWORD -eq 1 || $word == -* ]]; then COMPREPLY=($(compgen -W "$words" -- "$word")); fi
}}
complete -o default -F _assay assay
)",
                     fmt::join(operators, " "), cases, fmt::join(names_of(program), " "));
}

std::string zsh_completions(const CLI::App& program, const std::vector<std::string>& operators) {
  std::string commands, cases;
  for (const CLI::App* sub : subcommands_of(program)) {
    commands += fmt::format("    {}\n", quoted(sub->get_name() + ":" + sub->get_description()));
    std::string options;
    for (const CLI::Option* o : options_of(*sub))
      for (const std::string& name : o->get_lnames())
        options += fmt::format(" {}", quoted("--" + name + ":" + o->get_description()));
    cases += fmt::format("    {}) options=({}) ;;\n", sub->get_name(), options);
  }
  return fmt::format(R"(#compdef assay
# Completes the words of assay in zsh.
_assay() {{
  local -a commands options operators
  commands=(
{}  )
  operators=({})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  if [[ $words[CURRENT-1] == --operator || $words[CURRENT-1] == describe ]]; then
    compadd -a operators
    return
  fi
  case $words[2] in
{}  esac
  if [[ $words[CURRENT] == -* ]]; then _describe option options; else _files; fi
}}
_assay "$@"
)",
                     commands, fmt::join(operators, " "), cases);
}

std::string fish_completions(const CLI::App& program, const std::vector<std::string>& operators) {
  std::string out = "# Completes the words of assay in fish.\n";
  const std::string first = "__fish_use_subcommand";
  for (const CLI::App* sub : subcommands_of(program)) {
    out += fmt::format("complete -c assay -f -n {} -a {} -d {}\n", first, sub->get_name(),
                       quoted(sub->get_description()));
    for (const CLI::Option* o : options_of(*sub))
      for (const std::string& name : o->get_lnames())
        out += fmt::format("complete -c assay -n '__fish_seen_subcommand_from {}' -l {}{} -d {}\n",
                           sub->get_name(), name, o->get_type_size() ? " -r" : "",
                           quoted(o->get_description()));
  }
  out += fmt::format("complete -c assay -f -n '__fish_seen_subcommand_from describe' -a '{}'\n",
                     fmt::join(operators, " "));
  return out;
}

void write(const std::filesystem::path& path, const std::string& text) {
  conformance::OutputFile file(path);
  file.write(text);
  file.close();
}

}  // namespace

std::string command_of(const CLI::App& app) {
  const CLI::App* const parent = app.get_parent();
  return parent ? command_of(*parent) + " " + app.get_name() : app.get_name();
}

std::string man_page(const CLI::App& app) {
  const std::string name = page_name(app);
  std::string out = fmt::format(".TH \"{}\" 1 \"\" \"assay {}\"\n.SH NAME\n{} \\- {}\n", roff(name),
                                ops::version(), roff(name), roff(app.get_description()));
  out += fmt::format(".SH SYNOPSIS\n\\fB{}\\fR [\\fIOPTIONS\\fR]", roff(command_of(app)));
  for (const CLI::Option* o : options_of(app))
    if (o->get_positional()) out += fmt::format(" \\fI{}\\fR", roff(o->get_name(true, false)));
  if (!subcommands_of(app).empty()) out += " \\fICOMMAND\\fR";
  out += "\n" + list_of(app) + options_in_roff(app);
  if (const std::string more = app.get_footer(); !more.empty())
    out += ".SH NOTES\n.nf\n" + roff(more) + "\n.fi\n";
  return out;
}

std::string completions(const CLI::App& program, const std::string& shell,
                        const std::vector<std::string>& operators) {
  if (shell == "bash") return bash_completions(program, operators);
  return shell == "zsh" ? zsh_completions(program, operators)
                        : fish_completions(program, operators);
}

void write_manual(const CLI::App& program, const std::vector<std::string>& operators,
                  const std::filesystem::path& folder) {
  const std::filesystem::path pages = folder / "man1";
  conformance::make_folder(pages);
  write(pages / "assay.1", man_page(program));
  for (const CLI::App* sub : subcommands_of(program))
    write(pages / (page_name(*sub) + ".1"), man_page(*sub));
  write(folder / "assay", completions(program, "bash", operators));
  write(folder / "_assay", completions(program, "zsh", operators));
  write(folder / "assay.fish", completions(program, "fish", operators));
}

}  // namespace assay::cmd
