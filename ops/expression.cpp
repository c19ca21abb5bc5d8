// An expression is evaluated by a walk over its tree. If a value is undefined, the walk sets one
// flag and goes on with 0, so no value needs a wrapper and nothing is thrown.
#include "ops/expression.h"

namespace assay::ops {

using Node = ExpressionNode;
using Op = Node::Op;

class ExpressionEvaluator {
 public:
  ExpressionEvaluator(const Expression& e, const Descriptor& d, std::int64_t variable)
      : nodes_(e.nodes_.data()), d_(d), outer_(variable) {}

  bool defined() const { return defined_; }

  std::int64_t integer(std::size_t at) {
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
        return static_cast<std::int64_t>(d_.tensors[n.place].type);
      case Op::DimensionCountOf:
        return static_cast<std::int64_t>(d_.tensors[n.place].sizes.size());
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
      case Op::Less:
        return integer(n.a) < integer(n.b);
      case Op::LessEqual:
        return integer(n.a) <= integer(n.b);
      case Op::Greater:
        return integer(n.a) > integer(n.b);
      case Op::GreaterEqual:
        return integer(n.a) >= integer(n.b);
      case Op::Equal:
        return integer(n.a) == integer(n.b);
      case Op::NotEqual:
        return integer(n.a) != integer(n.b);
      case Op::If:
        return integer(n.a) ? integer(n.b) : integer(n.c);
      case Op::Min:
        return std::min(integer(n.a), integer(n.b));
      case Op::Max:
        return std::max(integer(n.a), integer(n.b));
      case Op::Abs: {
        const std::int64_t a = integer(n.a);
        return a == Set::kLowest ? undefined() : a < 0 ? -a : a;
      }
      case Op::Index: {
        List scratch;
        const List& l = list(n.a, scratch);
        const std::int64_t i = integer(n.b);
        return inside(i, l.size()) ? l[static_cast<std::size_t>(i)] : undefined();
      }
      case Op::Product: {
        List scratch;
        std::int64_t product = 1;
        for (std::int64_t v : list(n.a, scratch))
          if (__builtin_mul_overflow(product, v, &product)) return undefined();
        return product;
      }
      case Op::LeadingOnes: {
        List scratch;
        std::int64_t ones = 0;
        for (std::int64_t v : list(n.a, scratch)) {
          if (v != 1) break;
          ++ones;
        }
        return ones;
      }
      case Op::Length: {
        List scratch;
        return static_cast<std::int64_t>(list(n.a, scratch).size());
      }
      case Op::Contains: {
        List scratch;
        const List& l = list(n.a, scratch);
        return std::find(l.begin(), l.end(), integer(n.b)) != l.end();
      }
      default:
        return undefined();
    }
  }

  Set set(std::size_t at) {
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

  /// Calls take(set) for each entry in order. take returns false if it has no room for the set.
  template <class Take>
  void shape(std::size_t at, const Take& take) {
    const Node& n = nodes_[at];
    switch (n.op) {
      case Op::Concat:
        shape(n.a, take);
        shape(n.b, take);
        return;
      case Op::EntrySet:
        return entry(take, set(n.a));
      case Op::Ones:
        return repeat(take, integer(n.a), Set::only(1));
      case Op::Any:
        return repeat(take, integer(n.a), Set::all());
      case Op::Each: {
        const std::int64_t count = integer(n.a);
        reads_loop_ = false;
        loop_ = 0;
        if (count == 0) return;
        const Set first = set(n.b);
        // Only the counter changes from turn to turn, so a set that does not read it is the same
        // each time.
        if (!reads_loop_) return repeat(take, count, first);
        if (!inside(count, kMaxEntries + 1)) return void(undefined());
        entry(take, first);
        for (loop_ = 1; loop_ < count; ++loop_) entry(take, set(n.b));
        return;
      }
      default: {
        List scratch;
        for (std::int64_t v : list(n.a, scratch)) entry(take, Set::only(v));
      }
    }
  }

 private:
  std::int64_t undefined() {
    defined_ = false;
    return 0;
  }
  static bool inside(std::int64_t i, std::size_t size) {
    return i >= 0 && static_cast<std::uint64_t>(i) < size;
  }
  template <class Take>
  void entry(const Take& take, const Set& s) {
    if (!take(s)) undefined();
  }
  template <class Take>
  void repeat(const Take& take, std::int64_t count, const Set& s) {
    if (!inside(count, kMaxEntries + 1)) return void(undefined());
    for (std::int64_t i = 0; i < count; ++i) entry(take, s);
  }

  const List& list(std::size_t at, List& scratch) {
    const Node& n = nodes_[at];
    switch (n.op) {
      case Op::Array:
        return d_.values[n.place];
      case Op::SizesOf:
        return d_.tensors[n.place].sizes;
      case Op::StridesOf:
        return d_.tensors[n.place].strides;
      case Op::Slice:
        return slice(n, scratch);
      case Op::Join:
        return join(n, scratch);
      default:
        return fit(n, scratch);
    }
  }
  const List& slice(const Node& n, List& out) {
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
  const List& join(const Node& n, List& out) {
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
  const List& fit(const Node& n, List& out) {
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

  const Node* nodes_;
  const Descriptor& d_;
  std::int64_t outer_, loop_ = 0;
  bool defined_ = true, reads_loop_ = false;
};

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

bool Expression::shape(const Descriptor& d, Shape& out) const {
  ExpressionEvaluator e(*this, d, 0);
  out.clear();
  e.shape(root_, [&](const Set& s) {
    if (out.full()) return false;
    out.push_back(s);
    return true;
  });
  return e.defined();
}

bool Expression::narrow(const Descriptor& d, Shape& shape) const {
  ExpressionEvaluator e(*this, d, 0);
  std::size_t at = 0;
  e.shape(root_, [&](const Set& s) {
    if (at == shape.size()) return false;
    shape[at] = shape[at].intersect(s);
    ++at;
    return true;
  });
  return e.defined() && at == shape.size();
}

bool Expression::admits(const Descriptor& d, const List& list) const {
  ExpressionEvaluator e(*this, d, 0);
  std::size_t at = 0;
  bool inside = true;
  e.shape(root_, [&](const Set& s) {
    if (at == list.size()) return false;
    inside &= s.contains(list[at++]);
    return true;
  });
  return e.defined() && at == list.size() && inside;
}

}  // namespace assay::ops
