// Faults of compilers that strike at the shape of a kernel's text, and hardly ever at the shapes
// that our kernels have as they are written. The layer rewrites the text before the driver sees it.
#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "opencl/layer/layer.h"
#include "opencl/shape/places.h"
#include "opencl/shape/statements.h"

namespace assay::layer {
namespace {

using opencl::Edits;
using opencl::Function;
using opencl::KernelTree;
using opencl::Statement;
using Kind = Statement::Kind;

/// Every place of a text where the fault strikes, with what it makes there.
std::vector<Edits> (*strikes)(const KernelTree&) = nullptr;

/// Whether the statement is `if (C) return;`.
bool is_early_return(const Function& f, const Statement& s) {
  if (s.kind != Kind::If || s.parts.size() != 1) return false;
  const Statement& branch = f.part(s, 0);
  return branch.kind == Kind::Return || (branch.kind == Kind::Block && branch.parts.size() == 1 &&
                                         f.part(branch, 0).kind == Kind::Return);
}

std::vector<Edits> lose_second_returns(const KernelTree& tree) {
  return each_statement(tree, [&](const Function& f, const Statement& s, Edits& edits) {
    if (!is_early_return(f, s)) return false;
    const auto before =
        std::count_if(f.statements.begin(), f.statements.end(), [&](const Statement& other) {
          return other.all.begin < s.all.begin && is_early_return(f, other);
        });
    if (before == 1) edits.replace(s.all, ";");
    return before == 1;
  });
}

/// Whether a loop of the function does not count, as `for (I; C; S)` does.
bool has_loop_without_count(const Function& f) {
  return std::any_of(f.statements.begin(), f.statements.end(), [](const Statement& s) {
    return s.is_loop() && (s.init.empty() || s.condition.empty() || s.step.empty());
  });
}

std::vector<Edits> hoist_over_barriers(const KernelTree& tree) {
  return each_part(tree, [&](const Function& f, const Statement& b, std::size_t i, Edits& edits) {
    const Statement& s = f.part(b, i);
    if (s.kind != Kind::Expression || !tree.token(s.all.begin).is("barrier") ||
        i + 1 == b.parts.size() || !has_loop_without_count(f))
      return false;
    const Statement& load = f.part(b, i + 1);
    if (tree.has_barrier(load.all) || tree.has_unknown(load.all)) return false;
    const std::string barrier = tree.text_of(s.all);
    edits.replace(s.all, tree.text_of(load.all));
    edits.replace(load.all, barrier);
    return true;
  });
}

/// The parser does not look into a `switch`, so this one looks at tokens.
std::vector<Edits> take_first_defaults(const KernelTree& tree) {
  return each_statement(tree, [&](const Function&, const Statement& s, Edits& edits) {
    if (s.kind != Kind::Switch) return false;
    const std::size_t close = opencl::closing(tree.tokens(), s.all.begin + 1);
    if (close + 2 >= s.all.end || !tree.token(close + 1).is("{") ||
        !tree.token(close + 2).is("default"))
      return false;
    constexpr const char* kNoCase = "(0x7fff1234)";
    edits.replace({s.all.begin + 1, close + 1}, kNoCase);
    return true;
  });
}

std::vector<Edits> ask_before_do(const KernelTree& tree) {
  return each_statement(tree, [&](const Function& f, const Statement& s, Edits& edits) {
    if (s.kind != Kind::Do) return false;
    edits.replace(s.all,
                  "while (" + tree.text_of(s.condition) + ") " + tree.text_of(f.part(s, 0).all));
    return true;
  });
}

/// Whether of the vector nothing but the last lane is used anywhere.
bool only_last_lane_is_used(const KernelTree& tree, std::string_view vector) {
  const auto& tokens = tree.tokens();
  for (std::size_t i = 1; i + 2 < tokens.size(); ++i)
    if (tokens[i].is(vector) && !tokens[i - 1].is_word() &&
        !(tokens[i + 1].is(".") && tokens[i + 2].is("w")))
      return false;
  return true;
}

std::vector<Edits> lose_last_lanes(const KernelTree& tree) {
  return each_statement(tree, [&](const Function& f, const Statement& s, Edits& edits) {
    if (s.kind != Kind::Expression || s.all.end - s.all.begin < 6) return false;
    const auto token = [&](std::size_t i) { return tree.token(s.all.begin + i); };
    if (!token(0).is_word() || !token(1).is(".") || !token(2).is("w") ||
        !opencl::assigns(token(3)) || token(4).is(";") ||
        !only_last_lane_is_used(tree, token(0).text))
      return false;
    bool in_loop = false;
    for (const Statement& loop : f.statements) {
      if (!loop.is_loop() || loop.all.begin > s.all.begin || loop.all.end < s.all.end) continue;
      in_loop = true;
      // Without what it counts, the loop would never end.
      if (tree.has_word(loop.condition, token(0).text)) return false;
    }
    if (in_loop)
      edits.replace(s.all, "(void)(" + tree.text_of({s.all.begin + 4, s.all.end - 1}) + ");");
    return in_loop;
  });
}

cl_program create_struck(cl_context context, cl_uint count, const char** strings,
                         const size_t* lengths, cl_int* code) {
  std::string text;
  for (cl_uint i = 0; i < count; ++i)
    text.append(strings[i], lengths && lengths[i] ? lengths[i] : std::strlen(strings[i]));
  // What stands behind a place does not change the places before it.
  for (std::size_t place = strikes(KernelTree(text)).size(); place-- > 0;) {
    const KernelTree tree(text);
    const std::vector<Edits> places = strikes(tree);
    if (place < places.size()) text = places[place].result();
  }
  const char* whole = text.c_str();
  return next->clCreateProgramWithSource(context, 1, &whole, nullptr, code);
}

}  // namespace

bool install_shape_fault(std::string_view fault, cl_icd_dispatch& layer) {
  if (fault == "second-return-lost")
    strikes = lose_second_returns;
  else if (fault == "barrier-late")
    strikes = hoist_over_barriers;
  else if (fault == "default-taken")
    strikes = take_first_defaults;
  else if (fault == "do-as-while")
    strikes = ask_before_do;
  else if (fault == "last-lane-lost")
    strikes = lose_last_lanes;
  else
    return false;
  layer.clCreateProgramWithSource = create_struck;
  return true;
}

}  // namespace assay::layer
