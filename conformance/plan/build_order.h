#pragma once

#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "conformance/plan/build_classes.h"
#include "conformance/route/route.h"
#include "conformance/route/route_field.h"
#include "opencl/program/kernel_file.h"
#include "ops/data_type.h"
#include "specs/chooser.h"
#include "specs/draw.h"
#include "specs/spec.h"

namespace assay::conformance {

/// What a driver builds for a batch.
struct BuildKey {
  const opencl::Variant* variant = nullptr;
  /// The data types of the cases, by tensor place, for which the build is the same. At least one.
  std::vector<ops::List> types;
  /// The variant, and the values of the fields for which drivers build a program or compile for a
  /// local size. All other fields have their defaults.
  Route route;
  /// Whether some field that renews launches (an offset, the number of launches) does not have its
  /// default.
  bool renews_launch = false;
  /// Whether devices may lack something that it needs.
  bool optional = false;
  /// Whether its kernels run several times as long as others (RouteField::slow).
  bool slow = false;
  /// What it is taken to cost when the keys before it are built.
  double milliseconds = 0;

  bool takes(const ops::List& types) const;
};

/// The values of a route's fields that a build order combines.
enum class Combine {
  /// Only the defaults.
  None,
  /// The first keys have hardly anything but the defaults. The keys after them bring pairs of
  /// values that no key before had, and the keys after those are drawn freely.
  Some,
  /// All possible pairs of values, those that devices may lack at the end.
  All
};

/// The build keys of an operator, in the order in which a campaign should come to have them. They
/// follow from the spec, the kernels and the seed alone.
class BuildOrder {
 public:
  /// `levels`: the data types are those of these levels, or of all where it is empty. `spec` and
  /// `kernels` must outlive the order.
  BuildOrder(const specs::Spec& spec, const opencl::KernelFile& kernels,
             const std::vector<specs::Level>& levels, Combine combine, std::uint64_t seed);

  /// Key `n`; null where the order has fewer. With Combine::All it ends when all pairs are
  /// covered; otherwise it has no end.
  const BuildKey* at(std::size_t n);

  /// How many keys it takes to have every data type of each input (and of the first tensor) and
  /// every variant. With Combine::All there is no such beginning.
  std::size_t first_keys() const { return first_keys_; }
  /// Whether key `n` brings a pair of values that no key before had.
  bool is_new(std::size_t n);

 private:
  /// A number for each value of each aspect: the tensors' data types, the variant, the fields,
  /// whether launches are renewed. Of a key, an aspect has a set of values, as bits.
  using Row = std::vector<std::uint32_t>;

  void add_first_keys();
  void dress_a_little(Row& row, const BuildClass& c, specs::Chooser& chooser) const;
  /// Adds the key that brings most new pairs for what it costs. Gives whether there is any.
  bool add_pairing_key(bool with_optional);
  void add_free_key();
  void add(const BuildClass& c, const Row& row);

  specs::SeededChooser chooser() const;
  Row row_of(const BuildClass& c) const;
  /// The values of an aspect of the route that a class may have; fewer without optional ones.
  std::uint32_t allowed(const BuildClass& c, std::size_t aspect, bool with_optional) const;
  std::uint64_t open_pairs(const Row& row, std::size_t aspect, std::uint32_t values,
                           std::size_t upto) const;
  std::uint64_t open_pairs_of_types(const BuildClass& c) const;
  std::uint8_t& open(std::size_t i, std::size_t a, std::size_t j, std::size_t b) {
    return open_[((i * aspects_ + j) * kValues + a) * kValues + b];
  }
  std::uint8_t is_open(std::size_t i, std::size_t a, std::size_t j, std::size_t b) const {
    return open_[((i * aspects_ + j) * kValues + a) * kValues + b];
  }
  double cost(const BuildClass& c, const Row& row) const;
  std::string program_of(const Row& row) const;

  static constexpr std::size_t kValues = 16;

  const specs::Spec& spec_;
  const Combine combine_;
  const std::uint64_t seed_;
  std::vector<const RouteField*> fields_;
  /// The tensor places whose data types are aspects; these come first, then the variant, the
  /// fields, and whether launches are renewed.
  std::vector<std::size_t> places_;
  std::size_t variant_aspect_ = 0, first_field_ = 0, aspects_ = 0;
  std::vector<BuildClass> classes_;
  std::deque<BuildKey> keys_;
  std::size_t first_keys_ = 0, paired_ = SIZE_MAX;
  /// Whether values that devices may lack are combined, too.
  bool with_optional_ = false;
  std::vector<std::uint8_t> open_;
  std::set<std::string> programs_;
};

}  // namespace assay::conformance
