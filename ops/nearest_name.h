#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::ops {

/// The one of `names` that a mistyped `name` is most likely meant to be: one that has it as a part,
/// or the one with the fewest letters to be put in, left out, changed or exchanged. A name as
/// DirectML's headers write it, such as DML_TENSOR_DATA_TYPE_FLOAT32, is taken without the words
/// around it. Small and capital letters are alike. Empty where none of the names is like it.
std::string nearest_name(std::string_view name, const std::vector<std::string>& names);

/// What a message about a name that is not known adds: `; the nearest is "gather"`. Empty where
/// none of the names is like it.
std::string nearest_words(std::string_view name, const std::vector<std::string>& names);

/// The same, but where none of the names is like it, it tells those that there are:
/// `; known are "input" and "output"`.
std::string known_words(std::string_view name, const std::vector<std::string>& names);

}  // namespace assay::ops
