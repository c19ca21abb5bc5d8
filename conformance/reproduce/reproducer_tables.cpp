#include "conformance/reproduce/reproducer_tables.h"

#include <fmt/format.h>

#include "conformance/reproduce/program_part.h"
#include "conformance/reproduce/reproducer_data.h"
#include "conformance/verdict/leniency.h"
#include "opencl/memory/batch_memory.h"

namespace assay::conformance {
namespace {

std::string array_name(const ReproducerBatch& batch, std::size_t place, std::size_t i) {
  const std::string word = batch.word_of(place);
  return batch.cases.size() == 1 ? word + "_data" : fmt::format("{}_data_{}", word, i);
}

bool is_there(const ReproducerBatch& batch, std::size_t place, std::size_t i) {
  return !batch.problems[i].descriptor.tensors[place].absent;
}

/// The C array `cases`.
std::string cases_table(const ReproducerBatch& batch) {
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

/// The C arrays of the inputs' elements, one for each input of each case.
std::string inputs(const ReproducerBatch& batch) {
  std::string text;
  batch.each_tensor(ops::Kind::Input, [&](std::size_t place, ops::DataType type) {
    for (std::size_t i = 0; i < batch.cases.size(); ++i)
      if (is_there(batch, place, i))
        text += c_elements(array_name(batch, place, i), type, batch.problems[i].data[place]);
  });
  return text;
}

/// The C array of `struct Permitted` of each output.
std::string answers(const ReproducerBatch& batch) {
  const std::string words = batch.arithmetic.text(batch.cases[0]);
  std::string text = words.empty() ? "" : "// " + words + "\n";
  batch.each_tensor(ops::Kind::Output, [&](std::size_t place, ops::DataType type) {
    std::string rows;
    for (std::size_t i = 0; i < batch.cases.size(); ++i)
      rows += c_permitted(batch.permitted[i].tensors[place],
                          leniency_of(batch.variant, type, batch.device),
                          batch.problems[i].descriptor.tensors[place].sizes, i);
    text += fmt::format(
        "static const struct Permitted {}_permitted[] = {{\n{}    {{{}, 0, 0, 0}},\n}};\n",
        batch.word_of(place), rows, batch.cases.size());
  });
  return text;
}

/// The initializers of `struct Memory`, one for each region.
std::string memories(const ReproducerBatch& batch) {
  std::string text;
  for (const auto& r : batch.regions)
    text +=
        fmt::format("{}{{.name = \"{}\", .size = {}}}", text.empty() ? "" : ", ", r.name, r.size);
  return text;
}

/// The rows `{memory, from, to}` of the bytes that may change: from byte `from` up
/// to, not including, byte `to`.
std::string writable(const ReproducerBatch& batch) {
  std::string text;
  for (std::size_t m = 0; m < batch.regions.size(); ++m)
    for (const auto& w : batch.regions[m].writable)
      text += fmt::format("    {{{}, {}, {}}},  // {}\n", m, w.from, w.to, batch.regions[m].name);
  return text;
}

/// The statements that put the inputs' elements into the memories.
std::string puts_of(const ReproducerBatch& batch, const RouteCode& code) {
  std::string text;
  batch.each_tensor(ops::Kind::Input, [&](std::size_t place, ops::DataType type) {
    text += fmt::format("  m = &memories[{}];\n", batch.region_of(place));
    for (std::size_t row = 0; row < batch.offset() + batch.cases.size(); ++row) {
      if (row > 0 && row < batch.offset()) continue;
      const std::size_t i = row < batch.offset() ? 0 : row - batch.offset();
      if (!is_there(batch, place, i)) continue;
      text +=
          fmt::format("  put(&cases[{}].{}, {}, {}, m->before{});\n", row, batch.field_of(place),
                      array_name(batch, place, i), size_of(type), code.base);
    }
  });
  return text;
}

}  // namespace

std::string case_part(const ReproducerBatch& batch) {
  return program_part("case.c", {{"STRUCTS", c_structs(batch.layout)},
                                 {"CASES", cases_table(batch)},
                                 {"DATA", inputs(batch)},
                                 {"PERMITTED", answers(batch)}});
}

std::string memories_part(const ReproducerBatch& batch, const RouteCode& code) {
  return program_part("memories.c",
                      {{"NAMES_PROGRAM", batch.is_made_again() ? ", source_program" : ""},
                       {"MEMBERS", code.members},
                       {"MEMORIES", memories(batch)},
                       {"COUNT", std::to_string(batch.cases.size())},
                       {"WRITABLE", writable(batch)}});
}

std::string fill_part(const ReproducerBatch& batch, const RouteCode& code) {
  const char* const around =
      "    for (size_t i = 0; i < m->whole; ++i) m->before[i] = pattern[i % 16];\n";
  const std::string puts = puts_of(batch, code);
  return program_part("fill.c", {{"PUT_FUNCTION", puts.empty() ? "" : "\n" + program_part("put.c")},
                                 {"FILL_AROUND", code.surrounded() ? around : ""},
                                 {"IMAGE_AT_I", code.surrounded() ? "m->origin + i" : "i"},
                                 {"ORIGIN", code.surrounded() ? " + m->origin" : ""},
                                 {"SIZE", code.surrounded() ? "whole" : "size"},
                                 {"SHIFT", std::to_string(opencl::BatchMemory::kPoisonShift)},
                                 {"PUT", puts}});
}

}  // namespace assay::conformance
