#include "cmd/options/fill_in.h"

#include <algorithm>

namespace assay::cmd {

std::vector<FillIn> fill_ins(std::string_view text) {
  std::vector<FillIn> all;
  std::size_t line = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view one = text.substr(begin, end - begin);
    ++line;
    if (const std::size_t at = one.find("FILL IN"); at != one.npos)
      all.push_back({line, std::string(one.substr(at, one.find('"', at) - at))});
    begin = end + 1;
  }
  return all;
}

}  // namespace assay::cmd
