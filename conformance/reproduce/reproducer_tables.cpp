// One row, one line.
#include "conformance/reproduce/reproducer_tables.h"

#include <fmt/format.h>

#include <set>

#include "conformance/reproduce/reproducer_data.h"
#include "conformance/verdict/judge.h"

namespace assay::conformance {
namespace {

std::string array_name(const ReproducerBatch& batch, const ops::Member& m, std::size_t i) {
  return batch.cases.size() == 1 ? m.name + "_data" : fmt::format("{}_data_{}", m.name, i);
}

}  // namespace

std::string c_cases(const ReproducerBatch& batch) {
  std::string text;
  const auto row = [&](std::span<const std::byte> bytes) {
    text += "    " + c_case(batch.layout, *batch.file.signature, bytes) + ",\n";
  };
  text += fmt::format("static const Case cases[{}] = {{\n", batch.offset() + batch.cases.size());
  for (std::size_t k = 0; k < batch.offset(); ++k) {
    if (k == 0) text += "    // Below the global offset: a case that nobody may run.\n";
    row(batch.memory.ghost_descriptor());
  }
  for (std::size_t i = 0; i < batch.cases.size(); ++i) row(batch.memory.descriptor(i));
  return text + "};\n";
}

std::string c_inputs(const ReproducerBatch& batch) {
  std::string text;
  batch.each_tensor(ops::Kind::Input, [&](const ops::Member& m, ops::DataType type) {
    for (std::size_t i = 0; i < batch.cases.size(); ++i)
      text += c_elements(array_name(batch, m, i), type, batch.problems[i].data[m.place]);
  });
  return text;
}

std::string c_answers(const ReproducerBatch& batch) {
  std::string text;
  batch.each_tensor(ops::Kind::Output, [&](const ops::Member& m, ops::DataType type) {
    std::string rows;
    for (std::size_t i = 0; i < batch.cases.size(); ++i)
      rows += c_permitted(batch.permitted[i].tensors[m.place],
                          leniency_of(batch.variant, type, batch.device),
                          batch.problems[i].descriptor.tensors[m.place].sizes, i);
    text += fmt::format(
        "static const struct Permitted {}_permitted[] = {{\n{}    {{{}, 0, 0, 0}},\n}};\n", m.name,
        rows, batch.cases.size());
  });
  return text;
}

std::string c_memories(const ReproducerBatch& batch) {
  std::string text;
  for (const auto& r : batch.regions)
    text +=
        fmt::format("{}{{.name = \"{}\", .size = {}}}", text.empty() ? "" : ", ", r.name, r.size);
  return text;
}

std::string c_writable(const ReproducerBatch& batch) {
  std::string text;
  for (std::size_t m = 0; m < batch.regions.size(); ++m)
    for (const auto& w : batch.regions[m].writable)
      text += fmt::format("    {{{}, {}, {}}},  // {}\n", m, w.from, w.to, batch.regions[m].name);
  return text;
}

std::string c_puts(const ReproducerBatch& batch) {
  std::string text;
  batch.each_tensor(ops::Kind::Input, [&](const ops::Member& m, ops::DataType type) {
    text += fmt::format("  m = &memories[{}];\n", batch.region_of(m));
    for (std::size_t row = 0; row < batch.offset() + batch.cases.size(); ++row) {
      if (row > 0 && row < batch.offset()) continue;
      text += fmt::format("  put(&cases[{}].{}, {}, {}, m->before + @BASE@);\n", row, m.name,
                          array_name(batch, m, row < batch.offset() ? 0 : row - batch.offset()),
                          size_of(type));
    }
  });
  return text;
}

std::string c_shows(const ReproducerBatch& batch) {
  std::string text;
  std::set<ops::DataType> seen;
  batch.each_tensor(ops::Kind::Output, [&](const ops::Member&, ops::DataType type) {
    if (seen.insert(type).second) text += c_show(type);
  });
  return text;
}

std::string c_checks(const ReproducerBatch& batch) {
  std::string text;
  batch.each_tensor(ops::Kind::Output, [&](const ops::Member& m, ops::DataType type) {
    text += fmt::format(
        "  for (unsigned i = 0; i < kCases; ++i) {{\n    struct Memory* m = &memories[{0}];\n"
        "    failed |= wrong_elements(\"{1}\", &cases[{2}i].{1}, m->after + @BASE@, {3}, "
        "show_{4},\n"
        "                             {1}_permitted, sizeof {1}_permitted / sizeof "
        "{1}_permitted[0], i);\n  }}\n",
        batch.region_of(m), m.name, batch.offset() ? fmt::format("{} + ", batch.offset()) : "",
        size_of(type), name_of(type));
  });
  return text;
}

}  // namespace assay::conformance
