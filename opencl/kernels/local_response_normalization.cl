// Each element is divided by (Bias + Alpha / LocalSize * sum)^Beta, where sum adds the squares of the
// elements around it: along the channels if CrossChannel is TRUE, else along height and width.

// Whether the region reaches along a dimension.
static bool is_wide(CASE_SPACE const Case* c, uint d) { return c->CrossChannel ? d == 1 : d >= 2; }

// The coordinates around `at` along a dimension, within the tensor, are from_along .. to_along - 1.
static uint from_along(CASE_SPACE const Case* c, uint d, uint at) {
  const long before = is_wide(c, d) ? (c->LocalSize - 1) / 2 : 0;
  return (uint)max((long)at - before, 0L);
}

static uint to_along(CASE_SPACE const Case* c, uint d, uint at) {
  const ulong behind = is_wide(c, d) ? c->LocalSize / 2 : 0;
  return (uint)min((ulong)c->InputTensor.Sizes[d], at + behind + 1);
}

static uint coordinate(CASE_SPACE const Case* c, uint index, uint d) {
  return index / inner_size(&c->InputTensor, d) % c->InputTensor.Sizes[d];
}

#define COORDINATES(index)                                                                      \
  const uint n = coordinate(c, index, 0), at1 = coordinate(c, index, 1),                        \
             at2 = coordinate(c, index, 2), at3 = coordinate(c, index, 3)

static ulong place_at(TENSOR* t, uint n, uint channel, uint y, uint x) {
  return t->base + (ulong)n * t->Strides[0] + (ulong)channel * t->Strides[1] +
         (ulong)y * t->Strides[2] + (ulong)x * t->Strides[3];
}

static A_VALUE scale_of(CASE_SPACE const Case* c, A_VALUE sum) {
  return (A_VALUE)c->Bias + (A_VALUE)c->Alpha / (A_VALUE)c->LocalSize * sum;
}

//: variant each define A=type(InputTensor)
//: include local_response_normalization_each.clh

// The same in double precision.
//: variant double define A=double(InputTensor)
//: include local_response_normalization_each.clh

// The same in halves: arithmetic in FLOAT16, where a device has it.
//: variant half define A=half(InputTensor)
//: include local_response_normalization_each.clh

// One item takes four neighbours, with the built-in functions of vectors.
//: variant four define A=type(InputTensor)
//: pass lrn_four groups ((product(OutputTensor.Sizes) + 3) / 4 + local - 1) / local
kernel void lrn_four(CASES, global const A* InputTensor, global A* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const uint count = element_count(&c->OutputTensor);
  const ulong first = (ulong)get_global_id(0) * 4;
  if (first >= count) return;
  const uint lanes = (uint)min((ulong)4, count - first);
  A_VALUE values[4] = {0, 0, 0, 0}, sums[4] = {0, 0, 0, 0};
  for (uint lane = 0; lane < lanes; ++lane) {
    COORDINATES((uint)first + lane);
    for (uint channel = from_along(c, 1, at1); channel < to_along(c, 1, at1); ++channel)
      for (uint y = from_along(c, 2, at2); y < to_along(c, 2, at2); ++y)
        for (uint x = from_along(c, 3, at3); x < to_along(c, 3, at3); ++x) {
          const A_VALUE v =
              A_LOAD(InputTensor, place_at(&c->InputTensor, n, channel, y, x));
          sums[lane] = fma(v, v, sums[lane]);
        }
    values[lane] = A_LOAD(InputTensor, offset_of(&c->InputTensor, (uint)first + lane));
  }
  const JOIN(A_VALUE, 4) scale =
      mad((JOIN(A_VALUE, 4))(c->Alpha / (float)c->LocalSize), vload4(0, sums), c->Bias);
  vstore4(vload4(0, values) / pow(scale, (JOIN(A_VALUE, 4))(c->Beta)), 0, values);
  for (uint lane = 0; lane < lanes; ++lane)
    A_STORE(values[lane], OutputTensor, offset_of(&c->OutputTensor, (uint)first + lane));
}

// The squares are computed first, and added from memory.
//: variant squares define A=type(InputTensor)
//: scratch Squares float product(InputTensor.Sizes)
//: pass lrn_squares groups (product(InputTensor.Sizes) + local - 1) / local
//: pass lrn_divide groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void lrn_squares(CASES, global const A* InputTensor, global float* Squares) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->InputTensor)) return;
  const A_VALUE x = A_LOAD(InputTensor, offset_of(&c->InputTensor, (uint)i));
  Squares[c->Squares + i] = x * x;
}

kernel void lrn_divide(CASES, global const A* InputTensor, global const float* Squares,
                       global A* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t at = get_global_id(0);
  if (at >= element_count(&c->OutputTensor)) return;
  const uint i = (uint)at, height = c->InputTensor.Sizes[2], width = c->InputTensor.Sizes[3];
  COORDINATES(i);
  A_VALUE sum = 0;
  for (uint channel = from_along(c, 1, at1); channel < to_along(c, 1, at1); ++channel)
    for (uint y = from_along(c, 2, at2); y < to_along(c, 2, at2); ++y)
      for (uint x = from_along(c, 3, at3); x < to_along(c, 3, at3); ++x) {
        const uint row = (n * c->InputTensor.Sizes[1] + channel) * height + y;
        sum += Squares[c->Squares + row * width + x];
      }
  A_STORE(A_LOAD(InputTensor, offset_of(&c->InputTensor, i)) / pow(scale_of(c, sum), c->Beta),
          OutputTensor, offset_of(&c->OutputTensor, i));
}
