#pragma once

#include <cstddef>
#include <cstdint>

#include "ops/expression.h"

namespace assay::ops {

/// Evaluates an expression's tree for a descriptor. If a value is undefined, the walk sets one flag
/// and goes on with 0, so no value needs a wrapper and nothing is thrown.
class ExpressionEvaluator {
  using Node = ExpressionNode;
  using Op = Node::Op;

 public:
  ExpressionEvaluator(const Expression& e, const Descriptor& d, std::int64_t variable)
      : nodes_(e.nodes_.data()), d_(d), outer_(variable) {}

  /// Whether all that was evaluated is defined.
  bool defined() const { return defined_; }

  /// The value of a node, which must be that of an integer or of a set.
  std::int64_t integer(std::size_t at);
  Set set(std::size_t at);

  /// Calls take(set) for each entry in order. take returns false if it has no room for the set.
  template <class Take>
  void sets(std::size_t at, const Take& take) {
    const Node& n = nodes_[at];
    switch (n.op) {
      case Op::Concat:
        sets(n.a, take);
        sets(n.b, take);
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

  /// The tensor that a node reads. An absent one has no sizes, and is undefined.
  const TensorDesc& tensor(const Node& n);
  std::int64_t sum(const Node& n);
  std::int64_t arithmetic(const Node& n);
  bool comparison(const Node& n);
  /// A number that is read from a list: an entry, the product, the length.
  std::int64_t of_list(const Node& n);

  const List& list(std::size_t at, List& scratch);
  const List& slice(const Node& n, List& out);
  const List& join(const Node& n, List& out);
  const List& fit(const Node& n, List& out);

  const Node* nodes_;
  const Descriptor& d_;
  std::int64_t outer_, loop_ = 0, turn_ = 0;
  bool defined_ = true, reads_loop_ = false;
};

}  // namespace assay::ops
