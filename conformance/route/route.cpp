// Routes: fields to launch options and back. One table says each field's name, its value in a
// route's text, and how the text is read; what equals the default is not written.
#include "conformance/route/route.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include "ops/error.h"

namespace assay::conformance {
namespace {

using opencl::LaunchOptions;

constexpr std::size_t kMaxLocal = 65536, kMaxGuard = 65536, kMaxOffset = 65536, kMaxParts = 64;
constexpr std::size_t kMaxPlacement = UINT32_MAX;
constexpr std::array<std::string_view, opencl::kMemoryKinds> kMemoryNames{
    "write",     "rect", "map", "usehost", "allochost", "copyhost",
    "subbuffer", "copy", "svm", "svmcopy", "far"};
constexpr std::array<std::string_view, opencl::kCaseSpaces> kSpaceNames{"global", "constant",
                                                                        "value"};
constexpr std::array<std::string_view, opencl::kProgramsFrom> kProgramNames{"source", "binary",
                                                                            "spirv"};
constexpr std::array<std::string_view, opencl::kQueueKinds> kQueueNames{"inorder", "outoforder",
                                                                        "several", "profiling"};

[[noreturn]] void refuse(std::string_view name, std::string_view text, const std::string& allowed) {
  throw Error(fmt::format("route field {}: \"{}\" is no {}", name, text, allowed));
}

std::size_t number(std::string_view name, std::string_view text, std::size_t low,
                   std::size_t high) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < low || value > high)
    refuse(name, text, fmt::format("integer in {} .. {}", low, high));
  return value;
}

/// Which of the words it is.
std::size_t word(std::string_view name, std::string_view text,
                 std::span<const std::string_view> words) {
  const auto found = std::find(words.begin(), words.end(), text);
  if (found == words.end()) refuse(name, text, fmt::format("{}", fmt::join(words, " or ")));
  return static_cast<std::size_t>(found - words.begin());
}

struct Field {
  std::string_view name;
  std::string (*print)(const Route&);
  void (*parse)(Route&, std::string_view name, std::string_view text);
};

/// A flag whose one word is written where it is set.
#define ASSAY_FLAG(name, word_text, set)                                      \
  Field {                                                                     \
    name, [](const Route& r) { return std::string(r.set ? word_text : ""); }, \
        [](Route& r, std::string_view n, std::string_view text) {             \
          word(n, text, std::array<std::string_view, 1>{word_text});          \
          r.set = true;                                                       \
        }                                                                     \
  }
#define ASSAY_NUMBER(name, member, low, high)                                                   \
  Field {                                                                                       \
    name, [](const Route& r) { return std::to_string(r.launch.member); },                       \
        [](Route& r, std::string_view n, std::string_view text) {                               \
          r.launch.member = static_cast<decltype(r.launch.member)>(number(n, text, low, high)); \
        }                                                                                       \
  }
#define ASSAY_WORD(name, member, words)                                                   \
  Field {                                                                                 \
    name,                                                                                 \
        [](const Route& r) {                                                              \
          return std::string(words[static_cast<std::size_t>(r.launch.member)]);           \
        },                                                                                \
        [](Route& r, std::string_view n, std::string_view text) {                         \
          r.launch.member = static_cast<decltype(r.launch.member)>(word(n, text, words)); \
        }                                                                                 \
  }

std::string print_local(const Route& r) {
  return r.launch.local == LaunchOptions::kNullLocal ? "null" : std::to_string(r.launch.local);
}

void parse_local(Route& r, std::string_view name, std::string_view text) {
  r.launch.local = text == "null" ? LaunchOptions::kNullLocal : number(name, text, 1, kMaxLocal);
}

void parse_guard(Route& r, std::string_view name, std::string_view text) {
  r.launch.guard_bytes = number(name, text, 64, kMaxGuard);
  if (r.launch.guard_bytes % 8) throw Error("route field guard: must be a multiple of 8");
}

std::string print_cl_std(const Route& r) {
  return fmt::format("CL{}.{}", r.launch.cl_std / 10, r.launch.cl_std % 10);
}

void parse_cl_std(Route& r, std::string_view name, std::string_view text) {
  if (text.size() != 5 || !text.starts_with("CL") || text[3] != '.')
    refuse(name, text, "CL1.2, CL2.0 or CL3.0");
  r.launch.cl_std = static_cast<unsigned>(10 * number(name, text.substr(2, 1), 1, 9) +
                                          number(name, text.substr(4, 1), 0, 9));
}

const std::array kFields{
    Field{"local", print_local, parse_local},
    Field{"guard", [](const Route& r) { return std::to_string(r.launch.guard_bytes); },
          parse_guard},
    ASSAY_NUMBER("placement", placement, 0, kMaxPlacement),
    ASSAY_WORD("memory", memory, kMemoryNames),
    ASSAY_NUMBER("pieces", pieces, 1, kMaxParts),
    ASSAY_FLAG("inplace", "true", in_place),
    Field{"poison",
          [](const Route& r) {
            return std::string(r.poison == PoisonKind::Differential ? "differential" : "");
          },
          [](Route& r, std::string_view n, std::string_view text) {
            word(n, text, std::array<std::string_view, 1>{"differential"});
            r.poison = PoisonKind::Differential;
          }},
    ASSAY_WORD("cases", case_space, kSpaceNames),
    ASSAY_FLAG("probe", "scalars", launch.probe),
    ASSAY_WORD("queue", queue, kQueueNames),
    ASSAY_NUMBER("offset", offset, 0, kMaxOffset),
    ASSAY_NUMBER("launches", launches, 1, kMaxParts),
    ASSAY_WORD("program", program, kProgramNames),
    Field{"optimize",
          [](const Route& r) { return std::string(r.launch.optimize ? "true" : "false"); },
          [](Route& r, std::string_view n, std::string_view text) {
            r.launch.optimize = word(n, text, std::array<std::string_view, 2>{"false", "true"});
          }},
    Field{"std", print_cl_std, parse_cl_std},
};

#undef ASSAY_FLAG
#undef ASSAY_NUMBER
#undef ASSAY_WORD

bool has_offsets(const Route& route) {
  return route.launch.offset != 0 || route.launch.launches > 1;
}

}  // namespace

Route parse_route(const std::vector<std::pair<std::string, std::string>>& fields) {
  Route route;
  for (const auto& [name, text] : fields) {
    if (name == "variant") {
      route.variant = text;
      continue;
    }
    const auto field = std::find_if(kFields.begin(), kFields.end(),
                                    [&](const Field& f) { return f.name == name; });
    if (field == kFields.end()) {
      std::string names = "variant";
      for (const Field& f : kFields) names += fmt::format(", {}", f.name);
      throw Error(fmt::format("a route has no field \"{}\" (there are {})", name, names));
    }
    field->parse(route, name, text);
  }
  return route;
}

std::vector<std::pair<std::string, std::string>> print_route(const Route& route) {
  const Route plain;
  std::vector<std::pair<std::string, std::string>> fields;
  if (!route.variant.empty()) fields.emplace_back("variant", route.variant);
  for (const Field& field : kFields)
    if (std::string text = field.print(route); text != field.print(plain))
      fields.emplace_back(field.name, std::move(text));
  return fields;
}

std::vector<Route> simpler_routes(const Route& route) {
  const auto fields = print_route(route);
  std::vector<Route> simpler;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].first == "variant") continue;
    auto fewer = fields;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    simpler.push_back(parse_route(fewer));
  }
  return simpler;
}

std::string build_text(const Route& route) {
  return fmt::format("{}/{}/{}/{}/{}/{}", route.variant, print_local(route),
                     static_cast<int>(route.launch.case_space),
                     static_cast<int>(route.launch.program), route.launch.optimize,
                     route.launch.cl_std);
}

std::string program_text(const specs::Case& c, const Route& route) {
  std::string text = fmt::format("{}/{}", c.spec->name(), build_text(route));
  for (const ops::TensorDesc& t : c.descriptor.tensors) text += name_of(t.type);
  return text;
}

std::string launch_text(const specs::Case& c, const Route& route) {
  return program_text(c, route) + (has_offsets(route) ? " offset" : " plain");
}

void share_launch(Route& route, const Route& with) {
  route.variant = with.variant;
  route.launch.local = with.launch.local;
  route.launch.cl_std = with.launch.cl_std;
  route.launch.case_space = with.launch.case_space;
  route.launch.program = with.launch.program;
  route.launch.optimize = with.launch.optimize;
  if (has_offsets(route) == has_offsets(with)) return;
  route.launch.offset = with.launch.offset;
  route.launch.launches = with.launch.launches;
}

std::optional<std::string> missing_feature(const Route& route, const opencl::DeviceInfo& device) {
  const LaunchOptions& launch = route.launch;
  if (launch.queue == opencl::QueueKind::OutOfOrder && !device.out_of_order)
    return "out-of-order queues";
  if (opencl::is_svm(launch.memory) && !device.coarse_svm) return "coarse-grained SVM";
  if (launch.memory == opencl::MemoryKind::Far && !device.has_far_memory())
    return "buffers of more than 4 GiB";
  if (launch.program == opencl::ProgramFrom::Spirv && !device.spirv) return "SPIR-V";
  if (std::find(device.standards.begin(), device.standards.end(), launch.cl_std) ==
      device.standards.end())
    return fmt::format("OpenCL C {}.{}", launch.cl_std / 10, launch.cl_std % 10);
  if (launch.local > device.max_work_group_size) return fmt::format("local size {}", launch.local);
  return std::nullopt;
}

LaunchOptions launch_options(const Route& route, const specs::Spec& spec) {
  LaunchOptions options = route.launch;
  for (std::size_t place = 0; route.in_place && place < spec.alias.size(); ++place)
    if (spec.alias[place] != place) options.in_place = {spec.alias[place], place};
  return options;
}

std::vector<ops::DataType> types_of(const ops::Descriptor& descriptor) {
  std::vector<ops::DataType> types;
  for (const ops::TensorDesc& t : descriptor.tensors) types.push_back(t.type);
  return types;
}

}  // namespace assay::conformance
