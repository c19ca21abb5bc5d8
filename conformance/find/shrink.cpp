// Shrinking edits a case and then repairs it, so no operator needs a shrinker of its own. The edits
// ignore the rules, and the repair makes each edited case valid again. A candidate that is not
// simpler than the best case so far is not tried.
#include "conformance/find/shrink.h"

#include <rapidcheck.h>

#include <algorithm>
#include <bit>
#include <set>

#include "conformance/find/case_edits.h"
#include "conformance/find/complexity.h"
#include "conformance/find/simpler_float.h"
#include "specs/repair.h"
#include "specs/rules.h"

namespace assay::conformance {
namespace {

using ops::List;
using ops::TensorDesc;
using specs::Case;

class Shrinker {
 public:
  Shrinker(const Routed& start, const Interesting& interesting, unsigned most_questions)
      : best_(start), cost_(complexity(start)), interesting_(interesting), left_(most_questions) {}

  Routed run() {
    while (left_ > 0 &&
           (steps() || tensors() || dimensions() || sizes() || inner() || dressing() || values() ||
            alike() || together() || route() || reseeded() || steps_again()))
      continue;
    return best_;
  }

 private:
  template <class Edit>
  bool attempt(Edit edit) {
    if (left_ == 0) return false;
    Routed candidate = best_;
    edit(candidate);
    candidate.c = specs::repair(candidate.c);
    const auto cost = complexity(candidate);
    if (!(cost < cost_) || !specs::is_valid(candidate.c)) return false;
    --left_;
    if (!interesting_(candidate)) return false;
    best_ = std::move(candidate);
    cost_ = cost;
    return true;
  }

  /// Moves one number towards `target` as far as the case stays interesting. Returns whether it
  /// moved.
  template <class Set>
  bool towards(std::int64_t from, std::int64_t target, Set set) {
    bool moved = false;
    const auto to = [&](std::int64_t value) {
      if (!attempt([&](Routed& r) { set(r, value); })) return false;
      from = value;
      return moved = true;
    };
    const auto nearer = [&] {
      auto candidates = rc::shrink::towards(from, target);
      while (const auto value = candidates.next())
        if (to(*value)) return true;
      // These keep what power of two the number is a multiple of, as of the width of a vector. The
      // few questions of a failure that takes long are for others.
      constexpr unsigned kFew = 50;
      const auto distance = static_cast<std::uint64_t>(std::max<std::int64_t>(from - target, 0));
      for (std::uint64_t step = std::bit_floor(distance); step > 1 && left_ > kFew; step /= 2)
        if (to(from - static_cast<std::int64_t>(step))) return true;
      return false;
    };
    while (nearer()) continue;
    return moved;
  }

  /// Drops a step of the shape, or has it made at one place; or launches fewer times. A route that
  /// did not fail alike is tried again only after all other edits, since a try needs a build or
  /// many launches.
  bool steps() {
    if (refused_.empty()) refused_at_ = cost_;
    for (const Route& simpler : routes_with_simpler_values(best_.route)) {
      if (std::find(refused_.begin(), refused_.end(), simpler) != refused_.end()) continue;
      if (attempt([&](Routed& r) { r.route = simpler; })) return true;
      if (left_ > 0) refused_.push_back(simpler);
    }
    return false;
  }

  bool steps_again() {
    if (refused_at_ == cost_) return false;
    refused_.clear();
    return steps();
  }

  bool tensors() {
    for (const ops::Member& m : best_.c.spec->signature.members) {
      const std::size_t count = best_.c.descriptor.tensors_of(m);
      // An array keeps one tensor, from which the others have their type.
      if (!m.may_be_absent() || (m.is_tensor_array() && count == 1)) continue;
      for (std::size_t k = 0; k < count; ++k)
        if (attempt([&](Routed& r) { drop_tensor(r.c, m, k); })) return true;
    }
    return false;
  }

  bool dimensions() {
    for (std::size_t t = 0; t < best_.c.descriptor.tensors.size(); ++t) {
      const std::size_t count = best_.c.descriptor.tensors[t].sizes.size();
      for (std::size_t k = 0; k < count; ++k)
        for (bool follow : {true, false})
          if (attempt([&](Routed& r) { drop_dimension(r.c, count, k, follow); })) return true;
    }
    return false;
  }

  bool sizes() {
    bool moved = false;
    for (std::size_t t = 0; t < best_.c.descriptor.tensors.size(); ++t)
      for (std::size_t i = 0; i < best_.c.descriptor.tensors[t].sizes.size(); ++i)
        moved |= towards(best_.c.descriptor.tensors[t].sizes[i], 1, [&](Routed& r, std::int64_t v) {
          r.c.descriptor.tensors[t].sizes[i] = v;
        });
    return moved;
  }

  /// Moves elements to the inner dimensions of a tensor. One long dimension is simpler than
  /// several. Some operators have a tensor with a column for each dimension that matters, which
  /// then needs fewer columns.
  bool inner() {
    for (std::size_t t = 0; t < best_.c.descriptor.tensors.size(); ++t) {
      const std::size_t count = best_.c.descriptor.tensors[t].sizes.size();
      const auto sizes = [t](Routed& r) -> List& { return r.c.descriptor.tensors[t].sizes; };
      for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = i + 1; j < count; ++j) {
          if (attempt([&](Routed& r) {
                sizes(r)[j] *= sizes(r)[i];
                sizes(r)[i] = 1;
              }))
            return true;
          if (attempt([&](Routed& r) { std::swap(sizes(r)[i], sizes(r)[j]); })) return true;
        }
    }
    return false;
  }

  /// Tries smaller sizes with other data. A failure that depends on the value of one element is
  /// lost when that element is cut away. With another seed, such a value may be nearer to the
  /// front. The fill that is richest in values makes this most likely.
  bool reseeded() {
    constexpr std::uint64_t kSeeds = 24;
    for (std::size_t t = 0; t < best_.c.descriptor.tensors.size(); ++t)
      for (std::size_t i = 0; i < best_.c.descriptor.tensors[t].sizes.size(); ++i) {
        const std::int64_t size = best_.c.descriptor.tensors[t].sizes[i];
        for (std::int64_t smaller :
             {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, size / 2, size - 1}) {
          if (smaller < 1 || smaller >= size) continue;
          for (std::uint64_t seed = 0; seed < 2 * kSeeds; ++seed)
            if (attempt([&](Routed& r) {
                  r.c.descriptor.tensors[t].sizes[i] = smaller;
                  if (seed >= kSeeds) r.c.fill = specs::Fill::Special;
                  r.c.seed = seed;
                }))
              return true;
        }
      }
    return false;
  }

  bool values() {
    bool moved = false;
    for (const ops::Member& m : best_.c.spec->signature.members) {
      if (is_tensor(m.kind)) continue;
      for (std::size_t i = 0; i < best_.c.descriptor.values[m.place].size(); ++i) {
        const auto set = [&](Routed& r, std::int64_t v) { r.c.descriptor.values[m.place][i] = v; };
        const std::int64_t now = best_.c.descriptor.values[m.place][i];
        const auto type = value_type(m, best_.c.descriptor);
        if (!type || !is_float(*type)) {
          moved |= towards(now, 0, set);
          continue;
        }
        for (const std::int64_t simpler : simpler_floats(*type, now))
          if (attempt([&](Routed& r) { set(r, simpler); })) {
            moved = true;
            break;
          }
      }
    }
    return moved;
  }

  /// Moves all sizes of one value together. A failure may need that two of them are equal, as the
  /// sides of a square matrix are.
  bool alike() {
    bool moved = false;
    std::set<std::int64_t> tried{1};
    for (std::size_t t = 0; t < best_.c.descriptor.tensors.size(); ++t)
      for (std::size_t i = 0; i < best_.c.descriptor.tensors[t].sizes.size(); ++i) {
        const auto size = [t, i](const Routed& r) { return r.c.descriptor.tensors[t].sizes[i]; };
        if (!tried.insert(size(best_)).second) continue;
        moved |= towards(size(best_), 1,
                         [&](Routed& r, std::int64_t v) { replace_sizes(r.c, size(r), v); });
      }
    return moved;
  }

  /// Makes one number smaller, and with it one size as small as it can be. Where a size has a least
  /// value that follows from the number, a smaller number alone may leave more elements to what
  /// follows from both.
  bool together() {
    const auto with_a_size = [&](std::int64_t now, std::int64_t least, const auto& set) {
      const std::size_t tensors = best_.c.descriptor.tensors.size();
      for (const std::int64_t smaller : {least, now / 2, now - 1})
        for (std::size_t t = 0; smaller >= least && smaller < now && t < tensors; ++t)
          for (std::size_t i = 0; i < best_.c.descriptor.tensors[t].sizes.size(); ++i)
            if (best_.c.descriptor.tensors[t].sizes[i] > 1 && attempt([&](Routed& r) {
                  r.c.descriptor.tensors[t].sizes[i] = 1;
                  set(r, smaller);
                }))
              return true;
      return false;
    };
    for (std::size_t t = 0; t < best_.c.descriptor.tensors.size(); ++t)
      for (std::size_t i = 0; i < best_.c.descriptor.tensors[t].sizes.size(); ++i)
        if (with_a_size(best_.c.descriptor.tensors[t].sizes[i], 1,
                        [&](Routed& r, std::int64_t v) { r.c.descriptor.tensors[t].sizes[i] = v; }))
          return true;
    for (const ops::Member& m : best_.c.spec->signature.members) {
      if (is_tensor(m.kind) || value_type(m, best_.c.descriptor)) continue;
      for (std::size_t i = 0; i < best_.c.descriptor.values[m.place].size(); ++i)
        if (with_a_size(best_.c.descriptor.values[m.place][i], 0,
                        [&](Routed& r, std::int64_t v) { r.c.descriptor.values[m.place][i] = v; }))
          return true;
    }
    return false;
  }

  bool dressing() {
    bool moved = false;
    for (std::size_t t = 0; t < best_.c.descriptor.tensors.size(); ++t) {
      const auto tensor = [t](Routed& r) -> TensorDesc& { return r.c.descriptor.tensors[t]; };
      moved |= attempt([&](Routed& r) {
        tensor(r).strided = false;
        tensor(r).strides.clear();
        tensor(r).bytes.reset();
      });
      moved |= attempt([&](Routed& r) { tensor(r).bytes.reset(); });
      moved |= attempt([&](Routed& r) { tensor(r).alignment = 0; });
      for (std::size_t i = 0; i < tensor(best_).strides.size(); ++i)
        moved |= towards(tensor(best_).strides[i], 0,
                         [&](Routed& r, std::int64_t v) { tensor(r).strides[i] = v; });
    }
    for (specs::Fill f : {specs::Fill::Distinct, specs::Fill::Integers})
      moved |= attempt([&](Routed& r) { r.c.fill = f; });
    moved |= attempt([&](Routed& r) { r.c.indices = specs::IndexFill::Inside; });
    for (std::uint64_t seed : {0, 1, 2, 3, 5, 8, 13, 21})
      moved |= attempt([&](Routed& r) { r.c.seed = seed; });
    return moved;
  }

  bool route() {
    Route plain;
    plain.variant = best_.route.variant;
    bool moved = attempt([&](Routed& r) { r.route = plain; });
    const auto simplify = [&] {
      for (const Route& simpler : simpler_routes(best_.route))
        if (attempt([&](Routed& r) { r.route = simpler; })) return moved = true;
      return false;
    };
    while (simplify()) continue;
    return moved;
  }

  Routed best_;
  std::vector<std::uint64_t> cost_;
  /// The routes that steps() tried and that did not fail alike, and what the best case cost before
  /// the first one.
  std::vector<Route> refused_;
  std::vector<std::uint64_t> refused_at_;
  const Interesting& interesting_;
  unsigned left_;
};

}  // namespace

Routed shrink(const Routed& start, const Interesting& interesting, unsigned most_questions) {
  return Shrinker(start, interesting, most_questions).run();
}

}  // namespace assay::conformance
