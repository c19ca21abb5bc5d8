// The text is cut into functions at the outermost braces. Macros are not expanded: a statement with
// a macro that is more than an expression is Unknown, and rewritings leave alone what it may
// change.
#include "opencl/shape/kernel_tree.h"

#include <algorithm>

#include "opencl/shape/statements.h"

namespace assay::opencl {
namespace {

/// Adds to `names` those that mention one of them, until there are no more.
void close_over(KernelTree::Words& names,
                const std::map<std::string_view, KernelTree::Words>& mentioned) {
  for (bool again = true; again;) {
    again = false;
    for (const auto& [name, words] : mentioned)
      if (!names.contains(name) && std::any_of(words.begin(), words.end(), [&](std::string_view w) {
            return names.contains(w);
          }))
        again = names.insert(name).second;
  }
}

bool is_barrier(std::string_view word) {
  return word == "barrier" || word == "wait_group_events" || word.starts_with("work_group_") ||
         word.starts_with("sub_group_") || word.starts_with("async_work_group_");
}

/// Whether the word is a built-in function that changes memory or waits.
bool has_built_in_effect(std::string_view word) {
  return is_barrier(word) || word.starts_with("atom") || word.starts_with("vstore") ||
         word.starts_with("write_") || word == "printf" || word == "mem_fence" ||
         word == "read_mem_fence" || word == "write_mem_fence" || word == "prefetch";
}

/// Whether a macro of this text may stand for declarations, as in `const uint a = x`, and not only
/// for a type, as `global const` does. `is_function`: whether it has parameters.
bool may_declare(std::span<const Token> text, bool is_function) {
  int depth = 0;
  bool side_by_side = false, has_value = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const Token& t = text[i];
    depth += (t.is("(") || t.is("[")) - (t.is(")") || t.is("]"));
    if (depth > 0) continue;
    has_value |= t.is("=");
    const std::size_t after = i + 1 < text.size() && text[i + 1].is("*") ? i + 2 : i + 1;
    side_by_side |= t.is_word() && after < text.size() && text[after].is_word() &&
                    (after == i + 1 || i == 0 || text[i - 1].is_word());
  }
  return side_by_side && (is_function || has_value);
}

}  // namespace

bool assigns(const Token& t) {
  if (t.kind != Token::Kind::Sign || t.text.empty()) return false;
  if (t.is("++") || t.is("--") || t.is("=")) return true;
  return t.text.size() > 1 && t.text.back() == '=' && !t.is("==") && !t.is("!=") && !t.is("<=") &&
         !t.is(">=");
}

KernelTree::KernelTree(std::string text, std::span<const std::string> kernels)
    : text_(std::move(text)), tokens_(tokens_of(text_)) {
  locals_ = {"local", "__local"};
  for (const Token& t : tokens_) {
    if (t.is_word()) words_.insert(t.text);
    if (t.kind == Token::Kind::Directive) read_macro(t);
  }
  std::map<std::string_view, Words> macros;
  for (const std::string_view macro : macros_) macros[macro] = mentioned_[macro];
  close_over(unknown_, macros);
  close_over(locals_, macros);
  close_over(addressing_, macros);
  close_over(assigning_, macros);
  find_functions();
  for (const auto& [name, words] : mentioned_)
    if (std::any_of(words.begin(), words.end(), is_barrier)) barriers_.insert(name);
  close_over(barriers_, mentioned_);
  for (const auto& [name, words] : mentioned_)
    if (std::any_of(words.begin(), words.end(), has_built_in_effect) || may_assign(name))
      effects_.insert(name);
  close_over(effects_, mentioned_);
  keep_reached(kernels);
}

void KernelTree::read_macro(const Token& directive) {
  const std::vector<Token> tokens = tokens_of(directive.text.substr(1));
  if (tokens.size() < 2 || !tokens[0].is("define")) return;
  const std::string_view name = tokens[1].text;
  macros_.insert(name);
  std::size_t body = 2;
  Words parameters;
  if (body < tokens.size() && tokens[body].is("(") && tokens[body].at == tokens[1].end()) {
    for (; body < tokens.size() && !tokens[body].is(")"); ++body)
      if (tokens[body].is_word()) parameters.insert(tokens[body].text);
    ++body;
  }
  Words& words = mentioned_[name];
  for (std::size_t i = body; i < tokens.size(); ++i) {
    const Token& t = tokens[i];
    const bool is_parameter = parameters.contains(t.text);
    if (t.is_word()) words_.insert(t.text);
    if (t.is_word() && !is_parameter) {
      words.insert(t.text);
      in_macros_.insert(t.text);
    }
    if (t.is("{") || t.is("}") || t.is(";") || t.is("return") || t.is("break") ||
        t.is("continue") || t.is("goto") || t.is("case") || t.is("default") || t.is("if") ||
        t.is("else"))
      unknown_.insert(name);
    // Without a look at its neighbours each `&` may take an address.
    if (t.is("&")) addressing_.insert(name);
    if (assigns(t)) assigning_.insert(name);
  }
  if (may_declare(std::span(tokens).subspan(body), body > 2)) unknown_.insert(name);
  if (body == 2 && tokens.size() == 3 && is_whole_number(tokens[2])) constants_.insert(name);
}

void KernelTree::find_functions() {
  std::size_t start = 0;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (tokens_[i].kind == Token::Kind::Directive || tokens_[i].is(";")) start = i + 1;
    if (!tokens_[i].is("{") && !tokens_[i].is("(")) continue;
    const std::size_t close = closing(tokens_, i);
    if (tokens_[i].is("(")) {
      const bool has_body = close + 1 < tokens_.size() && tokens_[close + 1].is("{");
      if (!has_body || i == start || !tokens_[i - 1].is_word()) {
        i = std::min(close, tokens_.size() - 1);
        continue;
      }
      const std::size_t open = close + 1, end = closing(tokens_, open);
      Function f;
      f.name = tokens_[i - 1].text;
      f.head = {start, i - 1};
      f.parameters = {i + 1, close};
      f.is_kernel = has_word(f.head, "kernel") || has_word(f.head, "__kernel");
      Words& words = mentioned_[f.name];
      for (std::size_t k = start; k < end; ++k)
        if (tokens_[k].is_word() && k != i - 1) words.insert(tokens_[k].text);
      if (may_change_memory(f.parameters) || casts_const_away({open, end})) effects_.insert(f.name);
      f.statements = statements_of(tokens_, open, unknown_);
      if (!f.statements.empty()) functions_.push_back(std::move(f));
      i = std::min(end, tokens_.size() - 1);
      start = i + 1;
      continue;
    }
    // What is in braces is a struct, or an initial value.
    i = std::min(close, tokens_.size() - 1);
  }
}

void KernelTree::keep_reached(std::span<const std::string> kernels) {
  Words reached;
  std::vector<std::string_view> left;
  for (const Function& f : functions_)
    if (f.is_kernel &&
        (kernels.empty() || std::find(kernels.begin(), kernels.end(), f.name) != kernels.end()))
      left.push_back(f.name);
  while (!left.empty()) {
    const std::string_view name = left.back();
    left.pop_back();
    const auto found = mentioned_.find(name);
    if (found == mentioned_.end() || !reached.insert(name).second) continue;
    left.insert(left.end(), found->second.begin(), found->second.end());
  }
  std::erase_if(functions_, [&](const Function& f) { return !reached.contains(f.name); });
}

bool KernelTree::may_change_memory(Span parameters) const {
  // Without a pointer to what is not `const` there is only what is copied. A macro may hide one.
  for (std::size_t begin = parameters.begin; begin < parameters.end;) {
    std::size_t end = begin;
    while (end < parameters.end && !tokens_[end].is(",")) ++end;
    const Span one{begin, end};
    bool is_const = has_word(one, "const");
    for (std::size_t i = begin; i < end; ++i)
      is_const = is_const || mentions(tokens_[i].text, "const");
    const bool is_hidden = end - begin < 2 && !tokens_[begin].is("void");
    const bool is_pointer = has_word(one, "*") || has_word(one, "[") || has_word(one, "(");
    if (is_hidden || (is_pointer && !is_const)) return true;
    begin = end + 1;
  }
  return false;
}

bool KernelTree::casts_const_away(Span span) const {
  for (std::size_t i = span.begin; i < span.end; ++i) {
    if (!tokens_[i].is("(")) continue;
    const Span inside{i, closing(tokens_, i)};
    if (inside.end < span.end && tokens_[inside.end - 1].is("*") && !has_word(inside, "const"))
      return true;
  }
  return false;
}

bool KernelTree::mentions(std::string_view macro, std::string_view word) const {
  Words seen;
  std::vector<std::string_view> left{macro};
  while (!left.empty()) {
    const std::string_view name = left.back();
    left.pop_back();
    const auto found = mentioned_.find(name);
    if (!macros_.contains(name) || !seen.insert(name).second) continue;
    if (found->second.contains(word)) return true;
    left.insert(left.end(), found->second.begin(), found->second.end());
  }
  return false;
}

bool KernelTree::has_effects(Span span) const {
  for (std::size_t i = span.begin; i < span.end; ++i)
    if (assigns(tokens_[i]) || has_built_in_effect(tokens_[i].text) ||
        effects_.contains(tokens_[i].text))
      return true;
  return has_unknown(span);
}

std::string KernelTree::text_of(Span span) const {
  std::string text;
  for (std::size_t i = span.begin; i < span.end; ++i) {
    if (i > span.begin && tokens_[i].at > tokens_[i - 1].end()) text += ' ';
    text += tokens_[i].text;
  }
  return text;
}

bool KernelTree::has_word(Span span, std::string_view word) const {
  for (std::size_t i = span.begin; i < span.end; ++i)
    if (tokens_[i].is(word)) return true;
  return false;
}

bool KernelTree::has_unknown(Span span) const {
  for (std::size_t i = span.begin; i < span.end; ++i)
    if (unknown_.contains(tokens_[i].text)) return true;
  return false;
}

bool KernelTree::breaks(const Function& f, const Statement& s) const {
  if (s.kind == Statement::Kind::Break || has_unknown(s.all)) return true;
  if (s.is_loop() || s.kind == Statement::Kind::Switch) return false;
  return std::any_of(s.parts.begin(), s.parts.end(),
                     [&](std::size_t p) { return breaks(f, f.statements[p]); });
}

bool KernelTree::continues(const Function& f, const Statement& s) const {
  if (s.kind == Statement::Kind::Continue || has_unknown(s.all)) return true;
  if (s.kind == Statement::Kind::Switch) return has_word(s.all, "continue");
  if (s.is_loop()) return false;
  return std::any_of(s.parts.begin(), s.parts.end(),
                     [&](std::size_t p) { return continues(f, f.statements[p]); });
}

bool KernelTree::returns(const Statement& s) const {
  return has_word(s.all, "return") || has_unknown(s.all);
}

bool KernelTree::has_barrier(Span span) const {
  for (std::size_t i = span.begin; i < span.end; ++i)
    if (is_barrier(tokens_[i].text) || barriers_.contains(tokens_[i].text)) return true;
  return has_unknown(span);
}

bool KernelTree::declares_local(const Statement& s) const {
  if (s.kind != Statement::Kind::Declaration && s.kind != Statement::Kind::Unknown) return false;
  return std::any_of(locals_.begin(), locals_.end(),
                     [&](std::string_view w) { return has_word(s.all, w); });
}

bool KernelTree::leaves(const Function& f, const Statement& s) const {
  if (s.kind == Statement::Kind::Block)
    return !s.parts.empty() && leaves(f, f.statements[s.parts.back()]);
  return s.kind == Statement::Kind::Return || s.kind == Statement::Kind::Break ||
         s.kind == Statement::Kind::Continue;
}

}  // namespace assay::opencl
