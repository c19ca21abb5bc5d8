// A list of fields with their offsets is the only description of the Case struct. Its declaration
// in OpenCL C and the bytes that the host writes are both made from that list, so they cannot
// disagree. OpenCL C lays out uint, int and ulong in the same way on every device. Padding is a
// field of the list, so that no compiler adds any.

#include "opencl/program/case_layout.h"

#include <fmt/format.h>

#include <cassert>
#include <cstring>

namespace assay::opencl {
namespace {

// Byte offsets in Tensor. Its fields are DataType, DimensionCount, Sizes[8], Strides[8], base and
// bytes.
constexpr std::size_t kSizes = 8, kStrides = 40, kBase = 72, kBytes = 80, kTensorSize = 88;
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
      return kTensorSize;
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
  put32(to, static_cast<std::int64_t>(tensor.type));
  put32(to + 4, static_cast<std::int64_t>(tensor.sizes.size()));
  put_list(to + kSizes, tensor.sizes);
  put_list(to + kStrides, ops::effective_strides(tensor));
  put64(to + kBase, base);
  put64(to + kBytes, ops::total_bytes(tensor));
}

}  // namespace

CaseLayout::CaseLayout(const ops::Signature& signature, std::span<const std::string> scratch) {
  using Source = Field::Source;
  for (const ops::Member& member : signature.members)
    if (ops::is_tensor(member.kind))
      add(member.name, Type::Tensor, 0, Source::Tensor, member.place);
  for (const ops::Member& member : signature.members) {
    if (ops::is_tensor(member.kind)) continue;
    const bool negative = member.kind == ops::Kind::Int || member.kind == ops::Kind::Ints;
    add(member.name, negative ? Type::Int : Type::Uint,
        ops::is_array(member.kind) ? ops::kMaxDimensions : 0, Source::Value, member.place);
  }
  if (size_ % 8 != 0) add("padding", Type::Uint, 0, Source::Padding, 0);
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
  for (const Field& field : fields_)
    text += fmt::format("  {} {}{};\n", name_of(field.type), field.name,
                        field.count == 0 ? std::string() : fmt::format("[{}]", field.count));
  return text + "} Case;\n";
}

void CaseLayout::write(const ops::Descriptor& descriptor, std::span<const std::uint64_t> bases,
                       std::span<const std::uint64_t> scratch_bases, std::byte* to) const {
  std::memset(to, 0, size_);
  for (const Field& field : fields_) {
    switch (field.source) {
      case Field::Source::Tensor:
        put_tensor(to + field.offset, descriptor.tensors[field.place], bases[field.place]);
        break;
      case Field::Source::Value:
        if (field.count != 0)
          put_list(to + field.offset, descriptor.values[field.place]);
        else
          put32(to + field.offset, descriptor.values[field.place][0]);
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
