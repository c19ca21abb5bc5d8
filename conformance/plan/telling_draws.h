#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "specs/json.h"

namespace assay::conformance {

/// The draws of an operator that alone show all that its many draws show (goals.h).
struct TellingDraws {
  /// In ascending order.
  std::vector<std::uint32_t> numbers;
  /// The hash of what the draws are witnesses of: how many pairs, which of them are witnesses of
  /// pairs and of values, and which edges and turning points there are. Where draws have another
  /// hash, they are not the telling ones.
  std::uint64_t hash = 0;
  bool operator==(const TellingDraws&) const = default;
};

/// The telling draws of operators, by what their cases follow from (drawn_text_of). The build
/// writes them into a file beside the program. With it a run makes some hundred draws of an
/// operator; without it, many thousand, which give the same goals.
class KnownDraws {
 public:
  static constexpr std::string_view kFileName = "telling_draws.json";

  KnownDraws() = default;
  /// Throws Error or Json::exception where this is not what json() gave.
  explicit KnownDraws(const specs::Json& json);
  /// Those of the file beside the program, or of the installed file. None where no such file can be
  /// read.
  static const KnownDraws& of_program();

  /// Null where none are known.
  const TellingDraws* find(std::string_view drawn_text) const;
  void add(std::string_view drawn_text, TellingDraws draws);
  void add(const KnownDraws& others);
  specs::Json json() const;

 private:
  /// By the hash of the text that the draws follow from.
  std::map<std::string, TellingDraws> draws_;
};

}  // namespace assay::conformance
