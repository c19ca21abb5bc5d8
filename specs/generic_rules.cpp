// These are DirectML's rules for every tensor, whatever the operator. Their source is the DirectML
// guide's pages on tensors and DirectML.h, as gathered in the reference beside the specs.
#include "specs/generic_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>

#include "specs/rules.h"

namespace assay::specs {
namespace {

using ops::TensorDesc;

const char* const kGuide = "DML_BUFFER_TENSOR_DESC";
const char* const kStrides = "Using strides to express padding and memory layout";

struct Adder {
  Spec& spec;

  std::size_t facet(Aspect aspect, std::size_t member, std::size_t slots = 1) {
    spec.facets.push_back(
        {.aspect = aspect, .member = member, .slots = slots, .rules = {}, .prefer = {}});
    return spec.facets.size() - 1;
  }
  void rule(std::size_t facet, Generic generic, std::string id, std::string sentence,
            std::string source, std::vector<std::size_t> needs) {
    Rule r;
    r.id = std::move(id);
    r.sentence = std::move(sentence);
    r.source = std::move(source);
    r.facet = facet;
    r.generic = generic;
    r.needs = std::move(needs);
    spec.facets[facet].rules.push_back(spec.rules.size());
    spec.rules.push_back(std::move(r));
  }
};

/// Whether some level supports elements of more than one byte for the tensor. Any alignment suits
/// smaller ones.
bool supports_wide_types(const Spec& spec, std::size_t place) {
  for (const Support& s : spec.support)
    for (ops::DataType type : ops::all_data_types())
      if (size_of(type) > 1 && s.rows[place].types.contains(static_cast<std::int64_t>(type)))
        return true;
  return false;
}

void add_tensor(Adder& add, std::size_t level, std::size_t member, const ops::Member& m) {
  const std::string& n = m.name;
  if (m.may_be_absent()) {
    const std::size_t length = add.facet(Aspect::Length, member);
    if (m.is_tensor_array())
      add.rule(
          length, Generic::ArrayLength, n + ".length",
          fmt::format("{} has {} tensors.", n, add.spec.signature.value_at(m.count_place).name), n,
          {});
  }
  const auto facet = [&](Aspect aspect) { return add.facet(aspect, member, m.capacity); };
  const std::size_t type = facet(Aspect::DataType), dimensions = facet(Aspect::Dimensions),
                    sizes = facet(Aspect::Sizes), strides = facet(Aspect::Strides),
                    bytes = facet(Aspect::Bytes), alignment = facet(Aspect::Alignment);

  add.rule(type, Generic::SupportedType, n + ".supported-type",
           fmt::format("The feature level supports {}'s DataType.", n), "Tensor support", {level});
  add.rule(dimensions, Generic::SupportedDimensions, n + ".supported-dimensions",
           fmt::format("The feature level supports {}'s DimensionCount.", n), "Tensor support",
           {level});
  add.rule(sizes, Generic::SizesPositive, n + ".sizes-positive",
           fmt::format("Each of {}.Sizes is at least 1.", n), kGuide, {dimensions});
  add.rule(sizes, Generic::ElementLimit, n + ".element-limit",
           fmt::format("{} has at most 4294967295 elements.", n), kGuide, {dimensions});
  add.rule(strides, Generic::StridesLength, n + ".strides-length",
           fmt::format("{}.Strides, where given, has DimensionCount entries.", n), kGuide,
           {dimensions, sizes});
  add.rule(
      bytes, Generic::MinimumBytes, n + ".minimum-bytes",
      fmt::format("{}'s TotalTensorSizeInBytes holds every element, rounded up to 4 bytes.", n),
      kStrides, {type, dimensions, sizes, strides});
  add.rule(alignment, Generic::AlignmentPower, n + ".alignment-power",
           fmt::format("{}'s GuaranteedBaseOffsetAlignment is 0 or a power of two.", n), kGuide,
           {});
  if (!supports_wide_types(add.spec, m.place)) return;
  add.rule(
      alignment, Generic::AlignmentElement, n + ".alignment-element",
      fmt::format("{}'s GuaranteedBaseOffsetAlignment is 0 or at least its element's size.", n),
      kGuide, {type});
}

}  // namespace

void add_overlap_rule(Spec& spec, std::size_t member) {
  const auto index = [&](Aspect a) {
    return static_cast<std::size_t>(spec.facet(member, a) - spec.facets.data());
  };
  const std::string& n = spec.signature.members[member].name;
  Adder{spec}.rule(index(Aspect::Strides), Generic::StridesOverlap, n + ".strides-overlap",
                   fmt::format("No two coordinates of {} share an element.", n), kStrides,
                   {index(Aspect::Dimensions), index(Aspect::Sizes)});
}

namespace {

const TensorDesc& tensor_of(const Spec& spec, const Rule& rule, const Case& c, std::size_t slot) {
  return c.descriptor.tensors[spec.member_of(spec.facets[rule.facet]).place + slot];
}

const Support::Row& row_of(const Spec& spec, const Rule& rule, const Case& c) {
  return spec.support_at(c.level)->rows[spec.member_of(spec.facets[rule.facet]).place];
}

/// The product, saturated. A size below 1 counts as 1.
std::int64_t product(std::int64_t a, std::int64_t size) {
  std::int64_t result = 0;
  return __builtin_mul_overflow(a, std::max<std::int64_t>(size, 1), &result) ? ops::Set::kHighest
                                                                             : result;
}

std::int64_t asked_length(const Rule& rule, const Case& c) {
  return rule.in.integer(c.descriptor).value_or(-1);
}

}  // namespace

void add_generic_rules(Spec& spec) {
  Adder add{spec};
  const std::size_t level = add.facet(Aspect::Level, Facet::kNoMember);
  if (spec.introduced() > Level{})
    add.rule(level, Generic::Introduced, "introduced",
             fmt::format("The operator exists from feature level {} on.", spec.introduced().name()),
             "Availability", {});
  for (std::size_t i = 0; i < spec.signature.members.size(); ++i) {
    const ops::Member& m = spec.signature.members[i];
    if (is_tensor(m.kind)) {
      add_tensor(add, level, i, m);
      continue;
    }
    if (is_array(m.kind)) {
      const std::size_t length = add.facet(Aspect::Length, i);
      add.rule(length, Generic::ArrayLength, m.name + ".length",
               fmt::format("{} has one entry a dimension.", m.name), m.name, {});
    }
    add.facet(Aspect::Value, i);
  }
}

bool generic_holds(const Spec& spec, const Rule& rule, const Case& c, std::size_t slot) {
  switch (rule.generic) {
    case Generic::None:
      break;
    case Generic::Introduced:
      return c.level >= spec.introduced();
    case Generic::SupportedType:
      return row_of(spec, rule, c)
          .types.contains(static_cast<std::int64_t>(tensor_of(spec, rule, c, slot).type));
    case Generic::SupportedDimensions: {
      const auto count = static_cast<std::int64_t>(tensor_of(spec, rule, c, slot).sizes.size());
      const ops::Range supported = row_of(spec, rule, c).dimensions;
      return supported.low <= count && count <= supported.high;
    }
    case Generic::SizesPositive:
      for (std::int64_t s : tensor_of(spec, rule, c, slot).sizes)
        if (s < 1) return false;
      return true;
    case Generic::ElementLimit: {
      const auto count = element_count(tensor_of(spec, rule, c, slot).sizes);
      return count && *count <= std::uint64_t{kMaxElements};
    }
    case Generic::StridesLength: {
      const TensorDesc& t = tensor_of(spec, rule, c, slot);
      return !t.strided || t.strides.size() == t.sizes.size();
    }
    case Generic::StridesOverlap:
      return !overlaps_itself(tensor_of(spec, rule, c, slot));
    case Generic::MinimumBytes: {
      const TensorDesc& t = tensor_of(spec, rule, c, slot);
      const auto least = minimum_bytes(t);
      return least && t.bytes.value_or(*least) >= *least;
    }
    case Generic::AlignmentPower: {
      const std::uint32_t a = tensor_of(spec, rule, c, slot).alignment;
      return a == 0 || std::has_single_bit(a);
    }
    case Generic::AlignmentElement: {
      const TensorDesc& t = tensor_of(spec, rule, c, slot);
      return t.alignment == 0 || t.alignment >= size_of(t.type);
    }
    case Generic::ArrayLength:
      return entry(spec.facets[rule.facet], c, 0) == asked_length(rule, c);
    case Generic::LeastElements: {
      const auto count = element_count(tensor_of(spec, rule, c, slot).sizes);
      const std::int64_t least = spec.facets[rule.facet].least_elements;
      return !count || *count >= static_cast<std::uint64_t>(least);
    }
    case Generic::Distinct: {
      ops::List sorted = c.descriptor.values[spec.member_of(spec.facets[rule.facet]).place];
      std::sort(sorted.begin(), sorted.end());
      return std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
    }
  }
  assert(false && "not a generic rule");
  return false;
}

void generic_narrow(const Spec& spec, const Rule& rule, const Case& c, ops::Sets& sets,
                    std::size_t slot) {
  const auto each = [&](const ops::Set& set) {
    for (ops::Set& s : sets) s = s.intersect(set);
  };
  switch (rule.generic) {
    case Generic::Introduced:
      return each({spec.introduced().index, Level::kCount - 1});
    case Generic::SupportedType:
      return each(row_of(spec, rule, c).types);
    case Generic::SupportedDimensions: {
      const ops::Range supported = row_of(spec, rule, c).dimensions;
      return each({supported.low, supported.high});
    }
    case Generic::SizesPositive:
      return each({1, kMaxElements});
    case Generic::ElementLimit: {
      // The limit of an entry follows from the product of all sizes before it and of all sizes
      // behind it.
      const ops::List& sizes = tensor_of(spec, rule, c, slot).sizes;
      ops::List behind(sets.size(), 1);
      for (std::size_t i = sets.size(); i-- > 1;) behind[i - 1] = product(behind[i], sizes[i]);
      std::int64_t before = 1;
      for (std::size_t i = 0; i < sets.size(); ++i) {
        const std::int64_t others = product(before, behind[i]);
        sets[i] = sets[i].intersect(
            {ops::Set::kLowest, others == 1 ? kMaxElements : kMaxElements / others});
        before = product(before, sizes[i]);
      }
      return;
    }
    case Generic::ArrayLength:
      return each(ops::Set::only(asked_length(rule, c)));
    case Generic::LeastElements: {
      const ops::List& sizes = tensor_of(spec, rule, c, slot).sizes;
      for (std::size_t i = 0; i < sets.size(); ++i) {
        std::int64_t others = 1;
        for (std::size_t j = 0; j < sets.size(); ++j)
          if (j != i) others = product(others, sizes[j]);
        const std::int64_t least = spec.facets[rule.facet].least_elements;
        sets[i] = sets[i].intersect({(least - 1) / others + 1, ops::Set::kHighest});
      }
      return;
    }
    case Generic::Distinct: {
      const ops::List& values = c.descriptor.values[spec.member_of(spec.facets[rule.facet]).place];
      for (std::size_t i = 0; i < sets.size(); ++i)
        for (std::size_t j = 0; j < sets.size(); ++j)
          if (i != j) sets[i] = sets[i].minus(ops::Set::only(values[j]));
      return;
    }
    default:
      assert(false && "constrains through generic_holds alone");
  }
}

}  // namespace assay::specs
