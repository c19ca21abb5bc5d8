// Loops. A `for` is looked at as `{ INIT; while (CONDITION) { BODY STEP; } }`, where the body has
// no `continue`, which would leave the step out.
#include "opencl/shape/places.h"
#include "opencl/shape/shapes.h"
#include "opencl/shape/variables.h"

namespace assay::opencl::shapes {
namespace {

bool is_for_or_while(const Statement& s) {
  return s.kind == Statement::Kind::For || s.kind == Statement::Kind::While;
}

/// `body STEP;` in braces.
std::string round_of(const KernelTree& tree, const Function& f, const Statement& s) {
  return "{ " + in_braces(tree, f.part(s, 0)) +
         (s.step.empty() ? "" : " " + tree.text_of(s.step) + ";") + " }";
}

std::string begin_of(const KernelTree& tree, const Statement& s) {
  return "{ " + (s.init.empty() ? "" : tree.text_of(s.init) + "; ");
}

}  // namespace

std::vector<Edits> for_while(const KernelTree& tree) {
  return each_statement(tree, [&](const Function& f, const Statement& s, Edits& edits) {
    if (s.kind != Statement::Kind::For || tree.continues(f, f.part(s, 0))) return false;
    edits.replace(s.all, begin_of(tree, s) + "while (" + condition_of(tree, s) + ") " +
                             round_of(tree, f, s) + " }");
    return true;
  });
}

std::vector<Edits> loop_do(const KernelTree& tree) {
  return each_statement(tree, [&](const Function& f, const Statement& s, Edits& edits) {
    if (!is_for_or_while(s) || (s.kind == Statement::Kind::For && tree.continues(f, f.part(s, 0))))
      return false;
    const std::string condition = condition_of(tree, s);
    edits.replace(s.all, begin_of(tree, s) + "if (" + condition + ") do " + round_of(tree, f, s) +
                             " while (" + condition + "); }");
    return true;
  });
}

std::vector<Edits> endless_loop(const KernelTree& tree) {
  return each_statement(tree, [&](const Function& f, const Statement& s, Edits& edits) {
    if (!is_for_or_while(s) || s.condition.empty()) return false;
    const Statement& body = f.part(s, 0);
    edits.before(body.all.begin, "{ if (!(" + tree.text_of(s.condition) + ")) break;");
    edits.after(body.all.end - 1, "}");
    if (s.kind == Statement::Kind::While)
      edits.replace(s.condition, "true");
    else
      edits.replace(s.condition, "");
    return true;
  });
}

std::vector<Edits> peel(const KernelTree& tree) {
  return each_statement(tree, [&](const Function& f, const Statement& s, Edits& edits) {
    if (!is_for_or_while(s)) return false;
    const Statement& body = f.part(s, 0);
    if (tree.continues(f, body) || tree.breaks(f, body)) return false;
    const std::string condition = condition_of(tree, s), round = round_of(tree, f, s);
    edits.replace(s.all, begin_of(tree, s) + "if (" + condition + ") { " + round + " while (" +
                             condition + ") " + round + " } }");
    return true;
  });
}

std::vector<Edits> unroll(const KernelTree& tree) {
  return each_statement(tree, [&](const Function& f, const Statement& s, Edits& edits) {
    if (!is_for_or_while(s) || tree.continues(f, f.part(s, 0))) return false;
    const std::string round = round_of(tree, f, s), condition = condition_of(tree, s);
    // A `break` leaves the loop from both rounds.
    const std::string open = round.substr(0, round.size() - 1);
    edits.replace(s.all, begin_of(tree, s) + "while (" + condition + ") " + open + "if (!(" +
                             condition + ")) break; " + round + " } }");
    return true;
  });
}

std::vector<Edits> split_loop(const KernelTree& tree) {
  return each_statement(tree, [&](const Function& f, const Statement& s, Edits& edits) {
    if (!is_for_or_while(s)) return false;
    const Statement& body = f.part(s, 0);
    if (tree.continues(f, body) || tree.breaks(f, body)) return false;
    const std::string more = fresh_name(tree, "more"), rounds = fresh_name(tree, "rounds");
    const std::string condition = condition_of(tree, s), round = round_of(tree, f, s);
    // Where items meet at a barrier they must leave the first loop together.
    const char* number = tree.has_barrier(s.all) ? "get_num_groups(0)" : "get_local_id(0)";
    edits.replace(s.all, begin_of(tree, s) + "bool " + more + " = true; for (uint " + rounds +
                             " = 0; " + rounds + " <= (" + number + " & 3) && (" + more + " = (" +
                             condition + ")); ++" + rounds + ") " + round + " while (" + more +
                             " && (" + condition + ")) " + round + " }");
    return true;
  });
}

std::vector<Edits> opaque_bound(const KernelTree& tree) {
  return each_statement(tree, [&](const Function&, const Statement& s, Edits& edits) {
    if (!s.is_loop() || s.condition.empty()) return false;
    edits.replace(s.condition, "(" + tree.text_of(s.condition) + ") && " + kAlways);
    return true;
  });
}

}  // namespace assay::opencl::shapes
