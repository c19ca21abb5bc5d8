#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace assay::ops {

/// The entry of a table whose `name` this is, or null.
template <class Table>
auto* find_named(const Table& table, std::string_view name) {
  const auto found = std::find_if(std::begin(table), std::end(table),
                                  [&](const auto& entry) { return entry.name == name; });
  return found == std::end(table) ? nullptr : &*found;
}

/// The names of a table's entries.
template <class Table>
std::vector<std::string> names_in(const Table& table) {
  std::vector<std::string> names;
  for (const auto& entry : table) names.emplace_back(entry.name);
  return names;
}

}  // namespace assay::ops
