// An expression describes an integer, a set or a list of sets. What it describes is found by a walk
// over its tree (expression_evaluator.h).
#include "ops/expression.h"

#include "ops/expression_evaluator.h"

namespace assay::ops {

std::optional<std::int64_t> Expression::integer(const Descriptor& d, std::int64_t variable) const {
  ExpressionEvaluator e(*this, d, variable);
  const std::int64_t value = e.integer(root_);
  return e.defined() ? std::optional(value) : std::nullopt;
}

bool Expression::set(const Descriptor& d, Set& out, std::int64_t variable) const {
  ExpressionEvaluator e(*this, d, variable);
  out = e.set(root_);
  return e.defined();
}

bool Expression::sets(const Descriptor& d, Sets& out) const {
  ExpressionEvaluator e(*this, d, 0);
  out.clear();
  e.sets(root_, [&](const Set& s) {
    if (out.full()) return false;
    out.push_back(s);
    return true;
  });
  return e.defined();
}

bool Expression::narrow(const Descriptor& d, Sets& sets) const {
  ExpressionEvaluator e(*this, d, 0);
  std::size_t at = 0;
  e.sets(root_, [&](const Set& s) {
    if (at == sets.size()) return false;
    sets[at] = sets[at].intersect(s);
    ++at;
    return true;
  });
  return e.defined() && at == sets.size();
}

bool Expression::admits(const Descriptor& d, const List& list) const {
  ExpressionEvaluator e(*this, d, 0);
  std::size_t at = 0;
  bool inside = true;
  e.sets(root_, [&](const Set& s) {
    if (at == list.size()) return false;
    inside &= s.contains(list[at++]);
    return true;
  });
  return e.defined() && at == list.size() && inside;
}

}  // namespace assay::ops
