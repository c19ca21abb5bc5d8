// A list of fields with their offsets is the only description of the Case struct. Its declaration
// in OpenCL C and the bytes that the host writes are both made from that list, so they cannot
// disagree. OpenCL C lays out uint, int and ulong in the same way on every device. Padding is a
// field of the list, so that no compiler adds any.

#include "opencl/program/case_layout.h"

#include <fmt/format.h>

#include <cassert>
#include <cstring>

#include "ops/value_key.h"

namespace assay::opencl {
namespace {

// Byte offsets in Tensor. Its fields are DataType, DimensionCount, Sizes[8], Strides[8], base and
// bytes.
constexpr std::size_t kSizes = 8, kStrides = 40, kBase = 72, kBytes = 80;
constexpr std::string_view kTensorDeclaration =
    "typedef struct {\n"
    "  uint DataType;\n"
    "  uint DimensionCount;\n"
    "  uint Sizes[8];\n"
    "  uint Strides[8];\n"
    "  ulong base;   // of element 0, in elements from the buffer's start\n"
    "  ulong bytes;  // TotalTensorSizeInBytes\n"
    "} Tensor;\n";

std::size_t size_of(CaseLayout::Type type) {
  switch (type) {
    case CaseLayout::Type::Tensor:
      return CaseLayout::kTensorBytes;
    case CaseLayout::Type::Ulong:
      return 8;
    default:
      return 4;
  }
}

std::string_view name_of(CaseLayout::Type type) {
  switch (type) {
    case CaseLayout::Type::Tensor:
      return "Tensor";
    case CaseLayout::Type::Ulong:
      return "ulong";
    case CaseLayout::Type::Int:
      return "int";
    case CaseLayout::Type::Float:
      return "float";
    default:
      return "uint";
  }
}

// Writes the low 32 bits, for UINT and INT alike.
void put32(std::byte* to, std::int64_t value) {
  const auto low = static_cast<std::uint32_t>(value);
  std::memcpy(to, &low, sizeof low);
}

void put64(std::byte* to, std::uint64_t value) { std::memcpy(to, &value, sizeof value); }

void put_list(std::byte* to, const ops::List& list) {
  const std::size_t count = std::min(list.size(), ops::kMaxDimensions);
  for (std::size_t i = 0; i < count; ++i) put32(to + 4 * i, list[i]);
}

void put_tensor(std::byte* to, const ops::TensorDesc& tensor, std::uint64_t base) {
  // An absent tensor stays as it is: all zeros.
  if (tensor.absent) return;
  put32(to, static_cast<std::int64_t>(tensor.type));
  put32(to + 4, static_cast<std::int64_t>(tensor.sizes.size()));
  put_list(to + kSizes, tensor.sizes);
  put_list(to + kStrides, ops::effective_strides(tensor));
  put64(to + kBase, base);
  put64(to + kBytes, ops::total_bytes(tensor));
}

}  // namespace

// A scalar has 64 bits, of which its type uses the low ones. Any other value has 32.
void put_value(std::byte* to, const ops::Member& m, const ops::Descriptor& d) {
  const auto type = value_type(m, d);
  const std::int64_t value = d.values[m.place][0];
  if (m.kind == ops::Kind::Scalar)
    put64(to, ops::bits_of_key(*type, value));
  else
    put32(to, type ? static_cast<std::int64_t>(ops::bits_of_key(*type, value)) : value);
}

void put_values(std::byte* to, const ops::Member& m, const ops::Descriptor& d) {
  ops::List values = d.values[m.place];
  if (const auto type = value_type(m, d))
    for (std::int64_t& v : values) v = static_cast<std::int64_t>(ops::bits_of_key(*type, v));
  put_list(to, values);
}

CaseLayout::Type field_type(ops::Kind kind) {
  switch (kind) {
    case ops::Kind::Int:
    case ops::Kind::Ints:
      return CaseLayout::Type::Int;
    case ops::Kind::Float:
    case ops::Kind::Floats:
      return CaseLayout::Type::Float;
    case ops::Kind::Scalar:
      return CaseLayout::Type::Ulong;
    default:
      return CaseLayout::Type::Uint;
  }
}

// The declarations of fields, with two spaces in front of each, and those of a nested struct within
// that struct.
std::string declarations(std::span<const CaseLayout::Field> fields) {
  std::string text, open;
  const auto close = [&] {
    if (!open.empty()) text += fmt::format("  }} {};\n", open);
    open.clear();
  };
  for (const CaseLayout::Field& field : fields) {
    const std::size_t dot = field.name.find('.');
    const std::string outer = dot == field.name.npos ? "" : field.name.substr(0, dot);
    if (outer != open) {
      close();
      if (!outer.empty()) text += "  struct {\n";
      open = outer;
    }
    text += fmt::format("  {}{} {}{};\n", outer.empty() ? "" : "  ", name_of(field.type),
                        field.name.substr(dot + 1),
                        field.count == 0 ? std::string() : fmt::format("[{}]", field.count));
  }
  close();
  return text;
}

CaseLayout::CaseLayout(const ops::Signature& signature, std::span<const std::string> scratch)
    : signature_(&signature) {
  using Source = Field::Source;
  for (const ops::Member& member : signature.members)
    if (ops::is_tensor(member.kind))
      add(member.name, Type::Tensor, member.is_tensor_array() ? member.capacity : 0, Source::Tensor,
          member.place);
  for (const ops::Member& member : signature.members) {
    if (ops::is_tensor(member.kind) || member.kind == ops::Kind::Scalar) continue;
    if (member.kind == ops::Kind::Struct && !member.optional) continue;
    add(member.name + (member.kind == ops::Kind::Struct ? ".present" : ""), field_type(member.kind),
        ops::is_array(member.kind) ? ops::kMaxDimensions : 0, Source::Value, member.place);
  }
  if (size_ % 8 != 0) add("padding", Type::Uint, 0, Source::Padding, 0);
  for (const ops::Member& member : signature.members)
    if (member.kind == ops::Kind::Scalar)
      add(member.name, Type::Ulong, 0, Source::Value, member.place);
  for (std::size_t i = 0; i < scratch.size(); ++i)
    add(scratch[i], Type::Ulong, 0, Source::Scratch, i);
}

void CaseLayout::add(std::string name, Type type, std::size_t count, Field::Source source,
                     std::size_t place) {
  fields_.push_back({std::move(name), type, count, size_, source, place});
  size_ += size_of(type) * std::max<std::size_t>(count, 1);
}

std::string CaseLayout::declaration() const {
  std::string text(kTensorDeclaration);
  text += "typedef struct {\n";
  text += declarations(fields_);
  return text + "} Case;\n";
}

void CaseLayout::write(const ops::Descriptor& descriptor, std::span<const std::uint64_t> bases,
                       std::span<const std::uint64_t> scratch_bases, std::byte* to) const {
  std::memset(to, 0, size_);
  for (const Field& field : fields_) {
    switch (field.source) {
      case Field::Source::Tensor:
        for (std::size_t k = 0; k < std::max<std::size_t>(field.count, 1); ++k)
          put_tensor(to + field.offset + k * CaseLayout::kTensorBytes,
                     descriptor.tensors[field.place + k], bases[field.place + k]);
        break;
      case Field::Source::Value:
        if (field.count != 0)
          put_values(to + field.offset, signature_->value_at(field.place), descriptor);
        else
          put_value(to + field.offset, signature_->value_at(field.place), descriptor);
        break;
      case Field::Source::Scratch:
        put64(to + field.offset,
              field.place < scratch_bases.size() ? scratch_bases[field.place] : 0);
        break;
      case Field::Source::Padding:
        break;
    }
  }
}

}  // namespace assay::opencl
