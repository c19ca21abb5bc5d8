// This file makes a case's data. If strides let coordinates share an element, memory is filled and
// then read through the strides, so that the copies of that element are equal.
#include "specs/fill.h"

#include <fmt/format.h>

#include "ops/error.h"
#include "ops/hash.h"
#include "specs/dressing.h"
#include "specs/function_fill.h"
#include "specs/index_fill.h"
#include "specs/value_fill.h"

namespace assay::specs {
namespace {

/// This limit is far above what a campaign draws.
constexpr std::uint64_t kMostElements = std::uint64_t{1} << 28;

void fill_tensor(const Case& c, std::size_t place, ops::Bytes& data) {
  const ops::Member& m = c.spec->signature.tensor_at(place);
  const ops::TensorDesc& t = c.descriptor.tensors[place];
  const std::uint64_t key = ops::random_at(c.seed, place + 1);
  const DataRule* rule = c.spec->values_rule(place);
  const auto make = [&](std::uint64_t count, bool shared, std::span<std::byte> out) {
    if (rule) {
      fill_indices(c, *rule, key, count, shared, out);
    } else if (fills_arguments(c.spec->signature, c.fill, t.type)) {
      fill_arguments(c.spec->signature, m, c.fill, t.type, key, count, out);
    } else {
      fill_values(c.fill, t.type, key, terms(c), count, out);
    }
  };
  const std::uint64_t count = elements_of(t);
  data.resize(count * size_of(t.type));
  if (!overlaps_itself(t)) return make(count, false, data);
  const std::uint64_t span = *span_elements(t);
  if (span > kMostElements)
    throw Error(fmt::format("{}: its elements are shared and span {}; data are made for up to {}",
                            c.spec->signature.tensor_name(place), span, kMostElements));
  thread_local ops::Bytes memory;
  memory.assign(span * size_of(t.type), {});
  make(span, true, memory);
  pack(t, memory, data);
}

bool in_range(const Case& c, const DataRule& rule, const ops::TensorDesc& t, std::int64_t value,
              std::int64_t j) {
  ops::Set set;
  if (!rule.in->set(c.descriptor, set, j)) return false;
  if (value < 0 && rule.negative && c.level >= rule.from && is_signed(t.type))
    value += rule.negative->integer(c.descriptor, j).value_or(0);
  return set.contains(value);
}

}  // namespace

void fill(const Case& c, ops::Problem& problem) {
  problem.descriptor = c.descriptor;
  problem.data.resize(c.descriptor.tensors.size());
  for (std::size_t place = 0; place < c.descriptor.tensors.size(); ++place) {
    ops::Bytes& data = problem.data[place];
    if (c.spec->signature.tensor_at(place).kind == ops::Kind::Output ||
        c.descriptor.tensors[place].absent) {
      data.clear();
    } else if (c.data && !c.data->tensors[place].empty()) {
      data = c.data->tensors[place];
    } else {
      fill_tensor(c, place, data);
    }
  }
}

std::vector<std::size_t> broken_data_rules(const Case& c, const ops::Problem& problem) {
  std::vector<std::size_t> broken;
  for (std::size_t r = 0; r < c.spec->data_rules.size(); ++r) {
    const DataRule& rule = c.spec->data_rules[r];
    if (!rule.in || rule.otherwise != DataRule::Otherwise::Undrawn) continue;
    const std::size_t place = c.spec->signature.members[rule.member].place;
    const ops::TensorDesc& t = c.descriptor.tensors[place];
    const std::uint64_t count = elements_of(t);
    const auto columns = rule.each ? static_cast<std::uint64_t>(t.sizes.back()) : 1;
    for (std::uint64_t i = 0; i < count; ++i)
      if (!in_range(c, rule, t, integer_at(t.type, problem.data[place], i),
                    static_cast<std::int64_t>(i % columns))) {
        broken.push_back(r);
        break;
      }
  }
  return broken;
}

std::uint64_t hash_of(const ops::Problem& problem) {
  std::uint64_t hash = 0;
  const auto add = [&](std::uint64_t v) { hash = ops::hash_with(hash, v); };
  const auto add_list = [&](const ops::List& list) {
    add(list.size());
    for (std::int64_t v : list) add(static_cast<std::uint64_t>(v));
  };
  for (const ops::TensorDesc& t : problem.descriptor.tensors) {
    if (t.absent) add(~std::uint64_t{0});
    add(static_cast<std::uint64_t>(t.type));
    add_list(t.sizes);
    if (t.strided) add_list(t.strides);
    add(t.bytes.value_or(0));
    add(t.alignment);
  }
  for (const ops::List& list : problem.descriptor.values) add_list(list);
  for (const ops::Bytes& bytes : problem.data) {
    add(bytes.size());
    for (std::byte b : bytes) add(static_cast<std::uint64_t>(b));
  }
  return hash;
}

}  // namespace assay::specs
