#include "specs/line_field.h"

#include "ops/value_key.h"
#include "specs/described_type.h"
#include "specs/number_text.h"
#include "specs/unknown_name.h"

namespace assay::specs {

using ops::List;
using ops::TensorDesc;

List parse_list(Field field, std::int64_t low, std::int64_t high) {
  List list;
  if (field.text.empty()) return list;
  while (true) {
    const std::size_t x = field.text.find('x');
    if (list.full()) field.fail(fmt::format("a list has at most {} entries", ops::kMaxEntries));
    list.push_back(number(field.up_to(x), low, high));
    if (x == field.text.npos) return list;
    field = field.from(x + 1);
  }
}

std::int64_t parse_number(const Field& field, ops::DataType type) {
  const auto bits = number_from_text(type, field.text);
  if (!bits) field.fail(fmt::format("\"{}\" is no value of {}", field.text, name_of(type)));
  return ops::key_of(type, *bits);
}

/// Floats are parted by `x`, too. One behind a single 0 belongs to the bits of a NaN, which no
/// number begins like.
List parse_numbers(Field field, ops::DataType type) {
  List list;
  if (field.text.empty()) return list;
  while (true) {
    const bool bits = field.text.starts_with("0x7f") || field.text.starts_with("0xff");
    const std::size_t x = field.text.find('x', bits ? 2 : 0);
    if (list.full()) field.fail(fmt::format("a list has at most {} entries", ops::kMaxEntries));
    list.push_back(parse_number(field.up_to(x), type));
    if (x == field.text.npos) return list;
    field = field.from(x + 1);
  }
}

TensorDesc parse_tensor(Field field) {
  TensorDesc t;
  const std::size_t dot = field.text.find('.');
  if (dot == field.text.npos) field.fail("a tensor is written TYPE.SIZES, as in FLOAT32.2x3");
  const auto type = described_type_named(field.text.substr(0, dot));
  if (!type) field.fail(unknown_type(field.text.substr(0, dot)));
  t.type = *type;
  field = field.from(dot + 1);
  if (const std::size_t tilde = field.text.find('~'); tilde != field.text.npos) {
    t.alignment = number<std::uint32_t>(field.from(tilde + 1), 1, UINT32_MAX);
    field = field.up_to(tilde);
  }
  if (const std::size_t hash = field.text.find('#'); hash != field.text.npos) {
    t.bytes = number<std::uint64_t>(field.from(hash + 1), 0, UINT64_MAX);
    field = field.up_to(hash);
  }
  if (const std::size_t slash = field.text.find('/'); slash != field.text.npos) {
    t.strided = true;
    t.strides = parse_list(field.from(slash + 1), 0, UINT32_MAX);
    field = field.up_to(slash);
  }
  t.sizes = parse_list(field, 0, UINT32_MAX);
  return t;
}

}  // namespace assay::specs
