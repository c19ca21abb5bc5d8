// Values that routes of random campaigns do not have.
#include "conformance/route/left_out.h"

#include <fmt/format.h>

#include "conformance/route/route_field.h"
#include "ops/error.h"

namespace assay::conformance {

LeftOut::LeftOut(std::vector<std::string> texts) : texts_(std::move(texts)) {
  for (const std::string& text : texts_) {
    const std::size_t sign = text.find('=');
    if (sign == text.npos)
      throw Error(fmt::format("\"{}\": give FIELD=VALUE, as memory=far", text));
    const std::string name = text.substr(0, sign);
    if (name == "variant")
      throw Error(fmt::format("\"{}\": a variant is no value that can be left out", text));
    values_.push_back(parse_route({{name, text.substr(sign + 1)}}));
    if (count_fields(values_.back()) == 0)
      throw Error(fmt::format("\"{}\" is the default, which cannot be left out", text));
  }
}

void LeftOut::apply(Route& route) const {
  for (const Route& value : values_)
    for (const RouteField& field : route_fields())
      if (!field.is_usual(value) && field.get(value) == field.get(route)) field.make_usual(route);
}

}  // namespace assay::conformance
