#include "conformance/compare/shard_part.h"

#include <fmt/format.h>

#include <string>

#include "conformance/workers/wire.h"
#include "ops/error.h"

namespace assay::conformance {

using specs::Json;

void require_same(const ShardPart& first, const ShardPart& other) {
  const auto refuse = [&](const std::string& what, const Json& a, const Json& b) {
    if (a == b) return;
    throw Error(fmt::format("{}: of another campaign than {}: {} is {}, not {}",
                            other.folder.string(), first.folder.string(), what, b.dump(),
                            a.dump()));
  };
  const auto options = [](const ShardPart& p) {
    Json json = options_to_json(p.checkpoint.options);
    json.erase("shard");
    return json;
  };
  const Json a = options(first), b = options(other);
  for (const auto& [key, value] : a.items()) refuse(key, value, b.at(key));
  refuse("the version of assay", first.run.at("assay"), other.run.at("assay"));
  if (const auto what = first.checkpoint.tested.difference(other.checkpoint.tested); !what.empty())
    throw Error(fmt::format("{}: of another campaign than {}: not the same: {}",
                            other.folder.string(), first.folder.string(), what));
}

bool has_reproducer(const Json& failure) {
  return failure.contains("shrunk") || failure.contains("batch");
}

void unshrink(Json& failure, const CommandWords& words) {
  if (!failure.contains("shrunk")) return;
  failure.erase("shrunk");
  failure.erase("shrunk_found");
  // The command of a failure that needs its batch runs the batch.
  if (!failure.contains("batch"))
    failure["reproduce"] = command_for("check", words, failure.at("case").get<std::string>());
}

}  // namespace assay::conformance
