// The list of all rewritings, each with the reason why it keeps the meaning. None may be made where
// OpenCL would leave its result undefined: no barrier comes under a condition on which the items of
// a group differ, and no arithmetic is added but on values that are there.
#include <algorithm>
#include <array>

#include "opencl/shape/rewriting.h"
#include "opencl/shape/shapes.h"

namespace assay::opencl {
namespace {

constexpr std::array kRewritings{
    Rewriting{
        "guard-return",
        "`if (C) return; REST` becomes `if (!(C)) { REST }`, at the outermost level of a "
        "function without a value. REST runs where C does not hold, as before, and behind it "
        "the function ends either way. Where REST has a barrier, all items of a group or none "
        "had to pass the return.",
        shapes::guard_return},
    Rewriting{"early-return",
              "`if (C) S` at the end of a function without a value becomes `if (!(C)) return; S`. "
              "Nothing stands behind it, so to return there is to leave S out.",
              shapes::early_return},
    Rewriting{
        "else-rest",
        "`if (C) return; REST` becomes `if (C) return; else { REST }`, and so with `break` and "
        "`continue`. REST runs only where the condition did not hold.",
        shapes::else_rest},
    Rewriting{
        "one-round",
        "The body of a function without a value becomes the body of a loop that has one round, "
        "and a `return` outside of other loops a `break`. Nothing stands behind the loop. "
        "Memory of the group is declared before it.",
        shapes::one_round},
    Rewriting{
        "if-loop",
        "`if (C) S` becomes `while (C) { S break; }`. The condition is evaluated once, as the "
        "first round is the last one. S has no `break` or `continue` that would now belong to "
        "this loop.",
        shapes::if_loop},
    Rewriting{"negated-if", "`if (C) A else B` becomes `if (!(C)) B else A`.", shapes::negated_if},
    Rewriting{
        "split-condition",
        "`if (A && B) S` becomes `if (A) { if (B) S }`, and `if (A || B) return;` becomes two "
        "returns. B is evaluated where it was before, and S is left at once, so it does not "
        "run twice.",
        shapes::split_condition},
    Rewriting{"joined-condition",
              "`if (A) { if (B) S }` becomes `if ((A) && (B)) S`, and `if (A) S if (B) S` becomes "
              "`if ((A) "
              "|| (B)) S` where S ends in a return, a `break` or a `continue`. B is evaluated "
              "where it was "
              "before, and S runs once.",
              shapes::joined_condition},
    Rewriting{"if-switch",
              "`if (C) A else B` becomes a `switch` over two values with B as its default, which "
              "stands first. No `break` of A or B belongs to a loop around it.",
              shapes::if_switch},
    Rewriting{
        "twin-branches",
        "S becomes `if (odd item) S else S`. Each item runs one of two equal statements. S has "
        "no barrier, which the items of a group would no longer meet together.",
        shapes::twin_branches},
    Rewriting{
        "do-once",
        "S becomes `do { S } while (C);` with a condition that never holds, which only a "
        "launch tells. So there is one round, in which all items meet at the barriers of S. S "
        "has no `break` and no `continue`, which would belong to this loop.",
        shapes::do_once},
    Rewriting{
        "if-choice",
        "`if (C) X = A;` becomes `X = C ? A : X`, and `if (C) X = A; else X = B;` becomes `X = C ? "
        "A : B`. C is evaluated first and once, and A only where it holds. X is a variable, which "
        "has a value before if it is read; a cast gives A its type.",
        shapes::if_choice},
    Rewriting{
        "choice-select",
        "`C ? A : B` becomes `select(B, A, C)`. Both sides are evaluated, so they are variables "
        "that have a value from their declaration on, numbers, or sums and products of unsigned "
        "ones: no value makes them undefined. They have the same type, or are numbers that become "
        "the other one's type either way, and C changes nothing.",
        shapes::choice_select},
    Rewriting{"for-while",
              "`for (I; C; S) B` becomes `{ I; while (C) { B S; } }`. B has no `continue`, which "
              "would leave S out.",
              shapes::for_while},
    Rewriting{"loop-do",
              "A `for` or a `while` becomes `if (C) do { B S; } while (C);`. The condition is "
              "evaluated before each round, as before. The B of a `for` has no `continue`.",
              shapes::loop_do},
    Rewriting{"endless-loop",
              "A loop loses its condition, and begins each round with `if (!(C)) break;`.",
              shapes::endless_loop},
    Rewriting{"peel",
              "A loop's first round stands before it, under its condition. B has no `break` and no "
              "`continue`, which would belong to no loop there.",
              shapes::peel},
    Rewriting{
        "unroll",
        "Each round of a loop makes two of the old ones, with `if (!(C)) break;` between them. "
        "B has no `continue`.",
        shapes::unroll},
    Rewriting{
        "split-loop",
        "A loop becomes two, one behind the other. The first one ends after one to four rounds, "
        "which the item's number tells, or that of the groups where items meet at a barrier. The "
        "second one goes on where it stopped, unless the condition ended it. B has no `break` and "
        "no `continue`.",
        shapes::split_loop},
    Rewriting{
        "unroll-rest",
        "`for (T I = A; I < N; ++I) B` becomes a loop of two rounds each while `N - I > 1`, and an "
        "`if` for the one that may be left. T is unsigned and I less than N, so the difference is "
        "no less than one. Nothing in B changes I or N.",
        shapes::unroll_rest},
    Rewriting{
        "reversed-loop",
        "`for (T I = A; I < N; ++I) X[I] = V;` becomes `for (T I = N; I-- > A;) X[I] = V;`. X is a "
        "private array of which no pointer is kept, and V does not mention it and changes nothing, "
        "so no round reads what another one stores.",
        shapes::reversed_loop},
    Rewriting{
        "narrow-counter",
        "The counter of `for (T I = A; I < N; ++I) B` is a `uchar`, and each use of it has its old "
        "type. A and N are written as numbers up to 127, which it holds, and B does not change it.",
        shapes::narrow_counter},
    Rewriting{
        "opaque-bound",
        "A loop's condition is joined with one that always holds, which only a launch tells: "
        "that there is one item along the third dimension. OpenCL promises it for a launch of "
        "two dimensions.",
        shapes::opaque_bound},
    Rewriting{"dead-return",
              "A return stands under a condition that never holds, which only a launch tells: that "
              "there is an offset along the third dimension.",
              shapes::dead_return},
    Rewriting{
        "dead-item-return",
        "An item returns whose number in its group is not below the group's size. There is none, "
        "which OpenCL promises. So all items of a group meet at the barriers behind it.",
        shapes::dead_item_return},
    Rewriting{"dead-loop",
              "A loop without an end stands under a condition that never holds, which only a "
              "launch tells. "
              "No item comes there.",
              shapes::dead_loop},
    Rewriting{"dead-store",
              "A store to the beginning of a buffer that the kernel may write stands under a "
              "condition that never holds.",
              shapes::dead_store},
    Rewriting{"barrier",
              "A barrier stands at the outermost level of a kernel, where no statement before it "
              "returns. All items of a group come there, and no other memory is touched.",
              shapes::uniform_barrier},
    Rewriting{"volatile",
              "A variable is volatile: each of its values is stored and loaded. Its address is not "
              "taken, so no pointer would have to be volatile, too.",
              shapes::volatile_variable},
    Rewriting{
        "const-variable",
        "A scalar variable with a value, which nothing in its scope changes and of which no "
        "pointer is made, is `const`; one that is `const` is so no longer, unless its value is "
        "made of numbers and might be the size of an array.",
        shapes::const_variable},
    Rewriting{
        "private-array",
        "A variable is an element of a private array, of which even items use the first one and "
        "odd items the second one. An item's number in its group never changes.",
        shapes::private_array},
    Rewriting{"struct-member", "A variable is a member of a struct.", shapes::struct_member},
    Rewriting{
        "vector-lane",
        "A variable of a built-in type is the last lane of a vector of four. Its address is not "
        "taken, as lanes have none.",
        shapes::vector_lane},
    Rewriting{
        "wide-variable",
        "A `uint` is kept in a `ulong`, and an `int` in a `long`. Each use takes its low half, "
        "which counts as the variable did; each value that is assigned is converted to the "
        "variable's own type before.",
        shapes::wide_variable},
    Rewriting{"pointer-sum", "`P[I]` becomes `*(P + (I))`, which is how the language defines it.",
              shapes::pointer_sum},
    Rewriting{
        "byte-address",
        "`P[I]` is reached over a pointer to bytes, with a cast back to the element's type: an "
        "array's elements lie `sizeof` of their type apart. The index becomes a `long` before it "
        "is multiplied, which each index within an array fits.",
        shapes::byte_address},
    Rewriting{"id-from-group",
              "`get_global_id(D)` is computed from the group's number, its size, the item's number "
              "in it, and the offset. In the last group, which may be smaller in later versions of "
              "OpenCL C, it is counted from the end.",
              shapes::id_from_group},
    Rewriting{
        "no-inline",
        "A helper without a barrier asks not to be inlined, by an attribute that compilers may "
        "ignore.",
        shapes::no_inline},
    Rewriting{"extra-parameter",
              "A helper gets one more parameter, which it does not use, and each call gives it the "
              "item's number. No macro calls the helper, and its name stands for nothing else.",
              shapes::extra_parameter},
    Rewriting{
        "pointer-parameter",
        "A helper takes a parameter by a pointer to a private copy. The copy is the parameter of a "
        "function with the helper's old name, which calls it; so each call has a copy of its own.",
        shapes::pointer_parameter},
    Rewriting{
        "private-copy",
        "A function's parameter, a scalar or a pointer, is copied to a private variable, which the "
        "function uses in its place. Nothing else names the parameter, so nobody sees that it "
        "stays "
        "as it came.",
        shapes::private_copy},
};

}  // namespace

std::span<const Rewriting> rewritings() { return kRewritings; }

const Rewriting* find_rewriting(std::string_view name) {
  const auto found = std::find_if(kRewritings.begin(), kRewritings.end(),
                                  [&](const Rewriting& r) { return r.name == name; });
  return found == kRewritings.end() ? nullptr : &*found;
}

}  // namespace assay::opencl
