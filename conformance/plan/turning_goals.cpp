#include "conformance/plan/turning_goals.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "specs/turning_points.h"

namespace assay::conformance {
namespace {

enum class Of : std::uint8_t { Size, Elements, Stride, Value };
constexpr std::array<std::string_view, 4> kNames{"size", "elements", "stride", "value"};
/// The launches of one kernel object that are told apart.
constexpr std::array<std::uint64_t, 4> kLaunches{2, 3, 100, 1000};

bool is_whole(const ops::Member& m, const ops::Descriptor& d) {
  switch (m.kind) {
    case ops::Kind::Uint:
    case ops::Kind::Int:
    case ops::Kind::Uints:
    case ops::Kind::Ints:
      return true;
    case ops::Kind::Scalar:
      return !is_float(static_cast<ops::DataType>(d.values[m.type_place][0]));
    default:
      return false;
  }
}

class Reader {
 public:
  explicit Reader(std::vector<std::uint16_t>& reached) : reached_(reached) { reached_.clear(); }

  void add(Of of, std::int64_t number) {
    if (const auto kind = specs::turning_kind(number))
      reached_.push_back(static_cast<std::uint16_t>(
          static_cast<std::size_t>(of) * specs::turning_kinds() + *kind));
  }

 private:
  std::vector<std::uint16_t>& reached_;
};

}  // namespace

std::size_t first_launch_goal() { return kNames.size() * specs::turning_kinds(); }

std::uint64_t repeat_of_goal(std::size_t goal) { return kLaunches[goal - first_launch_goal()]; }

std::size_t turning_goal_count() { return first_launch_goal() + kLaunches.size(); }

std::string turning_goal_name(std::size_t goal) {
  if (goal >= first_launch_goal()) return fmt::format("launch={}", repeat_of_goal(goal));
  return fmt::format("{}={}", kNames[goal / specs::turning_kinds()],
                     specs::turning_kind_name(goal % specs::turning_kinds()));
}

void read_turning_goals(const specs::Case& c, const Route& route,
                        std::vector<std::uint16_t>& reached) {
  Reader reader(reached);
  for (const ops::TensorDesc& t : c.descriptor.tensors) {
    if (t.absent) continue;
    std::int64_t elements = 1;
    for (std::size_t i = 0; i < t.sizes.size(); ++i) {
      reader.add(Of::Size, t.sizes[i]);
      elements *= t.sizes[i];
      if (t.strided && t.sizes[i] > 1) reader.add(Of::Stride, t.strides[i]);
    }
    reader.add(Of::Elements, elements);
  }
  for (const ops::Member& m : c.spec->signature.members)
    if (c.descriptor.is_there(m) && is_whole(m, c.descriptor))
      for (const std::int64_t value : c.descriptor.values[m.place]) reader.add(Of::Value, value);
  for (std::size_t goal = first_launch_goal(); goal < turning_goal_count(); ++goal)
    if (route.repeat >= repeat_of_goal(goal)) reached.push_back(static_cast<std::uint16_t>(goal));
}

}  // namespace assay::conformance
