#include "conformance/report/page_parts.h"

#include <fmt/format.h>

#include <utility>

#include "ops/embedded_file.h"
#include "ops/error.h"

namespace assay::conformance {
namespace {

#include "kPageParts.inc"

/// JSON as text in which nothing can end the HTML element around it.
std::string inline_json(const specs::Json& json) {
  std::string out;
  for (char c : specs::json_text(json))
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  return out;
}

std::string part(std::string_view name) {
  const ops::EmbeddedFile* file = ops::find_file(kPageParts, name);
  if (!file) throw Error(fmt::format("the page lacks its part {}", name));
  return std::string(file->text);
}

/// Fills each place once, from left to right. The texts that are put in are not searched.
std::string with_parts(std::string_view rest,
                       const std::vector<std::pair<std::string_view, std::string>>& places) {
  std::string out;
  for (const auto& [place, text] : places) {
    const std::size_t at = rest.find(place);
    if (at == rest.npos) throw Error(fmt::format("the page has no place {}", place));
    out += rest.substr(0, at);
    out += text;
    rest.remove_prefix(at + place.size());
  }
  return out += rest;
}

}  // namespace

std::string filled_page(std::string_view page, const specs::Json& data,
                        const std::vector<const char*>& scripts) {
  std::string all_scripts;
  for (const char* name : scripts) all_scripts += part(name);
  const std::string head = with_parts(part("head.html"), {{"{{style}}", part("page.css")}});
  const std::string foot = with_parts(part("foot.html"), {{"{{data}}", inline_json(data)},
                                                          {"{{chart}}", part("chart.min.js")},
                                                          {"{{scripts}}", all_scripts}});
  return with_parts(part(page), {{"{{head}}", head}, {"{{foot}}", foot}});
}

}  // namespace assay::conformance
