// Each element is divided by the norm of its sequence along Axis: the sum of magnitudes, or the root of
// the sum of squares, but at least Epsilon.
#define IS_REDUCED(c, d) (d == c->Axis)
//: include fours.clh
//: include tree.clh
static A_VALUE norm_of(CASE_SPACE const Case* c, A_VALUE sum) {
  const A_VALUE norm = c->P == 1 ? sum : sqrt(sum);
  return norm < c->Epsilon ? c->Epsilon : norm;
}

//: variant serial define A=type(InputTensor)
//: include lp_normalization_serial.clh

// The same in double precision.
//: variant double define A=double(InputTensor)
//: include lp_normalization_serial.clh

// The same in halves: arithmetic in FLOAT16, where a device has it.
//: variant half define A=half(InputTensor)
//: include lp_normalization_serial.clh

// One group computes one sequence. Squares are added by mad.
//: variant tree define A=type(InputTensor)
//: sums (n + 63) / 64 + 5
//: pass lp_tree groups product(InputTensor.Sizes) / InputTensor.Sizes[Axis] local 64
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void lp_tree(
    CASES, global const A* InputTensor, global A* OutputTensor) {
  local A_VALUE parts[ITEMS];
  CASE_SPACE const Case* c = CASE;
  const uint length = sequence_length(c), me = (uint)get_local_id(0);
  const uint sequence = (uint)get_group_id(0);
  if (sequence >= element_count(&c->InputTensor) / length) return;
  A_VALUE sum = 0;
  for (uint k = me; k < length; k += ITEMS) {
    const A_VALUE x = A_LOAD(InputTensor, place_in(c, &c->InputTensor, sequence, k));
    sum = c->P == 1 ? sum + fabs(x) : mad(x, x, sum);
  }
  const A_VALUE norm = norm_of(c, sum_of_all(parts, sum));
  for (uint k = me; k < length; k += ITEMS)
    A_STORE(A_LOAD(InputTensor, place_in(c, &c->InputTensor, sequence, k)) / norm, OutputTensor,
            place_in(c, &c->OutputTensor, sequence, k));
}

// One item computes one sequence. It takes four elements at a time. Squares are added by fma.
//: variant four define A=type(InputTensor)
//: sums (n + 3) / 4 + 1
//: pass lp_four groups (product(InputTensor.Sizes) / InputTensor.Sizes[Axis] + local - 1) / local
kernel void lp_four(CASES, global const A* InputTensor, global A* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const uint length = sequence_length(c), sequence = (uint)get_global_id(0);
  if (sequence >= element_count(&c->InputTensor) / length) return;
  A_VALUE4 four = 0;
  for (uint k = 0; k < length; k += 4) {
    const A_VALUE4 x = four_from(c, InputTensor, sequence, k, length, 0);
    four = c->P == 1 ? four + fabs(x) : fma(x, x, four);
  }
  const A_VALUE norm = norm_of(c, (four.x + four.y) + (four.z + four.w));
  for (uint k = 0; k < length; k += 4)
    store_four(c, four_from(c, InputTensor, sequence, k, length, 0) / norm, OutputTensor, sequence, k,
               length);
}
