// Tests of the table of the fields of a route.
#include <gtest/gtest.h>

#include "conformance/route/route_field.h"

namespace assay::conformance {
namespace {

TEST(RouteFields, have_each_place_once) {
  for (const auto place : {&RouteField::asked, &RouteField::knob, &RouteField::turn}) {
    unsigned next = 1;
    for (const RouteField* field : route_fields_by(place))
      EXPECT_EQ(field->*place, next++) << field->name;
  }
}

TEST(RouteFields, have_rows_that_agree_with_themselves) {
  for (const RouteField& field : route_fields()) {
    SCOPED_TRACE(field.name);
    EXPECT_EQ(field.knob != 0, !field.covered.empty());
    EXPECT_EQ(field.lacking != nullptr, field.asked != 0);
    EXPECT_EQ(field.odds.has_value(), field.turn != 0);
    EXPECT_EQ(field.odds.has_value(), !field.builds());
    EXPECT_EQ(field.possible_for != nullptr, field.possible_in != nullptr);
    EXPECT_EQ(field.covered_names().size(), field.covered.size());
    if (field.others_alike || field.possible_in || field.fixed_by) {
      EXPECT_EQ(field.covered[0], field.usual());
    }
    std::vector<std::uint64_t> values(field.covered.begin(), field.covered.end());
    values.insert(values.end(), field.drawn.begin(), field.drawn.end());
    for (const std::uint64_t value : values) {
      Route route;
      field.set(route, value);
      EXPECT_EQ(field.get(route), value);
      if (value != field.usual()) {
        EXPECT_EQ(field.value_of(field.text_of(value)), value);
      }
    }
  }
}

}  // namespace
}  // namespace assay::conformance
