#include "conformance/report/inputs_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>

#include "conformance/verdict/element_text.h"
#include "specs/case_text.h"
#include "specs/fill.h"
#include "specs/number_text.h"

namespace assay::conformance {
namespace {

constexpr std::uint64_t kMostElements = 4096;

/// `[1, 2, 3]`; of more than 16 elements the first eight.
std::string list_text(ops::DataType type, const ops::Bytes& data) {
  constexpr std::uint64_t kWhole = 16, kShown = 8;
  const std::uint64_t count = data.size() / size_of(type);
  std::vector<std::string> texts;
  for (std::uint64_t i = 0; i < (count > kWhole ? kShown : count); ++i)
    texts.push_back(specs::number_text(type, bits_at(type, data, i)));
  return fmt::format("[{}{}]", fmt::join(texts, ", "),
                     count > kWhole ? fmt::format(", … {} elements", count) : std::string());
}

/// The input elements whose value is `value`, which is text of describe_value().
std::vector<std::string> holders_of(const std::string& value, ops::DataType type,
                                    const ops::Problem& problem) {
  std::vector<std::string> holders;
  problem.descriptor.each_tensor([&](const ops::Member& m, std::size_t place) {
    const ops::TensorDesc& t = problem.descriptor.tensors[place];
    if (m.kind != ops::Kind::Input || t.type != type) return;
    for (std::uint64_t i = 0; i < elements_of(t); ++i)
      if (describe_value(t.type, bits_at(t.type, problem.data[place], i)) == value)
        holders.push_back(fmt::format("{}[{}]", problem.descriptor.signature->tensor_name(place),
                                      fmt::join(coordinates_of(t.sizes, i), ",")));
  });
  return holders;
}

}  // namespace

std::vector<std::string> inputs_text(const specs::Case& c, const std::string& tensor,
                                     const std::string& came) {
  std::vector<std::string> lines;
  if (total_elements(c) > kMostElements) return lines;
  ops::Problem problem;
  specs::fill(c, problem);
  std::vector<std::string> parts;
  std::optional<ops::DataType> answered;
  c.descriptor.each_tensor([&](const ops::Member& m, std::size_t place) {
    const ops::TensorDesc& t = c.descriptor.tensors[place];
    const std::string name = c.spec->signature.tensor_name(place);
    if (name == tensor) answered = t.type;
    if (m.kind == ops::Kind::Input)
      parts.push_back(fmt::format("{} = {}", name, list_text(t.type, problem.data[place])));
  });
  for (const ops::Member& m : c.spec->signature.members)
    if (!is_tensor(m.kind) && m.kind != ops::Kind::Struct && c.descriptor.is_there(m))
      parts.push_back(fmt::format("{} = {}", m.name, specs::print_member(m, c.descriptor)));
  lines.push_back(fmt::format("{}", fmt::join(parts, ", ")));
  if (!answered) return lines;
  if (const auto holders = holders_of(came, *answered, problem); holders.size() == 1)
    lines.push_back(fmt::format("{} is what {} holds", came, holders[0]));
  return lines;
}

}  // namespace assay::conformance
