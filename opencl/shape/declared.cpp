// A declaration is read as words that end in a type, and names with stars before and brackets
// behind them, each with a value or without.
#include "opencl/shape/declared.h"

#include <algorithm>
#include <array>

#include "opencl/shape/statements.h"

namespace assay::opencl {
namespace {

bool is_qualifier(const Token& t) {
  return t.is("const") || t.is("volatile") || t.is("restrict") || t.is("__restrict");
}

/// Adds what the tokens declare, and gives whether they are understood.
bool read_declaration(const KernelTree& tree, Span all, bool is_parameter,
                      std::vector<Declared>& to) {
  const auto is = [&](std::size_t i, std::string_view text) {
    return i < all.end && tree.token(i).is(text);
  };
  const auto is_word = [&](std::size_t i) { return i < all.end && tree.token(i).is_word(); };
  std::size_t i = all.begin;
  std::string base;
  bool is_read = true;
  for (; is_word(i); ++i) {
    if (is(i + 1, "{") || is(i + 1, "(")) {
      is_read = false;
      i = closing(tree.tokens(), i + 1);
    } else if (!is_word(i + 1) && !is(i + 1, "*")) {
      break;
    }
    if (is_read) base += (base.empty() ? "" : " ") + std::string(tree.token(i).text);
  }
  if (i == all.begin) return false;
  for (;;) {
    Declared d;
    d.type = is_read ? base : "";
    for (; is(i, "*") || (i < all.end && is_qualifier(tree.token(i))); ++i)
      if (is_read) d.type += tree.token(i).text;
    if (!is_word(i)) return false;
    d.name = tree.token(i).text;
    d.at = i++;
    d.is_parameter = is_parameter;
    for (; is(i, "["); i = closing(tree.tokens(), i) + 1) ++d.array_dimensions;
    if (is(i, "=")) {
      d.has_value = true;
      while (i < all.end && !tree.token(i).is(",")) {
        const Token& t = tree.token(i);
        i = t.is("(") || t.is("[") || t.is("{") ? closing(tree.tokens(), i) + 1 : i + 1;
      }
    }
    to.push_back(std::move(d));
    if (i >= all.end) return true;
    // A macro behind a parameter may name others, each behind a comma.
    if (is_parameter && i + 1 == all.end && tree.is_macro(tree.token(i).text)) return true;
    if (!is(i, ",")) return false;
    ++i;
  }
}

}  // namespace

std::vector<Span> parted(const KernelTree& tree, Span span) {
  std::vector<Span> parts;
  if (span.empty()) return parts;
  std::size_t begin = span.begin;
  for (std::size_t i = span.begin; i < span.end; ++i) {
    const Token& t = tree.token(i);
    if (t.is("(") || t.is("[") || t.is("{")) i = closing(tree.tokens(), i);
    if (!t.is(",")) continue;
    parts.push_back({begin, i});
    begin = i + 1;
  }
  parts.push_back({begin, span.end});
  return parts;
}

std::optional<std::vector<Declared>> declared_in(const KernelTree& tree, const Function& f) {
  std::vector<Declared> all;
  for (const Span& one : parted(tree, f.parameters))
    if (one.end - one.begin > 1 && !read_declaration(tree, one, true, all)) return {};
  for (const Statement& s : f.statements) {
    if (s.kind == Statement::Kind::Declaration &&
        !read_declaration(tree, {s.all.begin, s.all.end - 1}, false, all))
      return {};
    // Two words side by side begin a declaration.
    if (s.kind == Statement::Kind::For && s.init.end - s.init.begin > 1 &&
        tree.token(s.init.begin).is_word() && tree.token(s.init.begin + 1).is_word() &&
        !read_declaration(tree, s.init, false, all))
      return {};
  }
  return all;
}

const Declared* find_declared(const KernelTree& tree, const std::vector<Declared>& all,
                              std::string_view name) {
  const auto is_it = [&](const Declared& d) { return d.name == name; };
  const auto found = std::find_if(all.begin(), all.end(), is_it);
  if (found == all.end() || tree.is_in_macros(name) ||
      std::find_if(found + 1, all.end(), is_it) != all.end())
    return nullptr;
  return &*found;
}

bool is_scalar(std::string_view type) {
  constexpr std::array<std::string_view, 10> kScalars{"char", "uchar", "short", "ushort", "int",
                                                      "uint", "long",  "ulong", "float",  "size_t"};
  return std::find(kScalars.begin(), kScalars.end(), type) != kScalars.end();
}

std::string_view scalar_of(const Declared& d) {
  std::string_view type(d.type);
  if (type.starts_with("const ")) type.remove_prefix(6);
  return d.array_dimensions == 0 && is_scalar(type) ? type : std::string_view();
}

bool is_in_switch(const Function& f, std::size_t token) {
  return std::any_of(f.statements.begin(), f.statements.end(), [&](const Statement& s) {
    return s.kind == Statement::Kind::Switch && s.all.begin <= token && token < s.all.end;
  });
}

bool may_change(const KernelTree& tree, Span span, std::string_view name) {
  for (std::size_t i = span.begin; i < span.end; ++i) {
    const Token& t = tree.token(i);
    if ((tree.may_assign(t.text) || tree.takes_address(t.text)) && i + 1 < span.end &&
        tree.token(i + 1).is("(") && tree.has_word({i + 1, closing(tree.tokens(), i + 1)}, name))
      return true;
    const Token& before = tree.token(i - 1);
    if (!t.is(name) || before.is(".") || before.is("->")) continue;
    if (before.is("++") || before.is("--") || before.is("&") || assigns(tree.token(i + 1)))
      return true;
  }
  return false;
}

}  // namespace assay::opencl
