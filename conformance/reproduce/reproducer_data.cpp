// Writes data as C that people can read. An integer is written as a number. A float is written by
// its bits, since C cannot write each float exactly; where there are few, a comment gives the
// value.
#include "conformance/reproduce/reproducer_data.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstring>

#include "conformance/verdict/element_text.h"
#include "conformance/verdict/permitted_bits.h"
#include "specs/number_text.h"

namespace assay::conformance {
namespace {

using ops::DataType;
using CaseField = opencl::CaseLayout::Field;
using FieldType = opencl::CaseLayout::Type;

constexpr std::size_t kFew = 32, kARow = 8;

template <class T>
T at(std::span<const std::byte> bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

std::string list_of(std::span<const std::byte> bytes, std::size_t offset, std::size_t count,
                    bool negative) {
  std::vector<std::int64_t> values;
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(negative ? std::int64_t{at<std::int32_t>(bytes, offset + 4 * i)}
                              : std::int64_t{at<std::uint32_t>(bytes, offset + 4 * i)});
  // C fills the rest of an array with zeros, so zeros at the end are left out.
  while (values.size() > 1 && values.back() == 0) values.pop_back();
  return fmt::format("{{{}}}", fmt::join(values, ", "));
}

std::string tensor_of(std::span<const std::byte> bytes) {
  const auto type = static_cast<DataType>(at<std::uint32_t>(bytes, 0));
  const auto count = at<std::uint32_t>(bytes, 4);
  if (count == 0) return "{0} /* absent */";
  return fmt::format(
      "{{.DataType = {} /* {} */, .DimensionCount = {}, .Sizes = {}, .Strides = {}, .base = {}, "
      ".bytes = {}}}",
      static_cast<int>(type), name_of(type), count, list_of(bytes, 8, count, false),
      list_of(bytes, 40, count, false), at<std::uint64_t>(bytes, 72), at<std::uint64_t>(bytes, 80));
}

std::string tensors_of(const CaseField& field, std::span<const std::byte> bytes) {
  if (field.count == 0) return tensor_of(bytes.subspan(field.offset));
  std::string text;
  for (std::size_t k = 0; k < field.count; ++k) {
    const auto one = bytes.subspan(field.offset + k * opencl::CaseLayout::kTensorBytes);
    // C fills the rest of an array with zeros. So are the tensors that are absent.
    if (k > 0 && at<std::uint32_t>(one, 4) == 0) break;
    text += (k > 0 ? ",\n      " : "") + tensor_of(one);
  }
  return "{" + text + "}";
}

std::string floats_of(std::span<const std::byte> bytes, const CaseField& field) {
  std::string text;
  for (std::size_t i = 0; i < std::max<std::size_t>(field.count, 1); ++i) {
    const auto bits = at<std::uint32_t>(bytes, field.offset + 4 * i);
    text += fmt::format("{}0x{:08x} /* {} */", i ? ", " : "", bits,
                        specs::number_text(DataType::FLOAT32, bits));
  }
  return field.count > 0 ? "{" + text + "}" : text;
}

std::string field_of(const CaseField& field, const ops::Signature& signature,
                     std::span<const std::byte> bytes) {
  if (field.type == FieldType::Tensor) return tensors_of(field, bytes);
  if (field.type == FieldType::Float) return floats_of(bytes, field);
  const bool negative = field.type == FieldType::Int;
  if (field.count > 0) return list_of(bytes, field.offset, field.count, negative);
  if (field.type == FieldType::Ulong) return std::to_string(at<std::uint64_t>(bytes, field.offset));
  const auto value = negative ? std::int64_t{at<std::int32_t>(bytes, field.offset)}
                              : std::int64_t{at<std::uint32_t>(bytes, field.offset)};
  for (const ops::Member& m : signature.members)
    if (m.name == field.name)
      for (const ops::Enumerator& e : m.enumerators)
        if (e.value == value) return fmt::format("{} /* {} */", value, e.name);
  return std::to_string(value);
}

std::string c_type(DataType type) {
  const bool negative = type == DataType::INT8 || type == DataType::INT16 ||
                        type == DataType::INT32 || type == DataType::INT64;
  return fmt::format("{}int{}_t", negative ? "" : "u", 8 * size_of(type));
}

std::string c_number(DataType type, std::uint64_t bits) {
  if (is_float(type)) return fmt::format("0x{:0{}x}", bits, 2 * size_of(type));
  if (type == DataType::UINT64) return fmt::format("{}u", bits);
  ops::Bytes bytes(8);
  set_bits(type, bytes, 0, bits);
  const std::int64_t value = integer_at(type, bytes, 0);
  if (value == INT64_MIN) return "-9223372036854775807 - 1";
  return std::to_string(value);
}

std::string short_value(DataType type, std::uint64_t bits) {
  const std::string both = describe_value(type, bits);
  return both.substr(0, both.find(' '));
}

}  // namespace

std::string c_structs(const opencl::CaseLayout& layout) {
  // A float is declared as its bits, since a NaN that is written as a number may lose its own.
  return "#define uint cl_uint\n#define ulong cl_ulong\n#define float cl_uint\n" +
         layout.declaration() + "#undef uint\n#undef ulong\n#undef float\n";
}

std::string c_case(const opencl::CaseLayout& layout, const ops::Signature& signature,
                   std::span<const std::byte> bytes) {
  std::string text = "{";
  for (const CaseField& field : layout.fields())
    if (field.source != CaseField::Source::Padding)
      text += fmt::format("{}.{} = {}", text.size() > 1 ? ",\n     " : "", field.name,
                          field_of(field, signature, bytes));
  return text + "}";
}

std::string c_elements(const std::string& name, DataType type,
                       std::span<const std::byte> elements) {
  const std::size_t count = elements.size() / size_of(type);
  std::string text = fmt::format("static const {} {}[{}] = {{  // {}", c_type(type), name,
                                 std::max<std::size_t>(count, 1), name_of(type));
  const bool noted = is_float(type) && count <= kFew;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t bits = bits_at(type, elements, i);
    if (noted) {
      text += fmt::format("\n    {},  // {}", c_number(type, bits), short_value(type, bits));
    } else {
      text += i % kARow == 0 ? "\n    " : " ";
      text += c_number(type, bits) + ",";
    }
  }
  return text + "\n};\n";
}

std::string c_permitted(const ops::PermittedTensor& p, const Leniency& leniency,
                        const ops::List& sizes, std::size_t case_index) {
  std::string text;
  for (std::uint64_t position = 0; position < p.size(); ++position) {
    std::string note = fmt::format("  // [{}]: {}", fmt::join(coordinates_of(sizes, position), ","),
                                   describe_permitted(p, position));
    for (const BitRange& r : permitted_bits(p, leniency, position)) {
      text += fmt::format("    {{{}, {}, 0x{:x}, 0x{:x}}},{}\n", case_index, position, r.from, r.to,
                          note);
      note.clear();
    }
  }
  return text;
}

std::string c_show(DataType type) {
  std::string body;
  const std::size_t digits = 2 * size_of(type);
  switch (type) {
    case DataType::FLOAT64:
    case DataType::FLOAT32: {
      const bool is_double = type == DataType::FLOAT64;
      body = fmt::format(
          "  {0} value;\n  memcpy(&value, &bits, sizeof value);\n"
          "  printf(\"%.{1}g (0x%0{2}llx)\", value, (unsigned long long)bits);\n",
          is_double ? "double" : "float", is_double ? 17 : 9, digits);
      break;
    }
    case DataType::FLOAT16:
      body =
          "  const int exponent = bits >> 10 & 31, fraction = bits & 1023;\n"
          "  double value = exponent ? 1024 + fraction : fraction;\n"
          "  for (int i = exponent ? exponent : 1; i < 25; ++i) value /= 2;\n"
          "  for (int i = 25; i < exponent; ++i) value *= 2;\n"
          "  if (exponent == 31) printf(\"%s\", fraction ? \"nan\" : bits >> 15 ? \"-inf\" : "
          "\"inf\");\n"
          "  else printf(\"%.6g\", bits >> 15 ? -value : value);\n"
          "  printf(\" (0x%04llx)\", (unsigned long long)bits);\n";
      break;
    default:
      if (c_type(type)[0] == 'u')
        body = "  printf(\"%llu\", (unsigned long long)bits);\n";
      else
        body = fmt::format("  printf(\"%lld\", (long long)({})bits);\n", c_type(type));
  }
  return fmt::format("static void show_{}(uint64_t bits) {{\n{}}}\n", name_of(type), body);
}

}  // namespace assay::conformance
