// An expression is evaluated by a walk over its tree: integers, sets and lists.
#include "ops/expression_evaluator.h"

namespace assay::ops {

std::int64_t ExpressionEvaluator::integer(std::size_t at) {
  const Node& n = nodes_[at];
  switch (n.op) {
    case Op::Constant:
      return n.value;
    case Op::Outer:
      return outer_;
    case Op::Loop:
      reads_loop_ = true;
      return loop_;
    case Op::Scalar:
      return d_.values[n.place][0];
    case Op::TypeOf:
      return static_cast<std::int64_t>(tensor(n).type);
    case Op::DimensionCountOf:
      return static_cast<std::int64_t>(tensor(n).sizes.size());
    case Op::Turn:
      return turn_;
    case Op::Sum:
      return sum(n);
    case Op::Present:
      return !d_.tensors[n.place].absent;
    case Op::If:
      return integer(n.a) ? integer(n.b) : integer(n.c);
    case Op::Index:
    case Op::Product:
    case Op::LeadingOnes:
    case Op::Length:
    case Op::Contains:
      return of_list(n);
    case Op::Less:
    case Op::LessEqual:
    case Op::Greater:
    case Op::GreaterEqual:
    case Op::Equal:
    case Op::NotEqual:
      return comparison(n);
    default:
      return arithmetic(n);
  }
}

std::int64_t ExpressionEvaluator::arithmetic(const Node& n) {
  switch (n.op) {
    case Op::Add: {
      std::int64_t result = 0;
      return __builtin_add_overflow(integer(n.a), integer(n.b), &result) ? undefined() : result;
    }
    case Op::Subtract: {
      std::int64_t result = 0;
      return __builtin_sub_overflow(integer(n.a), integer(n.b), &result) ? undefined() : result;
    }
    case Op::Multiply: {
      std::int64_t result = 0;
      return __builtin_mul_overflow(integer(n.a), integer(n.b), &result) ? undefined() : result;
    }
    case Op::Divide: {
      const std::int64_t a = integer(n.a), b = integer(n.b);
      return b == 0 || (a == Set::kLowest && b == -1) ? undefined() : a / b;
    }
    case Op::Min:
      return std::min(integer(n.a), integer(n.b));
    case Op::Max:
      return std::max(integer(n.a), integer(n.b));
    case Op::Abs: {
      const std::int64_t a = integer(n.a);
      return a == Set::kLowest ? undefined() : a < 0 ? -a : a;
    }
    default:
      return undefined();
  }
}

bool ExpressionEvaluator::comparison(const Node& n) {
  const std::int64_t a = integer(n.a), b = integer(n.b);
  switch (n.op) {
    case Op::Less:
      return a < b;
    case Op::LessEqual:
      return a <= b;
    case Op::Greater:
      return a > b;
    case Op::GreaterEqual:
      return a >= b;
    case Op::Equal:
      return a == b;
    default:
      return a != b;
  }
}

std::int64_t ExpressionEvaluator::of_list(const Node& n) {
  List scratch;
  const List& l = list(n.a, scratch);
  switch (n.op) {
    case Op::Index: {
      const std::int64_t i = integer(n.b);
      return inside(i, l.size()) ? l[static_cast<std::size_t>(i)] : undefined();
    }
    case Op::Product: {
      std::int64_t product = 1;
      for (std::int64_t v : l)
        if (__builtin_mul_overflow(product, v, &product)) return undefined();
      return product;
    }
    case Op::LeadingOnes:
      return std::find_if(l.begin(), l.end(), [](std::int64_t v) { return v != 1; }) - l.begin();
    case Op::Length:
      return static_cast<std::int64_t>(l.size());
    default:
      return std::find(l.begin(), l.end(), integer(n.b)) != l.end();
  }
}

Set ExpressionEvaluator::set(std::size_t at) {
  const Node& n = nodes_[at];
  if (n.op == Op::Single) return Set::only(integer(n.a));
  if (n.op == Op::Free) return Set::all();
  if (n.op == Op::Choice) return set(integer(n.a) ? n.b : n.c);
  if (n.op == Op::Interval) {
    const std::int64_t low = integer(n.a);
    return {low, integer(n.b)};
  }
  if (n.op == Op::Multiples) {
    const std::int64_t step = integer(n.a);
    if (step < 1) undefined();
    return Set::multiples(std::max<std::int64_t>(step, 1));
  }
  Set united = set(n.a);
  const Set right = set(n.b);
  if (united.step() != 1 || right.step() != 1) undefined();
  for (Range r : right.ranges())
    if (!united.add(r)) undefined();
  return united;
}

const TensorDesc& ExpressionEvaluator::tensor(const Node& n) {
  if (n.capacity == 0) return d_.tensors[n.place];
  const std::int64_t number = integer(n.a);
  if (inside(number, n.capacity)) {
    const TensorDesc& t = d_.tensors[n.place + static_cast<std::size_t>(number)];
    if (!t.absent) return t;
  }
  undefined();
  static const TensorDesc kNone = absent_tensor();
  return kNone;
}

std::int64_t ExpressionEvaluator::sum(const Node& n) {
  const std::int64_t count = integer(n.a);
  if (!inside(count, kMaxEntries + 1)) return undefined();
  const std::int64_t outer = turn_;
  std::int64_t all = 0;
  bool fits = true;
  for (turn_ = 0; turn_ < count; ++turn_) fits &= !__builtin_add_overflow(all, integer(n.b), &all);
  turn_ = outer;
  return fits ? all : undefined();
}

const List& ExpressionEvaluator::list(std::size_t at, List& scratch) {
  const Node& n = nodes_[at];
  switch (n.op) {
    case Op::Array:
      return d_.values[n.place];
    case Op::SizesOf:
      return tensor(n).sizes;
    case Op::StridesOf:
      return tensor(n).strides;
    case Op::Slice:
      return slice(n, scratch);
    case Op::Join:
      return join(n, scratch);
    default:
      return fit(n, scratch);
  }
}

const List& ExpressionEvaluator::slice(const Node& n, List& out) {
  List scratch;
  const List& l = list(n.a, scratch);
  const std::int64_t from = integer(n.b), to = integer(n.c);
  List result;
  if (from > to || !inside(from, l.size() + 1) || !inside(to, l.size() + 1)) {
    undefined();
  } else {
    for (std::int64_t i = from; i < to; ++i) result.push_back(l[static_cast<std::size_t>(i)]);
  }
  return out = result;
}

const List& ExpressionEvaluator::join(const Node& n, List& out) {
  List left, right;
  List joined = list(n.a, left);
  for (std::int64_t v : list(n.b, right)) {
    if (joined.full()) {
      undefined();
      break;
    }
    joined.push_back(v);
  }
  return out = joined;
}

const List& ExpressionEvaluator::fit(const Node& n, List& out) {
  List scratch;
  const List& l = list(n.a, scratch);
  const std::int64_t count = integer(n.b);
  List result;
  if (!inside(count, kMaxEntries + 1)) {
    undefined();
    return out = result;
  }
  const std::size_t want = static_cast<std::size_t>(count);
  for (std::size_t i = l.size(); i < want; ++i) result.push_back(1);
  const std::size_t drop = l.size() > want ? l.size() - want : 0;
  for (std::size_t i = 0; i < drop; ++i)
    if (l[i] != 1) undefined();
  for (std::size_t i = drop; i < l.size(); ++i) result.push_back(l[i]);
  return out = result;
}

}  // namespace assay::ops
