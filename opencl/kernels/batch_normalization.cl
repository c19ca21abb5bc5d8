// The output is each element less its mean, divided by its deviation, times Scale, plus Bias,
// through the activation. A dimension of size 1 of the other inputs is broadcast.

// Where an element of InputTensor finds its own in a tensor.
static ulong broadcast_place(CASE_SPACE const Case* c, TENSOR* t, uint index) {
  ulong place = t->base;
  for (uint d = t->DimensionCount; d-- > 0;) {
    const uint size = c->InputTensor.Sizes[d];
    if (t->Sizes[d] != 1) place += (ulong)(index % size) * t->Strides[d];
    index /= size;
  }
  return place;
}
#define OF(NAME, i) A_LOAD(NAME, broadcast_place(c, &c->NAME, i))

#define INPUTS                                                                                 \
  global const A* InputTensor, global const A* MeanTensor, global const A* VarianceTensor,     \
      global const A* ScaleTensor, global const A* BiasTensor
#define RESULT A
#define COMPUTE(i)                                                                             \
  A_STORE(activated(c, (float)(OF(ScaleTensor, i) *                                            \
                                   ((OF(InputTensor, i) - OF(MeanTensor, i)) /                 \
                                    sqrt(OF(VarianceTensor, i) + (A_VALUE)c->Epsilon)) +       \
                               OF(BiasTensor, i))),                                            \
          OutputTensor, offset_of(&c->OutputTensor, i))

//: variant each define A=type(InputTensor)
//: include each.clh

// The same in double precision.
//: variant double define A=double(InputTensor)
//: include each.clh

// The same in halves: arithmetic in FLOAT16, where a device has it.
//: variant half define A=half(InputTensor)
//: include each.clh

// One item takes four neighbours, with the built-in functions of vectors.
//: variant four define A=type(InputTensor)
//: pass normalize_fours groups ((product(OutputTensor.Sizes) + 3) / 4 + local - 1) / local
#define A_VALUE4 JOIN(A_VALUE, 4)

static A_VALUE4 four_of(CASE_SPACE const Case* c, TENSOR* t, global const A* data, uint first,
                        uint lanes) {
  A_VALUE lane[4] = {1, 1, 1, 1};
  for (uint k = 0; k < lanes; ++k) lane[k] = A_LOAD(data, broadcast_place(c, t, first + k));
  return vload4(0, lane);
}
#define FOUR_OF(NAME) four_of(c, &c->NAME, NAME, (uint)first, lanes)

kernel void normalize_fours(CASES, INPUTS, global A* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const uint count = element_count(&c->OutputTensor);
  const ulong first = (ulong)get_global_id(0) * 4;
  if (first >= count) return;
  const uint lanes = (uint)min((ulong)4, count - first);
  const A_VALUE4 normalized = (FOUR_OF(InputTensor) - FOUR_OF(MeanTensor)) /
                              sqrt(FOUR_OF(VarianceTensor) + c->Epsilon);
  const A_VALUE4 y = mad(FOUR_OF(ScaleTensor), normalized, FOUR_OF(BiasTensor));
  A_VALUE lane[4];
  vstore4(activated4(c, y), 0, lane);
  for (uint k = 0; k < lanes; ++k)
    A_STORE(lane[k], OutputTensor, offset_of(&c->OutputTensor, (uint)first + k));
}

// The deviations are computed first, one for each element of VarianceTensor.
//: variant passes define A=type(InputTensor)
//: scratch Deviations float product(VarianceTensor.Sizes)
//: pass take_deviations groups (product(VarianceTensor.Sizes) + local - 1) / local
//: pass normalize_each groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void take_deviations(CASES, global const A* VarianceTensor, global float* Deviations) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->VarianceTensor)) return;
  Deviations[c->Deviations + i] =
      sqrt(A_LOAD(VarianceTensor, offset_of(&c->VarianceTensor, (uint)i)) + c->Epsilon);
}

// Which element of VarianceTensor belongs to an element of InputTensor, in row-major order.
static uint variance_of(CASE_SPACE const Case* c, uint index) {
  uint number = 0, step = 1;
  for (uint d = c->InputTensor.DimensionCount; d-- > 0;) {
    const uint size = c->InputTensor.Sizes[d], own = c->VarianceTensor.Sizes[d];
    if (own != 1) number += index % size * step;
    step *= own;
    index /= size;
  }
  return number;
}

kernel void normalize_each(CASES, global const A* InputTensor, global const A* MeanTensor,
                           global const A* ScaleTensor, global const A* BiasTensor,
                           global const float* Deviations, global A* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t at = get_global_id(0);
  if (at >= element_count(&c->OutputTensor)) return;
  const uint i = (uint)at;
  const A_VALUE normalized = (OF(InputTensor, i) - OF(MeanTensor, i)) /
                             Deviations[c->Deviations + variance_of(c, i)];
  A_STORE(activated(c, fma(OF(ScaleTensor, i), normalized, OF(BiasTensor, i))), OutputTensor,
          offset_of(&c->OutputTensor, i));
}
