// Whatever is wrong with a spec is named with its file, line and column, and a wrong name with the
// right one. Each key and each value of some specs is changed in turn, and the place that the error
// names must be that of the change in the text.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <regex>

#include "testing/places.h"
#include "testing/specs/each_node.h"
#include "testing/specs/good_spec.h"
#include "testing/text_of.h"

namespace assay::specs::testing {
namespace {

using Pointer = Json::json_pointer;

/// A value that stands nowhere in a spec, and its text.
constexpr int kMark = 987654321;
const std::string kMarkText = "987654321";

/// Specs that together have each part of the format. The operators are of a family, of one with an
/// activation, and of none.
std::vector<Json> some_documents() {
  std::vector<Json> documents{Json::parse(kGood)};
  for (const char* name : {"gather", "join", "gemm", "padding1", "element_wise_exp"})
    documents.push_back(Json::parse(assay::testing::text_of(
        assay::testing::source_folder() / "specs/operators" / (name + std::string(".json")))));
  return documents;
}

/// Calls f with the pointer of each node of a document but its root, and of none within the case of
/// an example: `assay spec` alone reads those.
void each_part(const Json& document, const std::function<void(const Pointer&)>& f) {
  each_node(document, [&](const Pointer& at) {
    if (!at.empty() && at.to_string().find("/case/") == std::string::npos) f(at);
  });
}

/// `FILE:LINE:COLUMN` of the first place of a text where `part` stands, plus `more` bytes.
std::string place_of(const std::string& text, const std::string& part, std::size_t more = 0) {
  const std::size_t byte = text.find(part) + more;
  const std::string before = text.substr(0, byte);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  return fmt::format("twice.json:{}:{}", line, byte - (before.rfind('\n') + 1) + 1);
}

/// The place that a message names. It says so where the message names none.
std::string place_in(const std::string& message) {
  static const std::regex place("([^:]*:[0-9]+:[0-9]+): [^]*");
  std::smatch parts;
  return std::regex_match(message, parts, place) ? parts[1].str() : "no place: " + message;
}

/// The document with the last key of a pointer renamed. Its other keys stay where they were.
Json renamed(Json document, const Pointer& at, const std::string& name) {
  Json& parent = document[at.parent_pointer()];
  Json changed = Json::object();
  for (const auto& [key, value] : parent.items()) changed[key == at.back() ? name : key] = value;
  parent = std::move(changed);
  return document;
}

TEST(SpecErrors, OfAMisspeltKeyNameItAndTheRightOne) {
  int refused = 0;
  for (const Json& document : some_documents())
    each_part(document, [&](const Pointer& at) {
      if (!document[at.parent_pointer()].is_object()) return;
      const std::string wrong = at.back() + "@";
      const std::string text = renamed(document, at, wrong).dump(2);
      const std::string said = message_of(text), quoted = "\"" + wrong + "\"";
      // The name of a rule, say, may be any, and is refused where it is read.
      if (said.find(quoted) == said.npos) return;
      ++refused;
      EXPECT_EQ(place_in(said), place_of(text, quoted + ":")) << said;
      const bool is_name = said.find("is no name: ") != said.npos;
      EXPECT_TRUE(is_name || said.find("\"" + at.back() + "\"") != said.npos) << said;
    });
  EXPECT_GT(refused, 400);
}

TEST(SpecErrors, OfAMissingKeyNameTheObjectThatLacksIt) {
  int refused = 0;
  for (const Json& document : some_documents())
    each_part(document, [&](const Pointer& at) {
      if (!document[at.parent_pointer()].is_object()) return;
      Json without = document;
      without[at.parent_pointer()].erase(at.back());
      const std::string said = message_of(without.dump(2));
      if (said == "loaded") return;
      EXPECT_EQ(place_in(said).find("no place"), std::string::npos) << said;
      if (said.find(fmt::format("\"{}\" is missing; add it", at.back())) == said.npos) return;
      ++refused;
      // What stands before the object has its place, too, where a mark stands for the object.
      without[at.parent_pointer()] = kMark;
      EXPECT_EQ(place_in(said), place_of(without.dump(2), kMarkText)) << said;
    });
  EXPECT_GT(refused, 200);
}

TEST(SpecErrors, OfAValueOfAWrongTypeNameTheValue) {
  int refused = 0;
  for (const Json& document : some_documents())
    each_part(document, [&](const Pointer& at) {
      Json changed = document;
      changed[at] = kMark;
      const std::string text = changed.dump(2), said = message_of(text);
      if (said == "loaded") return;
      ++refused;
      EXPECT_EQ(place_in(said), place_of(text, kMarkText)) << said;
    });
  EXPECT_GT(refused, 600);
}

TEST(SpecErrors, OfAMisspeltWordOfAnExpressionNameItAndTheRightOne) {
  int refused = 0;
  const std::regex word("[A-Za-z_]{3,}");
  for (const Json& document : some_documents())
    each_part(document, [&](const Pointer& at) {
      if (!document[at].is_string() || (at.back() != "in" && at.back() != "computes")) return;
      const auto whole = document[at].get<std::string>();
      for (std::sregex_iterator i(whole.begin(), whole.end(), word), end; i != end; ++i) {
        std::string wrong = whole;
        wrong.insert(static_cast<std::size_t>(i->position() + i->length()), "Q");
        Json changed = document;
        changed[at] = wrong;
        const std::string text = changed.dump(2), said = message_of(text), name = i->str() + "Q";
        EXPECT_NE(said, "loaded") << wrong;
        const bool is_named =
            said.find("\"" + name + "\"") != said.npos || said.find(" " + name + ";") != said.npos;
        if (!is_named) continue;
        ++refused;
        EXPECT_EQ(place_in(said), place_of(text, name)) << said;
        EXPECT_NE(said.find("\"" + i->str() + "\""), said.npos) << said;
      }
    });
  EXPECT_GT(refused, 50);
}

TEST(SpecErrors, StandWhereTheyWereMadeInAFileOfSeveral) {
  const std::string head =
      "{\n  \"family\": \"unary\", \"operator\": \"element_wise_test\", \"summary\": \"s\",\n"
      "  \"computes\": \"exp(x)\", \"page\": \"p\",\n";
  const std::string tail = "\n  \"support\": { \"1_0\": \"F 4\" } }";
  // The sixth member of the operator is the second entry of "with".
  const std::string text =
      head + "  \"with\": [\"ScaleBias\",\n    { \"name\": \"Gain\", \"kind\": \"flot\" }]," + tail;
  EXPECT_EQ(message_of(text),
            "twice.json:5:31: with/1/kind: no kind \"flot\"; the nearest is \"float\"");
  EXPECT_EQ(message_of(head + "\t\"with\": [\"ScaleBais\"]," + tail),
            "twice.json:4:11: with/0: the family has no \"ScaleBais\"; the nearest is "
            "\"ScaleBias\"");
}

TEST(SpecErrors, CountColumnsBehindAByteOrderMarkAndEscapes) {
  EXPECT_EQ(message_of("\xef\xbb\xbf{ \"page\": 1, \"pag\": 2 }").find("twice.json:1:14: "), 0u);
  EXPECT_EQ(message_of("{ \"a\\\"}\": [\"{\\\\\"], \"pag\": 2 }").find("twice.json:1:3: "), 0u);
  EXPECT_EQ(message_of("[{\"a\": [\"}\\\"\", 1], \"a\": 2}]"),
            "twice.json:1:20: a second key \"a\" in one object; leave one out");
  Json document = Json::parse(kGood);
  document["terms"] = "2 \t\t+ E";
  const std::string text = document.dump(1);
  EXPECT_EQ(place_in(message_of(text)), place_of(text, "+ E", 2));
}

}  // namespace
}  // namespace assay::specs::testing
