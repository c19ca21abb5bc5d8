// The text here may come from anywhere, so it may be malformed.
#include "ops/utf8.h"

namespace assay::ops {

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (text.empty()) return 0;
  if (byte(0) < 0x80) return 1;
  const std::size_t length = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : byte(0) >= 0xc2 ? 2 : 0;
  if (length == 0 || byte(0) > 0xf4 || text.size() < length) return 0;
  char32_t c = byte(0) & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    c = c << 6 | (byte(i) & 0x3f);
  }
  const bool shortest = c >= (length == 4 ? 0x10000u : length == 3 ? 0x800u : 0x80u);
  return shortest && c <= 0x10ffff && (c < 0xd800 || c > 0xdfff) ? length : 0;
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const bool is_control =
        static_cast<unsigned char>(text[0]) < ' ' || text[0] == '\x7f' ||
        (text.size() > 1 && text[0] == '\xc2' && static_cast<unsigned char>(text[1]) < 0xa0);
    if (length == 0 || is_control)
      out += '?';
    else
      out += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

}  // namespace assay::ops
