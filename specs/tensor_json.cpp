#include "specs/tensor_json.h"

#include "specs/described_type.h"
#include "specs/unknown_name.h"
#include "specs/value_json.h"

namespace assay::specs {

ops::TensorDesc tensor_from_json(const JsonPlace& place) {
  require_object(place, kTensorExample);
  place.only_keys({"type", "sizes", "strides", "bytes", "alignment", "data"});
  ops::TensorDesc t;
  const auto type = described_type_named(place.at("type").text());
  if (!type) place.at("type").fail(unknown_type(place.at("type").text()));
  t.type = *type;
  t.sizes = list_from_json(place.at("sizes"), 0, UINT32_MAX);
  if (place.has("strides") && !place.at("strides").json().is_null()) {
    t.strided = true;
    t.strides = list_from_json(place.at("strides"), 0, UINT32_MAX);
  }
  if (place.has("bytes")) t.bytes = place.at("bytes").natural();
  if (place.has("alignment"))
    t.alignment = static_cast<std::uint32_t>(place.at("alignment").integer(0, UINT32_MAX));
  return t;
}

Json tensor_to_json(const ops::TensorDesc& t) {
  Json json;
  json["type"] = name_of(t.type);
  json["sizes"] = list_to_json(t.sizes);
  if (t.strided) json["strides"] = list_to_json(t.strides);
  if (t.bytes) json["bytes"] = *t.bytes;
  if (t.alignment) json["alignment"] = t.alignment;
  return json;
}

}  // namespace assay::specs
