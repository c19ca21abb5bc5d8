// Which fills say most about an operator.
#include "specs/fill_shares.h"

#include <span>

namespace assay::specs {
namespace {

/// A fill, and how often it is drawn, in 32 draws.
struct FillShare {
  Fill fill;
  unsigned of_32;
};
using Shares = std::span<const FillShare>;

// Of elements that may be zero a driver that writes nothing shows nothing, so zeros are rare.
constexpr FillShare kUsual[] = {{Fill::Distinct, 11}, {Fill::Integers, 6}, {Fill::Special, 7},
                                {Fill::Bits, 5},      {Fill::Few, 2},      {Fill::Zeros, 1}};
constexpr FillShare kOfFunctions[] = {{Fill::Distinct, 8}, {Fill::Edges, 9}, {Fill::Integers, 5},
                                      {Fill::Special, 5},  {Fill::Bits, 3},  {Fill::Few, 1},
                                      {Fill::Zeros, 1}};
// The bound on a long FLOAT16 sum says little, but sums of small integers are judged exactly.
constexpr FillShare kOfLongSums[] = {{Fill::Integers, 30}, {Fill::Zeros, 2}};
// Numbers are rarely equal or zero but where they are few or most of them are zeros, and of random
// bits nearly none is a count to shift by, or is not finite. The other fills are drawn now and
// then.
constexpr FillShare kOfEquality[] = {{Fill::Zeros, 18},  {Fill::Few, 6},   {Fill::Integers, 3},
                                     {Fill::Special, 2}, {Fill::Edges, 1}, {Fill::Distinct, 1},
                                     {Fill::Bits, 1}};
constexpr FillShare kOfDifference[] = {{Fill::Few, 20},  {Fill::Special, 4}, {Fill::Integers, 3},
                                       {Fill::Zeros, 2}, {Fill::Edges, 1},   {Fill::Distinct, 1},
                                       {Fill::Bits, 1}};
constexpr FillShare kOfShifts[] = {{Fill::Edges, 10}, {Fill::Integers, 11}, {Fill::Special, 6},
                                   {Fill::Few, 2},    {Fill::Distinct, 1},  {Fill::Zeros, 1},
                                   {Fill::Bits, 1}};
constexpr FillShare kOfFiniteness[] = {{Fill::Few, 14},     {Fill::Edges, 10}, {Fill::Special, 4},
                                       {Fill::Distinct, 1}, {Fill::Zeros, 1},  {Fill::Integers, 1},
                                       {Fill::Bits, 1}};

constexpr bool is_whole(Shares shares) {
  unsigned sum = 0;
  for (const FillShare& share : shares) sum += share.of_32;
  return sum == 32;
}
static_assert(is_whole(kUsual) && is_whole(kOfFunctions) && is_whole(kOfLongSums) &&
              is_whole(kOfEquality) && is_whole(kOfDifference) && is_whole(kOfShifts) &&
              is_whole(kOfFiniteness));

Shares table_of(FillShares shares) {
  switch (shares) {
    case FillShares::Usual:
      break;
    case FillShares::OfFunctions:
      return kOfFunctions;
    case FillShares::OfLongSums:
      return kOfLongSums;
    case FillShares::OfEquality:
      return kOfEquality;
    case FillShares::OfDifference:
      return kOfDifference;
    case FillShares::OfShifts:
      return kOfShifts;
    case FillShares::OfFiniteness:
      return kOfFiniteness;
  }
  return kUsual;
}

}  // namespace

FillShares fill_shares_of(const ops::Formula& formula) {
  using Op = ops::Formula::Op;
  const Op last = formula.nodes().back().op;
  if (last == Op::Equal || last == Op::LessEqual || last == Op::GreaterEqual)
    return FillShares::OfEquality;
  if (last == Op::NotEqual) return FillShares::OfDifference;
  if (last == Op::ShiftLeft || last == Op::ShiftRight) return FillShares::OfShifts;
  for (const ops::Formula::Node& n : formula.nodes())
    if (n.op == Op::IsNan || n.op == Op::IsInf) return FillShares::OfFiniteness;
  return FillShares::OfFunctions;
}

Fill draw_fill(FillShares shares, Chooser& chooser) {
  std::uint64_t n = chooser.below(32);
  for (const FillShare& share : table_of(shares)) {
    if (n < share.of_32) return share.fill;
    n -= share.of_32;
  }
  return {};
}

}  // namespace assay::specs
