// Small cases, and the test which of the two kinds an input is.
#include "fuzz/small_case.h"

#include <algorithm>

#include "fuzz/environment.h"
#include "specs/draw.h"

namespace assay::fuzz {

bool is_small(const specs::Case& c) {
  if (total_elements(c) > kMaxElements) return false;
  std::uint64_t bytes = 0;
  for (const ops::TensorDesc& t : c.descriptor.tensors) {
    const auto least = minimum_bytes(t);
    const std::uint64_t own = std::max(t.bytes.value_or(0), least.value_or(kMaxBytes + 1));
    if (own > kMaxBytes || t.alignment > kMaxBytes) return false;
    bytes += own + t.alignment;
  }
  return bytes <= kMaxBytes;
}

specs::Case draw_small(specs::Chooser& chooser) {
  const specs::Spec& spec = *chosen()[chooser.below(chosen().size())];
  return specs::draw(spec, chooser, {.max_elements = kMaxElements});
}

std::optional<std::string_view> line_of_input(std::span<const std::uint8_t> input) {
  std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
  while (text.starts_with('#') && text.find('\n') != text.npos)
    text.remove_prefix(text.find('\n') + 1);
  const std::size_t colon = text.find(':');
  if (colon == text.npos) return std::nullopt;
  const specs::Spec* spec = catalogue().find(text.substr(0, colon));
  if (std::find(chosen().begin(), chosen().end(), spec) == chosen().end()) return std::nullopt;
  return text.substr(0, text.find('\n'));
}

}  // namespace assay::fuzz
