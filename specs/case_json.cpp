// Writes what specs/case_file.cpp reads.
#include "specs/case_json.h"

#include "specs/element_json.h"
#include "specs/tensor_json.h"
#include "specs/value_json.h"

namespace assay::specs {
namespace {

/// Puts the value of a member among the others. A struct's member lies in an object by the struct's
/// name.
void put_value(const Case& c, const ops::Member& m, Json& members) {
  const std::size_t dot = m.name.find('.');
  Json value = value_to_json(m, c.descriptor);
  if (dot == m.name.npos) {
    members[m.name] = std::move(value);
    return;
  }
  const auto& activation = c.spec->signature.activation;
  Json& object = members[m.name.substr(0, dot)];
  if (!activation || m.within != activation->struct_place) {
    object[m.name.substr(dot + 1)] = std::move(value);
  } else if (m.place == activation->type_place) {
    object[kFusedOperator] = std::move(value);
    object[kFusedMembers] = Json::object();
  } else {
    object[kFusedMembers][m.name.substr(dot + 1)] = std::move(value);
  }
}

}  // namespace

Json data_to_json(ops::DataType type, const ops::Bytes& data) {
  Json json = Json::array();
  for (std::uint64_t i = 0; i < data.size() / size_of(type); ++i)
    json.push_back(element_to_json(type, bits_at(type, data, i)));
  return json;
}

Json case_to_json(const Case& c, const ops::Problem& problem) {
  Json json;
  json["operator"] = c.spec->name();
  json["level"] = c.level.name();
  json["members"] = Json::object();
  json["tensors"] = Json::object();
  for (const ops::Member& m : c.spec->signature.members) {
    if (!is_tensor(m.kind)) {
      if (m.kind == ops::Kind::Struct || !c.descriptor.is_there(m)) continue;
      put_value(c, m, json["members"]);
      continue;
    }
    for (std::size_t k = 0; k < c.descriptor.tensors_of(m); ++k) {
      const ops::TensorDesc& t = c.descriptor.tensors[m.place + k];
      Json tensor = tensor_to_json(t);
      if (m.kind == ops::Kind::Input)
        tensor["data"] = data_to_json(t.type, problem.data[m.place + k]);
      Json& of_member = json["tensors"][m.name];
      if (m.is_tensor_array())
        of_member.push_back(std::move(tensor));
      else
        of_member = std::move(tensor);
    }
  }
  return json;
}

}  // namespace assay::specs
