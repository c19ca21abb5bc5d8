// Causes are searched for by counting. Most x86-64 processors have an instruction for that, but a
// program that is for all of them may use it only after asking.
#include "conformance/findings/bits.h"

namespace assay::conformance {
namespace {

using Words = std::vector<std::uint64_t>;

[[gnu::always_inline]] inline std::size_t counted(const Words& a, const Words& b) {
  std::size_t count = 0;
  for (std::size_t w = 0; w < a.size(); ++w)
    count += static_cast<std::size_t>(__builtin_popcountll(a[w] & b[w]));
  return count;
}

#if defined(__x86_64__)
[[gnu::target("popcnt")]] std::size_t counted_by_instruction(const Words& a, const Words& b) {
  return counted(a, b);
}
#endif

}  // namespace

std::size_t Bits::count_with(const Bits& other) const {
#if defined(__x86_64__)
  static const bool has_instruction = __builtin_cpu_supports("popcnt");
  if (has_instruction) return counted_by_instruction(words_, other.words_);
#endif
  return counted(words_, other.words_);
}

}  // namespace assay::conformance
