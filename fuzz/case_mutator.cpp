// A mutation is an edit and then a repair, as in shrinking. An edit may ask for anything, and the
// repair finds the nearest case that the rules permit. So an edit needs no knowledge of its
// operator.
#include "fuzz/case_mutator.h"

#include <algorithm>
#include <array>

#include "conformance/route/route.h"
#include "fuzz/case_input.h"
#include "fuzz/device.h"
#include "fuzz/environment.h"
#include "fuzz/programs.h"
#include "fuzz/small_case.h"
#include "opencl/shape/shape.h"
#include "ops/error.h"
#include "specs/draw.h"
#include "specs/dressing.h"
#include "specs/facet_walk.h"
#include "specs/repair.h"
#include "specs/rules.h"

namespace assay::fuzz {
namespace {

using conformance::Routed;
using specs::Aspect;
using specs::Case;
using specs::Chooser;
using specs::Facet;

bool has_entries(const Facet& f) {
  return f.aspect != Aspect::Strides && f.aspect != Aspect::Bytes && f.aspect != Aspect::Alignment;
}

/// Values around 0 and around the sizes of work-groups and vectors.
std::int64_t some_value(const Facet& facet, std::int64_t now, Chooser& chooser) {
  constexpr std::array<std::int64_t, 16> kValues{0,  1,  2,  3,  4,  7,   8,   9,
                                                 16, 17, 63, 64, 65, 256, 257, 1025};
  if (facet.aspect == Aspect::DataType) return 1 + static_cast<std::int64_t>(chooser.below(11));
  if (facet.aspect == Aspect::Dimensions || facet.aspect == Aspect::Length)
    return 1 + static_cast<std::int64_t>(chooser.below(ops::kMaxDimensions));
  switch (chooser.below(4)) {
    case 0:
      return now < INT64_MAX ? now + 1 : now;
    case 1:
      return now > INT64_MIN ? now - 1 : now;
    case 2:
      return now > INT64_MIN ? -now : now;
    default:
      return kValues[chooser.below(kValues.size())];
  }
}

void change_entry(Case& c, Chooser& chooser) {
  const Facet& facet = c.spec->facets[chooser.below(c.spec->facets.size())];
  const std::size_t slot = facet.slots > 1 ? chooser.below(facet.slots) : 0;
  if (!has_entries(facet) || !is_there(facet, c, slot)) return;
  const std::size_t count = entry_count(facet, c, slot);
  if (count == 0) return;
  const std::size_t i = chooser.below(count);
  // A level changes whether a case is valid, but never its answer. Levels at which nothing changes
  // are left out.
  const auto& levels = c.spec->interesting_levels;
  if (facet.aspect == Aspect::Level)
    c.level = levels[chooser.below(levels.size())];
  else
    set_entry(facet, c, i,
              specs::representable(facet, c).nearest(
                  some_value(facet, entry(facet, c, i, slot), chooser)),
              slot);
  specs::make_representable(c);
}

/// Repairs a case if it needs that. Most edits leave a case valid, and checking that is faster than
/// a repair. Cases with an index fill other than `inside` are always repaired, because not every
/// case can have every index fill.
void repair_broken(Case& c) {
  if (c.indices != specs::IndexFill::Inside || !is_valid(c)) c = specs::repair(c);
}

/// Moves an entry to the low or high end of one of the ranges that a rule permits, such as its
/// lowest or highest value.
void move_to_edge(Case& c, Chooser& chooser) {
  repair_broken(c);
  constexpr std::int64_t kFar = 4 * kMaxElements;
  const specs::Rule& rule = c.spec->rules[chooser.below(c.spec->rules.size())];
  const Facet& facet = c.spec->facets[rule.facet];
  const std::size_t slot = facet.slots > 1 ? chooser.below(facet.slots) : 0;
  if (!has_entries(facet) || facet.aspect == Aspect::Level || !applies(rule, c, slot)) return;
  ops::Sets sets(entry_count(facet, c, slot), ops::Set::all());
  if (sets.empty() || !narrow(rule, c, sets, slot)) return;
  const std::size_t i = chooser.below(sets.size());
  if (sets[i].empty()) return;
  const ops::Range r = sets[i].ranges()[chooser.below(sets[i].ranges().size())];
  const std::int64_t to = chooser.below(2) ? r.low : r.high;
  if (to < -kFar || to > kFar) return;
  set_entry(facet, c, i, to, slot);
  // Another activation may lack parameters that this one has.
  specs::make_representable(c);
}

void change_data(Case& c, Chooser& chooser) {
  switch (chooser.below(3)) {
    case 0:
      c.fill = static_cast<specs::Fill>(chooser.below(specs::kFills));
      return;
    case 1:
      c.indices = static_cast<specs::IndexFill>(chooser.below(specs::kIndexFills));
      return;
    default:
      c.seed = chooser.below(std::uint64_t{1} << 32);
  }
}

/// Draws other strides, bytes and alignments. The fills and the seed stay.
void change_dressing(Case& c, Chooser& chooser) {
  const Case before = c;
  for (ops::TensorDesc& t : c.descriptor.tensors) {
    if (t.absent) continue;
    t.strided = false;
    t.strides.clear();
    t.bytes.reset();
    t.alignment = 0;
  }
  c = specs::repair(c);
  draw_dressing(c, chooser, {.max_elements = kMaxElements});
  c.fill = before.fill;
  c.indices = before.indices;
  c.seed = before.seed;
}

void change_route(Routed& r, Chooser& chooser) {
  const auto offered = pipeline().offered(*r.c.spec, conformance::types_of(r.c.descriptor));
  if (!offered.empty())
    r.route = conformance::draw_route(offered, pipeline().device(), chooser, &r.c);
}

/// Adds, drops or replaces a step of the kernels' shape, or has a step made at another place.
void change_shape(Routed& r, Chooser& chooser) {
  opencl::Chain chain = opencl::chain_of(r.route.launch.shape);
  const auto some_place = [&] {
    return chooser.below(2) ? chooser.below(opencl::kMostPlace + 1) : 0;
  };
  const auto some_step = [&] {
    return opencl::Step{chooser.below(opencl::rewritings().size()), some_place()};
  };
  const auto some = [&](std::size_t count) {
    return chain.begin() + static_cast<std::ptrdiff_t>(chooser.below(count));
  };
  if (chain.empty()) {
    chain.push_back(some_step());
  } else {
    switch (chooser.below(4)) {
      case 0:
        if (chain.size() < opencl::kMostSteps) chain.insert(some(chain.size() + 1), some_step());
        break;
      case 1:
        chain.erase(some(chain.size()));
        break;
      case 2:
        *some(chain.size()) = some_step();
        break;
      default:
        some(chain.size())->place = some_place();
    }
  }
  r.route.launch.shape = opencl::shape_of(chain);
}

bool affordable(const Routed& r) { return programs().may_get() || programs().at_hand(r); }

/// A new case for a program that is at hand, if there is one. Otherwise any new case.
Routed at_hand(Chooser& chooser) {
  const Programs::Program* program = programs().some(chooser);
  if (!program) return drawn(chooser);
  // Small size classes are more likely.
  constexpr unsigned kClasses = 7;
  specs::Head head = program->head;
  head.size_class = static_cast<unsigned>(chooser.below(1 + chooser.below(kClasses)));
  Routed r{specs::draw(head, chooser, {.max_elements = kMaxElements}), {}};
  change_route(r, chooser);
  conformance::share_launch(r.route, program->route);
  make_runnable(r);
  return r;
}

/// Repairs an edited case. If the case has become too large, or asks for a program that would take
/// too long, a new case replaces it.
Routed runnable(Routed r, Chooser& chooser) {
  repair_broken(r.c);
  return is_small(r.c) && make_runnable(r) && affordable(r) ? r : fresh(chooser);
}

}  // namespace

Routed fresh(Chooser& chooser) { return programs().may_get() ? drawn(chooser) : at_hand(chooser); }

Routed drawn(Chooser& chooser) {
  Routed r{draw_small(chooser), {}};
  change_route(r, chooser);
  make_runnable(r);
  return r;
}

Routed mutated(const Routed& start, Chooser& chooser) {
  constexpr std::uint64_t kFreshOnceIn = 2, kMostEdits = 3;
  if (chooser.once_in(kFreshOnceIn) || !affordable(start)) return fresh(chooser);
  Routed r = start;
  for (std::uint64_t edits = 1 + chooser.below(kMostEdits); edits > 0; --edits)
    switch (chooser.below(9)) {
      case 0:
      case 1:
        change_entry(r.c, chooser);
        break;
      case 2:
      case 3:
        move_to_edge(r.c, chooser);
        break;
      case 4:
        change_dressing(r.c, chooser);
        break;
      case 5:
      case 6:
        change_data(r.c, chooser);
        break;
      case 7:
        change_shape(r, chooser);
        break;
      default:
        change_route(r, chooser);
    }
  return runnable(std::move(r), chooser);
}

Routed crossed(const Routed& a, const Routed& b, Chooser& chooser) {
  Routed r = a;
  const auto from_b = [&] { return chooser.below(2) == 1; };
  if (a.c.spec == b.c.spec) {
    for (std::size_t t = 0; t < r.c.descriptor.tensors.size(); ++t)
      if (from_b()) r.c.descriptor.tensors[t] = b.c.descriptor.tensors[t];
    for (std::size_t v = 0; v < r.c.descriptor.values.size(); ++v)
      if (from_b()) r.c.descriptor.values[v] = b.c.descriptor.values[v];
    specs::make_representable(r.c);
    if (from_b()) r.route.variant = b.route.variant;
  }
  if (from_b()) r.c.level = b.c.level;
  if (from_b()) r.c.fill = b.c.fill;
  if (from_b()) r.c.indices = b.c.indices;
  if (from_b()) r.c.seed = b.c.seed;
  if (from_b()) {
    r.route = b.route;
    conformance::share_launch(r.route, a.route);
  }
  return runnable(std::move(r), chooser);
}

}  // namespace assay::fuzz
