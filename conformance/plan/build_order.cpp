// A greedy covering, as AETG makes them, of what drivers build for. A key brings the values of its
// data types, its variant and its fields together. Of all classes of data types that a variant
// builds alike for, and of the values of each field, those are taken that bring most pairs for what
// they cost.
#include "conformance/plan/build_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "conformance/plan/build_costs.h"
#include "ops/hash.h"

namespace assay::conformance {
namespace {

/// Of the first keys of a campaign, one in so many has a local size of its own, and one in so many
/// another field for which drivers build.
constexpr std::uint64_t kOwnLocalOnceIn = 2, kOwnFieldOnceIn = 6;

/// The stream of the seed from which keys are drawn. build_classes() draws from stream 0.
constexpr std::uint64_t kOrderKeys = 1;

bool is_first_or_input(const specs::Spec& spec, std::size_t place) {
  if (place == spec.signature.first_tensor()) return true;
  for (const ops::Member& m : spec.signature.members)
    if (m.kind == ops::Kind::Input && m.place == place) return true;
  return false;
}

template <class Do>
void for_each_bit(std::uint32_t bits, Do visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<std::size_t>(std::countr_zero(bits)));
}

}  // namespace

bool BuildKey::takes(const ops::List& asked) const {
  return std::find(types.begin(), types.end(), asked) != types.end();
}

BuildOrder::BuildOrder(const specs::Spec& spec, const opencl::KernelFile& kernels,
                       const std::vector<specs::Level>& levels, Combine combine, std::uint64_t seed)
    : spec_(spec),
      combine_(combine),
      seed_(seed),
      classes_(build_classes(spec, kernels, levels, seed)) {
  for (const RouteField* field : route_fields_by(&RouteField::knob))
    if (field->builds()) fields_.push_back(field);
  for (std::size_t place = 0; place < spec.signature.tensor_count; ++place)
    if (is_first_or_input(spec, place)) places_.push_back(place);
  variant_aspect_ = places_.size();
  first_field_ = variant_aspect_ + 1;
  aspects_ = first_field_ + fields_.size() + 1;
  assert(kernels.variants.size() <= kValues);
  open_.assign(aspects_ * aspects_ * kValues * kValues, 0);
  for (const BuildClass& c : classes_) {
    for (const ops::List& types : c.types)
      for (std::size_t i = 0; i < places_.size(); ++i)
        for (std::size_t j = i + 1; j < places_.size(); ++j)
          open(i, static_cast<std::size_t>(types[places_[i]]), j,
               static_cast<std::size_t>(types[places_[j]])) = 1;
    Row all = row_of(c);
    for (std::size_t k = first_field_; k < aspects_; ++k) all[k] = allowed(c, k, true);
    for (std::size_t i = 0; i < aspects_; ++i)
      for (std::size_t j = std::max(i + 1, variant_aspect_); j < aspects_; ++j)
        for_each_bit(all[i], [&](std::size_t a) {
          for_each_bit(all[j], [&](std::size_t b) { open(i, a, j, b) = 1; });
        });
  }
  if (combine_ != Combine::All) add_first_keys();
  first_keys_ = keys_.size();
}

specs::SeededChooser BuildOrder::chooser() const {
  return specs::SeededChooser(
      rc::Random(rc::Random::Key{seed_, kOrderKeys, ops::fnv1a(spec_.name()), keys_.size()}));
}

BuildOrder::Row BuildOrder::row_of(const BuildClass& c) const {
  Row row(aspects_);
  for (std::size_t i = 0; i < places_.size(); ++i) row[i] = c.masks[places_[i]];
  row[variant_aspect_] = 1u << c.variant_number;
  return row;
}

std::uint32_t BuildOrder::allowed(const BuildClass& c, std::size_t aspect,
                                  bool with_optional) const {
  if (aspect == aspects_ - 1) return 3;
  const RouteField& field = *fields_[aspect - first_field_];
  if (field.fixed_by && field.fixed_by(*c.variant)) return 1u << field.covered_index({});
  std::uint32_t values = 0;
  for (std::size_t v = 0; v < field.covered.size(); ++v)
    if (with_optional || !field.is_optional(field.covered[v])) values |= 1u << v;
  return values;
}

std::uint64_t BuildOrder::open_pairs(const Row& row, std::size_t aspect, std::uint32_t values,
                                     std::size_t upto) const {
  std::uint64_t pairs = 0;
  for (std::size_t i = 0; i < upto; ++i) {
    if (i == aspect || (i < variant_aspect_ && aspect < variant_aspect_)) continue;
    for_each_bit(row[i], [&](std::size_t a) {
      for_each_bit(values, [&](std::size_t b) {
        pairs += i < aspect ? is_open(i, a, aspect, b) : is_open(aspect, b, i, a);
      });
    });
  }
  return pairs;
}

std::uint64_t BuildOrder::open_pairs_of_types(const BuildClass& c) const {
  std::uint64_t pairs = 0;
  for (const ops::List& types : c.types)
    for (std::size_t i = 0; i < places_.size(); ++i)
      for (std::size_t j = i + 1; j < places_.size(); ++j)
        pairs += is_open(i, static_cast<std::size_t>(types[places_[i]]), j,
                         static_cast<std::size_t>(types[places_[j]]));
  return pairs;
}

std::string BuildOrder::program_of(const Row& row) const {
  std::string text;
  for (std::size_t f = 0; f < fields_.size(); ++f)
    if (fields_[f]->renews == Renews::Program) text += fmt::format("{} ", row[first_field_ + f]);
  return text;
}

double BuildOrder::cost(const BuildClass& c, const Row& row) const {
  const bool renews = row[aspects_ - 1] == 2;
  return BuildCosts::kKernelMilliseconds * static_cast<double>(c.variant->passes.size()) *
             (renews ? 2 : 1) +
         (programs_.contains(program_of(row)) ? 0 : BuildCosts::kProgramMilliseconds);
}

void BuildOrder::add_first_keys() {
  std::vector<std::uint32_t> left(places_.size());
  std::uint32_t variants_left = 0;
  for (const BuildClass& c : classes_) {
    for (std::size_t i = 0; i < places_.size(); ++i) left[i] |= c.masks[places_[i]];
    variants_left |= 1u << c.variant_number;
  }
  const auto any_left = [&] {
    return variants_left ||
           std::any_of(left.begin(), left.end(), [](std::uint32_t l) { return l != 0; });
  };
  while (any_left()) {
    specs::SeededChooser choose = chooser();
    const BuildClass* best = nullptr;
    double most = 0;
    const std::size_t begin = choose.below(classes_.size());
    for (std::size_t k = 0; k < classes_.size(); ++k) {
      const BuildClass& c = classes_[(begin + k) % classes_.size()];
      double gain = (variants_left >> c.variant_number & 1) ? 0.5 : 0;
      for (std::size_t i = 0; i < places_.size(); ++i)
        gain += std::popcount(left[i] & c.masks[places_[i]]);
      gain /= static_cast<double>(std::max<std::size_t>(c.variant->passes.size(), 1));
      if (gain > most) most = gain, best = &c;
    }
    for (std::size_t i = 0; i < places_.size(); ++i) left[i] &= ~best->masks[places_[i]];
    variants_left &= ~(1u << best->variant_number);
    Row row = row_of(*best);
    for (std::size_t f = 0; f < fields_.size(); ++f)
      row[first_field_ + f] = 1u << fields_[f]->covered_index({});
    row[aspects_ - 1] = 1;
    if (combine_ == Combine::Some) dress_a_little(row, *best, choose);
    add(*best, row);
  }
}

void BuildOrder::dress_a_little(Row& row, const BuildClass& c, specs::Chooser& choose) const {
  std::vector<std::pair<std::size_t, std::uint32_t>> locals, others{{aspects_ - 1, 2}};
  for (std::size_t f = 0; f < fields_.size(); ++f) {
    const std::size_t aspect = first_field_ + f;
    for_each_bit(allowed(c, aspect, true) & ~row[aspect], [&](std::size_t v) {
      const bool is_kernel = fields_[f]->renews == Renews::Kernel;
      // If the driver chooses the local size, it may choose another one at each launch.
      if (is_kernel && fields_[f]->covered[v] == opencl::LaunchOptions::kNullLocal) return;
      (is_kernel ? locals : others).emplace_back(aspect, 1u << v);
    });
  }
  const auto take = [&](const auto& from) {
    const auto& [aspect, value] = from[choose.below(from.size())];
    row[aspect] = value;
  };
  if (choose.once_in(kOwnLocalOnceIn) && !locals.empty()) take(locals);
  if (choose.once_in(kOwnFieldOnceIn)) take(others);
}

bool BuildOrder::add_pairing_key(bool with_optional) {
  specs::SeededChooser choose = chooser();
  const BuildClass* best = nullptr;
  Row best_row;
  double most = 0;
  const std::size_t begin = choose.below(classes_.size());
  for (std::size_t k = 0; k < classes_.size(); ++k) {
    const BuildClass& c = classes_[(begin + k) % classes_.size()];
    Row row = row_of(c);
    std::uint64_t pairs = open_pairs_of_types(c) +
                          open_pairs(row, variant_aspect_, row[variant_aspect_], variant_aspect_);
    for (std::size_t aspect = first_field_; aspect < aspects_; ++aspect) {
      const std::uint32_t values = allowed(c, aspect, with_optional);
      std::uint64_t most_pairs = 0;
      std::size_t from = choose.below(kValues);
      for (std::size_t i = 0; i < kValues; ++i) {
        const std::size_t v = (from + i) % kValues;
        if (!(values >> v & 1)) continue;
        const std::uint64_t brings = 1 + open_pairs(row, aspect, 1u << v, aspect);
        if (brings > most_pairs) most_pairs = brings, row[aspect] = 1u << v;
      }
      pairs += most_pairs - 1;
    }
    const double gain = static_cast<double>(pairs) / std::max(cost(c, row), 1.0);
    if (gain > most) most = gain, best = &c, best_row = row;
  }
  if (best) add(*best, best_row);
  return best != nullptr;
}

void BuildOrder::add_free_key() {
  specs::SeededChooser choose = chooser();
  const BuildClass& c = classes_[choose.below(classes_.size())];
  Row row = row_of(c);
  for (std::size_t aspect = first_field_; aspect < aspects_; ++aspect) {
    const std::uint32_t usual =
        aspect == aspects_ - 1 ? 1u : 1u << fields_[aspect - first_field_]->covered_index({});
    row[aspect] = usual;
    if (combine_ == Combine::None || !choose.once_in(3)) continue;
    std::vector<std::uint32_t> values;
    for_each_bit(allowed(c, aspect, true), [&](std::size_t v) { values.push_back(1u << v); });
    row[aspect] = values[choose.below(values.size())];
  }
  add(c, row);
}

void BuildOrder::add(const BuildClass& c, const Row& row) {
  BuildKey key;
  key.variant = c.variant;
  key.types = c.types;
  key.milliseconds = cost(c, row);
  key.route.variant = c.variant->name;
  key.optional = c.variant->is_optional();
  for (std::size_t f = 0; f < fields_.size(); ++f) {
    const std::uint64_t value =
        fields_[f]->covered[static_cast<std::size_t>(std::countr_zero(row[first_field_ + f]))];
    fields_[f]->set(key.route, value);
    key.optional |= fields_[f]->is_optional(value);
    key.slow |= fields_[f]->slow == value;
  }
  key.renews_launch = row[aspects_ - 1] == 2;
  programs_.insert(program_of(row));
  keys_.push_back(std::move(key));
  for (const ops::List& types : c.types)
    for (std::size_t i = 0; i < places_.size(); ++i)
      for (std::size_t j = i + 1; j < places_.size(); ++j)
        open(i, static_cast<std::size_t>(types[places_[i]]), j,
             static_cast<std::size_t>(types[places_[j]])) = 0;
  for (std::size_t i = 0; i < aspects_; ++i)
    for (std::size_t j = std::max(i + 1, variant_aspect_); j < aspects_; ++j)
      for_each_bit(row[i], [&](std::size_t a) {
        for_each_bit(row[j], [&](std::size_t b) { open(i, a, j, b) = 0; });
      });
}

const BuildKey* BuildOrder::at(std::size_t n) {
  while (keys_.size() <= n) {
    if (paired_ == SIZE_MAX && combine_ != Combine::None) {
      with_optional_ |= combine_ == Combine::Some;
      if (add_pairing_key(with_optional_)) continue;
      if (!std::exchange(with_optional_, true)) continue;
    }
    paired_ = std::min(paired_, keys_.size());
    if (combine_ == Combine::All) return nullptr;
    add_free_key();
  }
  return &keys_[n];
}

bool BuildOrder::is_new(std::size_t n) {
  at(n);
  return n < paired_;
}

}  // namespace assay::conformance
