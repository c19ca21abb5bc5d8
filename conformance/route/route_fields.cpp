// The table of the fields of a route.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <type_traits>

#include "conformance/route/route_field.h"
#include "opencl/shape/shape.h"
#include "ops/error.h"

namespace assay::conformance {
namespace {

using opencl::DeviceInfo;
using opencl::LaunchOptions;
using opencl::MemoryKind;
using opencl::ProgramFrom;
using opencl::QueueKind;
using Word = std::string_view;
using Value = std::uint64_t;
using Lacking = std::optional<std::string>;

Lacking lacking_memory(Value value, const DeviceInfo& device) {
  const auto memory = static_cast<MemoryKind>(value);
  if (opencl::is_svm(memory) && !device.coarse_svm) return "coarse-grained SVM";
  if (memory == MemoryKind::Far && !device.has_far_memory()) return "buffers of more than 4 GiB";
  return std::nullopt;
}

Lacking lacking_queue(Value value, const DeviceInfo& device) {
  if (static_cast<QueueKind>(value) != QueueKind::OutOfOrder || device.out_of_order)
    return std::nullopt;
  return "out-of-order queues";
}

Lacking lacking_program(Value value, const DeviceInfo& device) {
  if (static_cast<ProgramFrom>(value) != ProgramFrom::Spirv || device.spirv) return std::nullopt;
  return "SPIR-V";
}

Lacking lacking_cl_std(Value value, const DeviceInfo& device) {
  const auto& has = device.standards;
  if (std::find(has.begin(), has.end(), value) != has.end()) return std::nullopt;
  return fmt::format("OpenCL C {}.{}", value / 10, value % 10);
}

Lacking lacking_local(Value value, const DeviceInfo& device) {
  if (value <= device.max_work_group_size) return std::nullopt;
  return fmt::format("local size {}", value);
}

std::string write_cl_std(Value value) { return fmt::format("CL{}.{}", value / 10, value % 10); }

Value read_cl_std(std::string_view text) {
  const auto is_digit = [&](std::size_t i) { return text[i] >= '0' && text[i] <= '9'; };
  if (text.size() != 5 || !text.starts_with("CL") || text[3] != '.' || !is_digit(2) ||
      !is_digit(4) || text[2] == '0')
    throw Error(fmt::format("route field std: \"{}\" is no CL1.2, CL2.0 or CL3.0", text));
  return 10 * static_cast<Value>(text[2] - '0') + static_cast<Value>(text[4] - '0');
}

/// The launch at which a fault begins is sought by halves: fewer launches by a half, by a quarter,
/// and so on.
std::vector<Value> fewer_launches(Value value) {
  std::vector<Value> fewer;
  for (Value step = value / 2; step > 0; step /= 2)
    if (value - step > 1) fewer.push_back(value - step);
  return fewer;
}

bool has_fixed_local(const opencl::Variant& variant) { return variant.has_fixed_local(); }

/// Access to a member of Route or of its launch options. get() and set() use it as a number.
template <auto kMember>
constexpr auto& member_of(auto& route) {
  if constexpr (requires { route.*kMember; })
    return route.*kMember;
  else
    return route.launch.*kMember;
}
template <auto kMember>
Value get(const Route& route) {
  return static_cast<Value>(member_of<kMember>(route));
}
template <auto kMember>
void set(Route& route, Value value) {
  auto& member = member_of<kMember>(route);
  member = static_cast<std::remove_reference_t<decltype(member)>>(value);
}

constexpr Odds once_in(Value n) { return {n, n - 1}; }
constexpr Value kMostLocal = 65536, kMostGuard = 65536, kMostOffset = 65536, kMostParts = 64,
                kMostRepeat = 65536;

constexpr std::array<Value, 16> kNumbers{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
/// The numbers from `first` up to one less than `end`.
constexpr std::span<const Value> range(Value first, Value end) {
  return std::span(kNumbers).subspan(first, end - first);
}

// The words of values, and lists of values that are not consecutive numbers.
constexpr LaunchOptions kPlain;
constexpr std::array<Word, 2> kFlag{"false", "true"};
constexpr std::array<Word, 1> kNull{"null"};
static_assert(LaunchOptions::kNullLocal == 0);
constexpr std::array<Word, opencl::kMemoryKinds> kMemories{
    "write", "rect",     "map", "usehost", "allochost", "copyhost", "subbuffer",
    "copy",  "copyrect", "svm", "svmcopy", "far",       "pageend"};
/// Coverage counts the kinds of memory up to this one, and of them the drawn routes have any.
constexpr Value kCoveredMemories = static_cast<Value>(MemoryKind::Far);
constexpr std::array<Word, 2> kPoisons{"once", "differential"};
constexpr std::array<Word, opencl::kCaseSpaces> kSpaces{"global", "constant", "value"};
constexpr std::array<Word, opencl::kProbes> kProbes{"none", "scalars", "calls"};
/// Coverage counts the probes before this one, which a process makes only a few times.
constexpr Value kCoveredProbes = static_cast<Value>(opencl::Probe::Calls);
constexpr std::array<Word, opencl::kQueueKinds> kQueues{"inorder", "outoforder", "several",
                                                        "profiling"};
constexpr std::array<Word, opencl::kProgramsFrom> kPrograms{"source", "binary", "spirv"};
constexpr std::array<Value, 5> kLocals{kPlain.local, 1, 33, 256, LaunchOptions::kNullLocal};
constexpr std::array<Value, 2> kCoveredGuards{kPlain.guard_bytes, 256},
    kCoveredPlacements{kPlain.placement, 5}, kCoveredPieces{kPlain.pieces, 3},
    kCoveredOffsets{kPlain.offset, 3}, kCoveredLaunches{kPlain.launches, 2},
    kCoveredRepeats{Route().repeat, 2};
constexpr std::array<Value, 4> kGuards{72, 128, 256, 1024};
constexpr std::array<Value, 3> kClStds{12, 20, 30};

// clang-format off
constexpr std::array kFields{
    RouteField{
        .name = "local", .get = get<&LaunchOptions::local>, .set = set<&LaunchOptions::local>,
        .words = kNull, .lowest = 1, .highest = kMostLocal,
        .renews = Renews::Kernel, .fixed_by = has_fixed_local,
        .lacking = lacking_local, .asked = 5,
        .covered = kLocals, .knob = 1,
        .drawn = std::span(kLocals).subspan(1),
        .drawn_on = [](const DeviceInfo& d) { return std::vector<Value>{d.max_work_group_size}; }},
    RouteField{
        .name = "guard", .get = get<&LaunchOptions::guard_bytes>,
        .set = set<&LaunchOptions::guard_bytes>,
        .lowest = LaunchOptions::kLeastGuard, .highest = kMostGuard,
        .unit = LaunchOptions::kGuardUnit,
        .covered = kCoveredGuards, .others_alike = true, .knob = 9,
        .drawn = kGuards, .odds = once_in(4), .turn = 5},
    RouteField{
        .name = "placement", .get = get<&LaunchOptions::placement>,
        .set = set<&LaunchOptions::placement>,
        .highest = UINT32_MAX,
        .covered = kCoveredPlacements, .others_alike = true, .knob = 10,
        .drawn = range(0, 16), .odds = once_in(1), .turn = 1},
    RouteField{
        .name = "memory", .get = get<&LaunchOptions::memory>, .set = set<&LaunchOptions::memory>,
        .words = kMemories,
        .lacking = lacking_memory, .asked = 2,
        .covered = range(0, kCoveredMemories), .knob = 3,
        .drawn = range(1, kCoveredMemories),
        .drawn_seldom = static_cast<Value>(MemoryKind::Far),
        .odds = once_in(3), .seldom_odds = once_in(256), .turn = 2},
    RouteField{
        .name = "pieces", .get = get<&LaunchOptions::pieces>, .set = set<&LaunchOptions::pieces>,
        .lowest = 1, .highest = kMostParts,
        .covered = kCoveredPieces, .others_alike = true, .knob = 11,
        .drawn = range(2, 6), .odds = once_in(4), .turn = 3},
    RouteField{
        .name = "inplace", .get = get<&Route::in_place>, .set = set<&Route::in_place>,
        .words = kFlag, .word_0_is_left_out = true,
        .possible_for = in_place_allowed, .possible_in = in_place_possible,
        .covered = range(0, 2), .knob = 15,
        .drawn = range(1, 2), .odds = once_in(4), .turn = 8},
    RouteField{
        .name = "poison", .get = get<&Route::poison>, .set = set<&Route::poison>,
        .words = kPoisons, .word_0_is_left_out = true,
        .covered = range(0, 2), .knob = 14,
        .drawn = range(1, 2), .odds = once_in(32), .turn = 9},
    RouteField{
        .name = "repeat", .get = get<&Route::repeat>, .set = set<&Route::repeat>,
        .lowest = 1, .highest = kMostRepeat,
        .simpler = fewer_launches,
        .covered = kCoveredRepeats, .others_alike = true, .knob = 16,
        .drawn = range(2, 4), .odds = once_in(64), .turn = 11},
    RouteField{
        .name = "cases", .get = get<&LaunchOptions::case_space>,
        .set = set<&LaunchOptions::case_space>,
        .words = kSpaces,
        .renews = Renews::Program,
        .covered = range(0, kSpaces.size()), .knob = 4,
        .drawn = range(1, kSpaces.size())},
    RouteField{
        .name = "probe", .get = get<&LaunchOptions::probe>, .set = set<&LaunchOptions::probe>,
        .words = kProbes, .word_0_is_left_out = true,
        .covered = range(0, kCoveredProbes), .knob = 5,
        .drawn = range(1, kProbes.size()), .odds = once_in(16), .turn = 10},
    RouteField{
        .name = "queue", .get = get<&LaunchOptions::queue>, .set = set<&LaunchOptions::queue>,
        .words = kQueues,
        .lacking = lacking_queue, .asked = 1,
        .covered = range(0, kQueues.size()), .knob = 6,
        .drawn = range(1, kQueues.size()), .odds = Odds{.of = 6, .at = 0}, .turn = 4},
    RouteField{
        .name = "offset", .get = get<&LaunchOptions::offset>, .set = set<&LaunchOptions::offset>,
        .highest = kMostOffset,
        .renews = Renews::Launch,
        .covered = kCoveredOffsets, .others_alike = true, .knob = 12,
        .drawn = range(1, 5), .odds = once_in(128), .own_odds = once_in(2), .turn = 6},
    RouteField{
        .name = "launches", .get = get<&LaunchOptions::launches>,
        .set = set<&LaunchOptions::launches>,
        .lowest = 1, .highest = kMostParts,
        .renews = Renews::Launch,
        .covered = kCoveredLaunches, .others_alike = true, .knob = 13,
        .drawn = range(2, 4), .odds = once_in(128), .own_odds = once_in(2), .turn = 7},
    RouteField{
        .name = "program", .get = get<&LaunchOptions::program>,
        .set = set<&LaunchOptions::program>,
        .words = kPrograms,
        .renews = Renews::Program,
        .lacking = lacking_program, .asked = 3,
        .covered = range(0, kPrograms.size() - 1), .knob = 7,
        .drawn = range(1, kPrograms.size() - 1),
        .drawn_seldom = static_cast<Value>(ProgramFrom::Spirv)},
    RouteField{
        .name = "optimize", .get = get<&LaunchOptions::optimize>,
        .set = set<&LaunchOptions::optimize>,
        .words = kFlag,
        .renews = Renews::Program,
        .covered = range(0, 2), .knob = 8,
        .drawn = range(0, 1), .slow = 0},
    RouteField{
        .name = "std", .get = get<&LaunchOptions::cl_std>, .set = set<&LaunchOptions::cl_std>,
        .write = write_cl_std, .read = read_cl_std,
        .renews = Renews::Program,
        .lacking = lacking_cl_std, .asked = 4,
        .covered = kClStds, .knob = 2,
        .drawn_on = [](const DeviceInfo& d) {
          return std::vector<Value>(d.standards.begin(), d.standards.end());
        }},
    RouteField{
        .name = "shape", .get = get<&LaunchOptions::shape>, .set = set<&LaunchOptions::shape>,
        .write = opencl::shape_text, .read = opencl::parse_shape,
        .simpler = opencl::simpler_shapes,
        .renews = Renews::Program},
};
// clang-format on

}  // namespace

std::span<const RouteField> route_fields() { return kFields; }

std::vector<const RouteField*> route_fields_by(unsigned RouteField::* place) {
  std::vector<const RouteField*> fields;
  for (const RouteField& field : kFields)
    if (field.*place != 0) fields.push_back(&field);
  std::sort(fields.begin(), fields.end(),
            [place](const RouteField* a, const RouteField* b) { return a->*place < b->*place; });
  return fields;
}

}  // namespace assay::conformance
