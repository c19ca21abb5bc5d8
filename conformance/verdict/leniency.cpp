#include "conformance/verdict/leniency.h"

#include <algorithm>

namespace assay::conformance {
namespace {

using ops::DataType;
using ops::PermittedTensor;

int mantissa_bits(DataType type) {
  return type == DataType::FLOAT16 ? 10 : type == DataType::FLOAT32 ? 23 : 52;
}

bool is_excused(const Leniency& leniency, const PermittedTensor& p, std::uint64_t position,
                std::uint64_t came) {
  if (!leniency.quiets_nans && !leniency.flushes_denormals) return false;
  const int mantissa = mantissa_bits(p.type);
  const std::uint64_t sign = std::uint64_t{1} << (8 * size_of(p.type) - 1);
  const std::uint64_t fraction = (std::uint64_t{1} << mantissa) - 1;
  const std::uint64_t exponent = (sign - 1) & ~fraction;
  if (leniency.quiets_nans && (came & exponent) == exponent && (came & fraction)) {
    const std::uint64_t quiet = std::uint64_t{1} << (mantissa - 1);
    if ((came & quiet) && permits(p, position, came & ~quiet)) return true;
  }
  if (!leniency.flushes_denormals || (came & ~sign)) return false;
  const auto flushed = [&](std::uint64_t expected) {
    return (expected & exponent) == 0 && (expected & sign) == (came & sign);
  };
  if (const auto some = alternatives_at(p, position); !some.empty())
    return std::any_of(some.begin(), some.end(), flushed);
  // Intervals are made for the device, and include flushed values already.
  return !p.by_intervals() && flushed(bits_at(p.type, p.bytes, position));
}

}  // namespace

Leniency leniency_of(const opencl::Variant& variant, DataType type,
                     const opencl::DeviceInfo& device) {
  bool by_type = false;
  for (const opencl::Define& d : variant.defines) by_type |= d.of == opencl::Define::Of::Type;
  // Kernels copy FLOAT16 as ushort, which keeps all bits. What they compute has sets of its own.
  if (!by_type || !is_float(type) || type == DataType::FLOAT16) return {};
  const bool keeps = type == DataType::FLOAT32 ? device.denormals32 : device.denormals64;
  return {.quiets_nans = true, .flushes_denormals = !keeps};
}

bool accepts(const PermittedTensor& p, const Leniency& leniency, std::uint64_t position,
             std::uint64_t came) {
  return permits(p, position, came) || is_excused(leniency, p, position, came);
}

}  // namespace assay::conformance
