// The part of a kernel's source that is the same for all operators or made from the signature:
// structs with DirectML's names, and the few steps that every kernel needs (from a logical index to
// a place in memory, an index of any integer type). Kernels reach their case only through the
// macros CASES and CASE, so the same source can take cases from global memory, from constant memory
// or by value.

#include "opencl/program/prelude.h"

#include <fmt/format.h>

#include <cctype>

#include "opencl/program/activation_source.h"
#include "opencl/program/case_layout.h"

namespace assay::opencl {
namespace {

constexpr std::string_view kCaseMacros = R"(
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

// How a kernel takes its case: `kernel void f(CASES, ...)`, then `CASE->Axis`.
#ifndef CASE_SPACE
#define CASE_SPACE global
#endif
#ifdef CASE_BY_VALUE
#define CASES const Case cases
#define CASE (&cases)
#else
#define CASES CASE_SPACE const Case* cases
#define CASE (&cases[get_global_id(1)])
#endif
#define TENSOR CASE_SPACE const Tensor

)";

constexpr std::string_view kHelpers = R"(
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

// Whether a tensor is there. An absent one has no dimensions.
static bool is_present(TENSOR* t) { return t->DimensionCount != 0; }

// Elements of a tensor. DirectML allows no more than 2^32 - 1. An absent tensor has none.
static uint element_count(TENSOR* t) {
  uint count = is_present(t);
  for (uint i = 0; i < t->DimensionCount; ++i) count *= t->Sizes[i];
  return count;
}

// Where element `index` (logical, row-major) lies, in elements from the buffer's start.
static ulong offset_of(TENSOR* t, uint index) {
  ulong offset = t->base;
  for (uint i = t->DimensionCount; i-- > 0;) {
    const uint size = t->Sizes[i];
    const uint rest = index / size;
    offset += (ulong)(index - rest * size) * t->Strides[i];
    index = rest;
  }
  return offset;
}

// Whether elements lie side by side in their order, so that no division is needed to find one.
static bool is_packed(TENSOR* t) {
  uint stride = 1;
  for (uint i = t->DimensionCount; i-- > 0;) {
    if (t->Sizes[i] != 1 && t->Strides[i] != stride) return false;
    stride *= t->Sizes[i];
  }
  return true;
}

// offset_of() of a tensor of which is known whether it is packed.
static ulong place_of(TENSOR* t, bool packed, uint index) {
  return packed ? t->base + index : offset_of(t, index);
}

// Elements behind a dimension: how far neighbours along it are apart in row-major order.
static uint inner_size(TENSOR* t, uint dimension) {
  uint inner = 1;
  for (uint d = dimension + 1; d < t->DimensionCount; ++d) inner *= t->Sizes[d];
  return inner;
}

// Where the first element of a row along `axis` lies: `row` counts the coordinates of all other
// dimensions.
static ulong row_start(TENSOR* t, uint axis, uint row) {
  ulong offset = t->base;
  for (uint i = t->DimensionCount; row != 0 && i-- > 0;) {
    if (i == axis) continue;
    const uint size = t->Sizes[i];
    offset += (ulong)(row % size) * t->Strides[i];
    row /= size;
  }
  return offset;
}

static bool is_aligned(global const void* at, size_t bytes) { return (uintptr_t)at % bytes == 0; }

// Four neighbours at once. Many devices take a vector in one step only where it is known to be
// aligned as a whole.
#define COPY_FOUR(T, from, to)                                                           \
  do {                                                                                   \
    if (is_aligned(from, 4 * sizeof(T)) && is_aligned(to, 4 * sizeof(T)))                \
      *(global JOIN(T, 4)*)(to) = *(global const JOIN(T, 4)*)(from);                     \
    else                                                                                 \
      vstore4(vload4(0, from), 0, to);                                                   \
  } while (false)

// Eight neighbours at once, by two vectors, which are both loaded before one is stored.
#define COPY_EIGHT(T, from, to)                                              \
  do {                                                                       \
    if (is_aligned(from, 4 * sizeof(T)) && is_aligned(to, 4 * sizeof(T))) {  \
      global const JOIN(T, 4)* halves = (global const JOIN(T, 4)*)(from);    \
      const JOIN(T, 4) low = halves[0], high = halves[1];                    \
      ((global JOIN(T, 4)*)(to))[0] = low;                                   \
      ((global JOIN(T, 4)*)(to))[1] = high;                                  \
    } else {                                                                 \
      vstore8(vload8(0, from), 0, to);                                       \
    }                                                                        \
  } while (false)

// n / size by a product in 64 bits, where many numbers are divided by one size: `reciprocal` is
// reciprocal_of(size). The product is at most one too small. (PoCL makes mul_hi of 16 bits each.)
static uint reciprocal_of(uint size) { return UINT_MAX / size; }
static uint quotient(uint n, uint size, uint reciprocal) {
  const uint q = (uint)((ulong)n * reciprocal >> 32);
  return n - q * size < size ? q : q + 1;
}

// An element of an index tensor. Beyond LONG_MAX it gives LONG_MAX, which no index reaches.
static long load_index(TENSOR* t, global const void* data, ulong offset) {
  switch (t->DataType) {
    case UINT32:
      return ((global const uint*)data)[offset];
    case INT32:
      return ((global const int*)data)[offset];
    case UINT64:
      return (long)min(((global const ulong*)data)[offset], (ulong)LONG_MAX);
    default:
      return ((global const long*)data)[offset];
  }
}

// The coordinate that an index names along `size` elements: a negative index counts from the end.
static long wrapped(long index, long size) { return index < 0 ? index + size : index; }

// The value of a FLOAT16 with these bits.
static float half_value(ushort bits) { return vload_half(0, (const half*)&bits); }

static bool is_float(uint data_type) {
  return data_type == FLOAT16 || data_type == FLOAT32 || data_type == FLOAT64;
}
)";

// PaddingMode becomes PADDING_MODE, and FusedActivation.Type becomes FUSED_ACTIVATION_TYPE.
std::string upper_case(std::string_view name) {
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool starts_word = std::isupper(static_cast<unsigned char>(name[i])) && i > 0 &&
                             std::islower(static_cast<unsigned char>(name[i - 1]));
    if (starts_word) text += '_';
    text +=
        name[i] == '.' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(name[i])));
  }
  return text;
}

}  // namespace

std::string macro_of(const ops::Member& member, const ops::Enumerator& enumerator) {
  return fmt::format("{}_{}", upper_case(member.name), enumerator.name);
}

std::string prelude(const ops::Signature& signature, std::span<const std::string> scratch) {
  std::string text;
  for (ops::DataType type : ops::all_data_types())
    text += fmt::format("#define {} {}\n", ops::name_of(type), static_cast<int>(type));
  for (const ops::Member& member : signature.members)
    for (const ops::Enumerator& enumerator : member.enumerators)
      text += fmt::format("#define {} {}\n", macro_of(member, enumerator), enumerator.value);
  text += "\n" + CaseLayout(signature, scratch).declaration();
  text += kCaseMacros;
  text.append(kHelpers.substr(1));
  text += activation_source(signature);
  return text;
}

}  // namespace assay::opencl
