// A case is printed as a line. case_parser.cpp has the inverse.
#include "specs/case_text.h"

#include <fmt/format.h>

#include <iterator>

#include "ops/value_key.h"
#include "specs/number_text.h"

namespace assay::specs {
namespace {

using ops::Kind;
using ops::List;
using ops::Member;
using ops::TensorDesc;

void print_list(std::string& out, const List& list) {
  for (std::size_t i = 0; i < list.size(); ++i) out += (i ? "x" : "") + std::to_string(list[i]);
}

void print_tensor(std::string& out, const TensorDesc& t) {
  out += name_of(t.type);
  out += '.';
  print_list(out, t.sizes);
  if (t.strided) {
    out += '/';
    print_list(out, t.strides);
  }
  if (t.bytes) out += fmt::format("#{}", *t.bytes);
  if (t.alignment) out += fmt::format("~{}", t.alignment);
}

/// The tensors of a member that are there, with `+` between them.
void print_tensors(std::string& out, const Member& m, const ops::Descriptor& d) {
  for (std::size_t k = 0; k < d.tensors_of(m); ++k) {
    if (k) out += '+';
    print_tensor(out, d.tensors[m.place + k]);
  }
}

void print_numbers(std::string& out, ops::DataType type, const List& keys) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i) out += 'x';
    out += number_text(type, bits_of_key(type, keys[i]));
  }
}

void print_single(std::string& out, const Member& m, std::int64_t value) {
  if (m.kind == Kind::Bool && (value == 0 || value == 1)) {
    out += value ? "true" : "false";
    return;
  }
  if (m.kind == Kind::Type) {
    out += name_of(static_cast<ops::DataType>(value));
    return;
  }
  for (const ops::Enumerator& e : m.enumerators)
    if (e.value == value) {
      out += e.name;
      return;
    }
  out += std::to_string(value);
}

}  // namespace

std::string print_member(const Member& m, const ops::Descriptor& d) {
  std::string out;
  if (is_tensor(m.kind))
    print_tensors(out, m, d);
  else if (const auto type = value_type(m, d))
    print_numbers(out, *type, d.values[m.place]);
  else if (is_array(m.kind))
    print_list(out, d.values[m.place]);
  else
    print_single(out, m, d.values[m.place][0]);
  return out;
}

std::string print_problem(const Case& c) {
  std::string out = fmt::format("{}:level={}", c.spec->name(), c.level.name());
  for (const Member& m : c.spec->signature.members) {
    if (m.kind == Kind::Struct || !c.descriptor.is_there(m)) continue;
    out += ':';
    out += m.name;
    out += '=';
    out += print_member(m, c.descriptor);
  }
  if (c.fill != Fill::Distinct) out += fmt::format(":fill={}", name_of(c.fill));
  if (c.indices != IndexFill::Inside) out += fmt::format(":indices={}", name_of(c.indices));
  if (c.seed) out += fmt::format(":seed={}", c.seed);
  return out;
}

std::string print_case(const Case& c) {
  std::string out = print_problem(c);
  for (std::size_t i = 0; i < c.route.size(); ++i)
    out += fmt::format("{}{}={}", i ? ':' : '@', c.route[i].first, c.route[i].second);
  return out;
}

}  // namespace assay::specs
