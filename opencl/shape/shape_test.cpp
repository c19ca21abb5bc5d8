// Tests of chains as text, and of what each rewriting makes of a small kernel, and leaves alone.
#include "opencl/shape/shape.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "ops/error.h"

namespace assay::opencl {
namespace {

/// A kernel that copies, with these statements before its end.
std::string kernel_with(const std::string& statements) {
  return "kernel void f(global const uint* from, global uint* to, uint n) {\n" + statements +
         "\n}\n";
}

/// The statements, rewritten by a chain.
std::string made(const std::string& chain, const std::string& statements) {
  const std::string text = shaped(kernel_with(statements), chain_of(parse_shape(chain)));
  const std::size_t begin = text.find("{\n") + 2;
  return text.substr(begin, text.rfind("\n}") - begin);
}

struct Example {
  const char *chain, *before, *after;
};

TEST(Shape, makes_each_rewriting) {
  const std::vector<Example> examples{
      {"guard-return", "if (n > 3) return; to[0] = n;", "if (!(n > 3)) { to[0] = n; }"},
      {"early-return", "to[1] = n; if (n > 3) to[0] = n;",
       "to[1] = n; if (!(n > 3)) return; to[0] = n;"},
      {"else-rest", "if (n > 3) return; to[0] = n;", "if (n > 3) return; else { to[0] = n; }"},
      {"one-round", "local uint x; if (n) return; while (n) return; to[0] = n;",
       "local uint x; for (bool once = true; once; once = false) { if (n) break; while (n) return; "
       "to[0] = n; }"},
      {"if-loop", "if (n) to[0] = n;", "while (n) { to[0] = n; break; }"},
      {"negated-if", "if (n) to[0] = n; else to[1] = n;",
       "if (!(n)) { to[1] = n; } else { to[0] = n; }"},
      {"split-condition", "if (n && from[n & 1]) to[0] = n;",
       "if (n) { if (from[n & 1]) to[0] = n; }"},
      {"split-condition", "if (n || from[0] && from[1]) return;",
       "{ if (n) { return; } if (from[0] && from[1]) { return; } }"},
      {"joined-condition", "if (n > 3) { if (from[n & 1]) to[0] = n; }",
       "if ((n > 3) && (from[n & 1])) { to[0] = n; }"},
      {"joined-condition.1",
       "if (n) if (n > 1) ++n; if (n > 3) return; if (from[0]) { return; } ++n;",
       "if (n) if (n > 1) ++n; if ((n > 3) || (from[0])) { return; } ++n;"},
      {"if-switch", "if (n) to[0] = n; else to[1] = n;",
       "switch ((n) ? 3 : 5) { default: { to[1] = n; } break; case 3: { to[0] = n; } }"},
      {"do-once", "++to[0];", "do { ++to[0]; } while (get_global_offset(2) != 0);"},
      {"twin-branches", "++to[0];", "{ if (get_local_id(0) & 1) { ++to[0]; } else { ++to[0]; } }"},
      {"if-choice", "uint i = 1; float x = 2; if (n > 3) { i = from[n]; x += i; }",
       "uint i = 1; float x = 2; { const bool chosen = (n > 3); i = chosen ? (uint)(from[n]) : i; "
       "x "
       "= chosen ? (float)(x + (i)) : x; }"},
      {"if-choice", "float x; if (n) { x = 1; } else x = from[1];",
       "float x; x = (n) ? (float)(1) : (float)(from[1]);"},
      {"choice-select", "uint i = 1; i = (n > 3) ? (uint)(n + i) : i;",
       "uint i = 1; i = select((uint)(i), (uint)((uint)(n + i)), (uint)(((n > 3)) ? 1 : 0));"},
      {"choice-select", "to[n ? 1 : 2] = n > 3 ? n : 7;",
       "to[select((int)(2), (int)(1), (int)((n) ? 1 : 0))] = select((uint)(7), (uint)(n), "
       "(uint)((n > "
       "3) "
       "? 1 : 0));"},
      {"choice-select", "to[0] = n ? from[0] : n > 1 ? 2 : n;",
       "to[0] = n ? from[0] : select((uint)(n), (uint)(2), (uint)((n > 1) ? 1 : 0));"},
      {"for-while", "for (uint i = 0; i < n; ++i) to[i] = n;",
       "{ uint i = 0; while (i < n) { { to[i] = n; } ++i; } }"},
      {"loop-do", "while (n-- > 0) { if (n) continue; }",
       "{ if (n-- > 0) do { { if (n) continue; } } while (n-- > 0); }"},
      {"endless-loop", "for (uint i = 0; i < n; ++i) to[i] = n;",
       "for (uint i = 0; ; ++i) { if (!(i < n)) break; to[i] = n; }"},
      {"peel", "for (; n; --n) to[n] = n;",
       "{ if (n) { { { to[n] = n; } --n; } while (n) { { to[n] = n; } --n; } } }"},
      {"unroll", "for (; n; --n) to[n] = n;",
       "{ while (n) { { to[n] = n; } --n; if (!(n)) break; { { to[n] = n; } --n; } } }"},
      {"split-loop", "for (uint d = n; d-- > 0;) to[d] = n;",
       "{ uint d = n; bool more = true; for (uint rounds = 0; rounds <= (get_local_id(0) & 3) && "
       "(more = (d-- > 0)); ++rounds) { { to[d] = n; } } while (more && (d-- > 0)) { { to[d] = n; "
       "} "
       "} }"},
      {"split-loop", "while (n) { barrier(CLK_LOCAL_MEM_FENCE); --n; }",
       "{ bool more = true; for (uint rounds = 0; rounds <= (get_num_groups(0) & 3) && (more = "
       "(n)); ++rounds) { { barrier(CLK_LOCAL_MEM_FENCE); --n; } } while (more && (n)) { { "
       "barrier(CLK_LOCAL_MEM_FENCE); --n; } } }"},
      {"unroll-rest", "for (uint i = 0; i < n; ++i) to[i] = n;",
       "{ uint i = 0; while (i < n && n - i > 1) { { to[i] = n; } ++i; { to[i] = n; } ++i; } if (i "
       "< "
       "n) { to[i] = n; } }"},
      {"reversed-loop", "uint a[8]; for (uint i = 1; i < n; ++i) a[i] = from[i] + i;",
       "uint a[8]; for (uint i = n; i-- > 1;) a[i] = from[i] + i;"},
      {"narrow-counter", "for (uint i = 0; i < 4; ++i) to[i] = c->i;",
       "for (uchar i_narrow = 0; ((uint)i_narrow) < 4; ++i_narrow) to[((uint)i_narrow)] = c->i;"},
      {"opaque-bound", "while (n--) ++to[n];", "while ((n--) && get_global_size(2) == 1) ++to[n];"},
      {"dead-return", "to[0] = n;", "if (get_global_offset(2) != 0) return; to[0] = n;"},
      {"dead-item-return", "to[0] = n;",
       "if (get_local_id(0) >= get_local_size(0)) return; to[0] = n;"},
      {"dead-loop", "to[0] = n;", "if (get_global_offset(2) != 0) while (true) { } to[0] = n;"},
      {"dead-store", "to[1] = n;", "if (get_global_offset(2) != 0) to[0] = 0; to[1] = n;"},
      {"barrier", "++n; if (n) return; ++n;",
       "++n; barrier(CLK_LOCAL_MEM_FENCE); if (n) return; ++n;"},
      {"volatile", "const uint i = n; to[i] = i;", "volatile const uint i = n; to[i] = i;"},
      {"const-variable", "uint i = n, k = n; uint j = n; to[j] = n;",
       "uint i = n, k = n; const uint j = n; to[j] = n;"},
      {"const-variable", "const uint j = n + 1; to[j] = n;", "uint j = n + 1; to[j] = n;"},
      {"private-array", "uint i = n; to[i] = f.i;",
       "uint i_array[2]; i_array[get_local_id(0) & 1] = n; to[i_array[get_local_id(0) & 1]] = "
       "f.i;"},
      {"struct-member", "const uint i = n; to[i] = 1;",
       "struct { uchar before; uint member; } i_struct; i_struct.member = n; to[i_struct.member] = "
       "1;"},
      {"vector-lane", "uint i; i = n;", "uint4 i_vector; i_vector.w = n;"},
      {"wide-variable", "for (uint i = 0; i < n; i += 2) to[i] = n;",
       "for (ulong i_wide = (uint)(0); ((uint)i_wide) < n; i_wide = (uint)(((uint)i_wide) + ( 2 "
       "))) "
       "to[((uint)i_wide)] = n;"},
      {"wide-variable", "int i = 1; i = f.i + i; to[i--] = n;",
       "long i_wide = (int)(1); i_wide = (int)( f.i + ((int)i_wide) ); to[((int)i_wide--)] = n;"},
      {"pointer-sum", "uint a[2]; a[1] = from[n - 1]; to[c->a.b[2]] = n;",
       "uint a[2]; (*(a + (1))) = (*(from + (n - 1))); (*(to + ((*(c->a.b + (2)))))) = n;"},
      {"byte-address", "uint a[2]; a[1] = from[n - 1];",
       "uint a[2]; (*(private uint*)((private uchar*)a + (long)(1) * (long)sizeof(uint))) = "
       "(*(global const uint*)((global const uchar*)from + (long)(n - 1) * (long)sizeof(uint)));"},
      {"id-from-group", "to[0] = get_global_id(0);",
       "to[0] = (get_global_offset(0) + (get_group_id(0) + 1 == get_num_groups(0) ? "
       "get_global_size(0) - get_local_size(0) : get_group_id(0) * get_local_size(0)) + "
       "get_local_id(0));"}};
  std::set<std::string> seen{"no-inline", "extra-parameter", "pointer-parameter", "private-copy"};
  for (const Example& e : examples) {
    EXPECT_EQ(made(e.chain, e.before), e.after) << e.chain;
    seen.insert(std::string(e.chain).substr(0, std::string(e.chain).find('.')));
  }
  EXPECT_EQ(seen.size(), rewritings().size());
  EXPECT_EQ(shaped("static uint g() { return 1; }\nkernel void f() { g(); }\n",
                   chain_of(parse_shape("no-inline"))),
            "__attribute__((noinline)) static uint g() { return 1; }\nkernel void f() { g(); }\n");
}

TEST(Shape, changes_helpers_and_their_calls) {
  const auto changed = [](const char* chain, const std::string& helper, const std::string& call) {
    return shaped(helper + " kernel void f(uint n) { " + call + " }", chain_of(parse_shape(chain)));
  };
  const std::string helper = "static uint g(const uint a, uint b) { return a + f.a - b; }";
  EXPECT_EQ(changed("extra-parameter", helper, "g(1, g(n, 2));"),
            "static uint g(const uint a, uint b , uint extra) { return a + f.a - b; } kernel void "
            "f(uint n) { g(1, g(n, 2 , (uint)get_local_id(0)) , (uint)get_local_id(0)); }");
  EXPECT_EQ(
      changed("pointer-parameter.2", helper, "g(1, n);"),
      "static uint g_at(private uint* a_at, uint b) { return (*a_at) + f.a - b; } static uint "
      "g(uint a, uint b) { return g_at(&a, b); } kernel void f(uint n) { g(1, n); }");
  EXPECT_EQ(changed("private-copy.3", helper, "g(1, n);"),
            "static uint g(const uint a, uint b) { uint a_copy = a; return a_copy + f.a - b; } "
            "kernel void f(uint n) { g(1, n); }");
  EXPECT_EQ(shaped("kernel void f(global const T* a, const Case b) { use(a, b); }",
                   chain_of(parse_shape("private-copy"))),
            "kernel void f(global const T* a, const Case b) { global const T* a_copy = a; "
            "use(a_copy, b); }");
  for (const auto& [text, call] :
       {std::pair{"#define G g(1, 2)\n" + helper, "G;"}, std::pair{helper, "APPLY(g);"},
        std::pair{"static uint g(uint a); " + helper, "g(1, 2);"}})
    EXPECT_EQ(changed("extra-parameter", text, call), changed("none", text, call));
  const std::string hidden = "static uint g(uint a) { { uint a = 2; } return a; }";
  EXPECT_EQ(changed("pointer-parameter", hidden, "g(n);"), changed("none", hidden, "g(n);"));
}

TEST(Shape, leaves_alone_what_would_mean_something_else) {
  const std::vector<std::pair<const char*, const char*>> kept{
      // A `continue` would leave the step out, or belong to another loop.
      {"for-while", "for (uint i = 0; i < n; ++i) { if (n) continue; }"},
      {"loop-do", "for (uint i = 0; i < n; ++i) { if (n) continue; }"},
      {"unroll", "for (uint i = 0; i < n; ++i) { if (n) continue; }"},
      {"peel", "for (uint i = 0; i < n; ++i) { if (n) break; }"},
      {"if-loop", "while (n) { if (n) break; }"},
      {"if-loop", "while (n) { if (n) continue; }"},
      {"if-switch", "while (n) { if (n) { break; } }"},
      // The items of a group would meet at different barriers.
      {"twin-branches", "barrier(CLK_LOCAL_MEM_FENCE);"},
      {"do-once", "uint k = n;"},
      {"barrier", "if (n) return;"},
      // Memory of the group is declared at the outermost level alone.
      {"guard-return", "if (n) return; local uint x; to[0] = n;"},
      {"one-round", "if (n) return; local uint x;"},
      // The address of a variable is taken, or another variable has its name.
      {"volatile", "uint i = n; f(&i);"},
      {"vector-lane", "uint i = n; f(&i);"},
      {"private-array", "uint i = n, j = n; { uint i[3]; }"},
      {"private-array", "uint i[2]; TENSOR* t = x;"},
      // Nothing but an event can be assigned to an event.
      {"private-array", "event_t e = 0; wait_group_events(1, &e);"},
      // The second branch would be lost; what is done twice would be done once; S would run where
      // it did not.
      {"joined-condition", "if (n) { if (n > 1) ++n; else --n; }"},
      {"joined-condition", "if (n) { if (n > 1) ++n; } else --n;"},
      {"joined-condition", "if (n) { if (n > 1) ++n; --n; }"},
      {"joined-condition", "if (n) ++n; if (n > 1) ++n;"},
      {"joined-condition", "if (n) return; if (n > 1) { ++n; return; }"},
      // It changes, or may; or it is no scalar, of which parts may be changed.
      {"const-variable", "uint i = n; ++i;"},
      {"const-variable", "uint i = n; f(&i);"},
      {"const-variable", "uint4 i = n; i.x = 1;"},
      {"const-variable", "uint i; i = n;"},
      {"const-variable", "const uint i = 2 * 4; uint a[i];"},
      // The counter may not fit, or changes.
      {"narrow-counter", "for (uint i = 0; i < 128; ++i) to[i] = n;"},
      {"narrow-counter", "for (uint i = 0; i < n; ++i) to[i] = n;"},
      {"narrow-counter", "for (uint i = 0; i < 4; ++i) i += n;"},
      // `&&` binds more than `||`, and what is not a jump would run twice.
      {"split-condition", "if (n || to[0]) ++to[0];"},
      {"split-condition", "if (n ? n && n : n) return;"},
      {"split-loop", "while (n) { if (n) break; }"},
      {"split-loop", "for (uint i = 0; i < n; ++i) { if (n) continue; }"},
      // The variable may have no value before, or is memory, or may not be converted to.
      {"if-choice", "uint i; if (n) i = n;"},
      {"if-choice", "if (n) to[0] = n;"},
      {"if-choice", "uint i = 1; if (n) { i = 2; to[0] = n; }"},
      {"if-choice", "struct { uint a; } x_struct = {1}; if (n) x_struct = y;"},
      // To evaluate the side may read memory, read what has no value, or overflow.
      {"choice-select", "to[0] = n ? from[0] : 1;"},
      {"choice-select", "uint i; to[0] = n ? i : 1;"},
      {"choice-select", "int i = 1; to[0] = n ? i + 1 : 1;"},
      {"choice-select", "to[0] = n ? 7 / n : 1;"},
      // The condition would change a side, and the sides become another type.
      {"choice-select", "to[0] = n-- > 0 ? n : 2;"},
      {"choice-select", "int i = 1; to[0] = n ? i : n;"},
      // The loop does not count, or its end is not known before it.
      {"unroll-rest", "for (uint i = 0; i < n; ++i) --n;"},
      {"unroll-rest", "for (uint i = 0; i < n; ++i) ++i;"},
      {"unroll-rest", "for (uint i = 0; i < n; ++i) { if (n) break; }"},
      {"unroll-rest", "for (uint i = 0; i < from[0]; ++i) to[i] = n;"},
      {"unroll-rest", "for (int i = 0; i < n; ++i) to[i] = n;"},
      // A round reads what another one stores, or may.
      {"reversed-loop", "uint a[8]; for (uint i = 1; i < n; ++i) a[i] = a[i - 1];"},
      {"reversed-loop", "uint a[8]; uint* b = &a[1]; for (uint i = 1; i < n; ++i) a[i] = b[i];"},
      {"reversed-loop", "for (uint i = 1; i < n; ++i) to[i] = from[i];"},
      {"reversed-loop", "uint a[8]; for (uint i = 1; i < n; ++i) a[i] = n++;"},
      // A value is used where its type would be another one.
      {"wide-variable", "uint i = 1; to[i = 2] = n;"},
      {"wide-variable", "uint i = 1; f(&i);"},
      // These are no elements, and these may lie elsewhere.
      {"pointer-sum", "uint a[2], b[3];"},
      {"byte-address", "uint a[2][2]; a[1][1] = x[2];"},
      // A value would be returned from a function without one.
      {"guard-return", "if (n) { ++n; return; } ++n;"}};
  for (const auto& [chain, text] : kept) EXPECT_EQ(made(chain, text), text) << chain;
}

TEST(Shape, leaves_alone_what_macros_may_change) {
  const std::string macros =
      "#define LEAVE(c) if (c) { return; }\n#define USE(x) use(i, x)\n#define AT(x) (&(x))\n"
      "#define BOTH(x) const uint a = x, b = x\n#define TO(p) T* to = p\n"
      "#define NAME(x) uint x\n#define ME uint me = 1\n";
  for (const auto& [chain, body] :
       {std::pair{"barrier", "LEAVE(n) ++n;"}, std::pair{"private-array", "uint i = 1; USE(n);"},
        std::pair{"volatile", "uint k = 1; f(AT(k));"}, std::pair{"twin-branches", "LEAVE(n) ++n;"},
        std::pair{"twin-branches", "BOTH(n);"}, std::pair{"twin-branches", "TO(p);"},
        std::pair{"twin-branches", "NAME(n);"}, std::pair{"twin-branches", "ME;"},
        std::pair{"peel", "while (n) { LEAVE(n) ++n; }"},
        std::pair{"unroll", "\n#if X\nwhile (n) ++n;\n#endif\n"}}) {
    const std::string text = macros + kernel_with(body);
    EXPECT_EQ(shaped(text, chain_of(parse_shape(chain))), text) << chain;
  }
}

TEST(Shape, knows_the_parameters_beside_a_macro_that_names_others) {
  const std::string head =
      "#define MORE , global const uint* more\n#define NONE\nkernel void f(global uint* to MORE, "
      "global uint* too NONE) ";
  EXPECT_EQ(
      shaped(head + "{ to[1] = 2; }", chain_of(parse_shape("byte-address"))),
      head + "{ (*(global uint*)((global uchar*)to + (long)(1) * (long)sizeof(uint))) = 2; }");
}

TEST(Shape, is_of_what_the_kernels_reach) {
  const std::string text =
      "static void a() { while (1) ; }\nstatic void b() { while (2) ; }\n#define CALL b()\n"
      "kernel void f() { CALL; }\nkernel void g() { a(); }\n";
  const auto changes = [&](std::vector<std::string> kernels) {
    const std::string now = shaped(text, chain_of(parse_shape("endless-loop")), kernels);
    return std::pair{now.find("while (1)") == now.npos, now.find("while (2)") == now.npos};
  };
  EXPECT_EQ(changes({"f"}), std::pair(false, true));
  EXPECT_EQ(changes({"g"}), std::pair(true, false));
  EXPECT_EQ(changes({}), std::pair(true, true));
}

TEST(Shape, counts_places_from_the_end) {
  const std::string two = "if (n) ++n; if (n) --n;";
  EXPECT_EQ(made("if-loop.1", two), "if (n) ++n; while (n) { --n; break; }");
  EXPECT_EQ(made("if-loop.2", two), "while (n) { ++n; break; } if (n) --n;");
  EXPECT_EQ(made("if-loop.3", two), made("if-loop.1", two));
  EXPECT_EQ(made("if-loop", two), made("if-loop.1+if-loop.1", two));
}

}  // namespace
}  // namespace assay::opencl
