#pragma once

#include <functional>

#include "specs/json.h"

namespace assay::specs::testing {

/// Calls f with the pointer of each node of a document, a node before those within it.
inline void each_node(const Json& node, const std::function<void(const Json::json_pointer&)>& f,
                      const Json::json_pointer& at = Json::json_pointer()) {
  f(at);
  if (node.is_object())
    for (const auto& [key, value] : node.items()) each_node(value, f, at / key);
  if (node.is_array())
    for (std::size_t i = 0; i < node.size(); ++i) each_node(node[i], f, at / i);
}

}  // namespace assay::specs::testing
