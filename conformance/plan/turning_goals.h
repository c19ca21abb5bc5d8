#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "conformance/route/route.h"
#include "specs/case.h"

namespace assay::conformance {

/// What a whole number of a case can be (a size, the number of elements of a tensor, a stride, or a
/// value of a member) at each kind of turning point (specs/turning_points.h), such as
/// `size=2^16-1`; and after them which launches of a kernel object there can be, such as
/// `launch=100`. These are goals of coverage. They are numbered from 0 on, below this number.
std::size_t turning_goal_count();

/// The number of the first goal that is a launch; those behind it are launches, too. Any case
/// reaches such a goal on a route whose `repeat` is at least repeat_of_goal().
std::size_t first_launch_goal();
std::uint64_t repeat_of_goal(std::size_t goal);

/// The name of a goal.
std::string turning_goal_name(std::size_t goal);

/// Writes the goals that a valid case on a route reaches to `reached`; one can be there several
/// times. A stride counts if its dimension has more than one element. An integer that a
/// DML_SCALAR_UNION holds is a value of a member. Flags, enumerators, data types and floats do not
/// count.
void read_turning_goals(const specs::Case& c, const Route& route,
                        std::vector<std::uint16_t>& reached);

}  // namespace assay::conformance
