// FORWARD, the window stands at each element of OutputTensor and covers elements of InputTensor;
// BACKWARD, it stands at each element of InputTensor and covers elements of OutputTensor. Either way an
// element of OutputTensor adds up the products of the channels of its group and the window's elements.
// Variants differ in how they share out products and weights, and in whether products are fused.

#define BACKWARD(c) ((c)->Direction == DIRECTION_BACKWARD)
#define PADDED ULONG_MAX
#define MOST 3

// How many channels of the input, and of the output, a group has.
static uint inputs_of_group(CASE_SPACE const Case* c) {
  return c->InputTensor.Sizes[1] / c->GroupCount;
}
static uint outputs_of_group(CASE_SPACE const Case* c) {
  return c->OutputTensor.Sizes[1] / c->GroupCount;
}

// How far apart the weights of neighbouring channels of the input, and of the output, lie.
static uint input_step(CASE_SPACE const Case* c) {
  return c->FilterTensor.Strides[BACKWARD(c) ? 0 : 1];
}
static uint output_step(CASE_SPACE const Case* c) {
  return c->FilterTensor.Strides[BACKWARD(c) ? 1 : 0];
}

// Where the first channel of a group lies in InputTensor, and the weights of a channel of the output in
// FilterTensor.
static ulong first_input(CASE_SPACE const Case* c, uint batch, uint group) {
  return c->InputTensor.base + (ulong)batch * c->InputTensor.Strides[0] +
         (ulong)group * inputs_of_group(c) * c->InputTensor.Strides[1];
}
static ulong first_weight(CASE_SPACE const Case* c, uint group, uint output) {
  const uint rows = BACKWARD(c) ? inputs_of_group(c) : outputs_of_group(c);
  return c->FilterTensor.base + (ulong)group * rows * c->FilterTensor.Strides[0] +
         (ulong)output * output_step(c);
}

// How far the weight of element k of the window lies behind the first.
static ulong weight_offset(CASE_SPACE const Case* c, uint k) {
  ulong offset = 0;
  for (uint d = c->DimensionCount; d-- > 0;) {
    const uint size = c->FilterTensor.Sizes[d + 2], at = k % size;
    offset += (ulong)(c->Mode == MODE_CONVOLUTION ? size - 1 - at : at) * c->FilterTensor.Strides[d + 2];
    k /= size;
  }
  return offset;
}

static void find_position(CASE_SPACE const Case* c, uint i, uint* position) {
  for (uint d = c->DimensionCount; d-- > 0;) {
    const uint size = c->OutputTensor.Sizes[d + 2];
    position[d] = i % size;
    i /= size;
  }
}

// How far the input that meets element k of the window at a position of the output lies behind the first
// of its channel; PADDED if there is none.
static ulong input_offset(CASE_SPACE const Case* c, const uint* position, uint k) {
  ulong offset = 0;
  for (uint d = c->DimensionCount; d-- > 0;) {
    const uint size = c->FilterTensor.Sizes[d + 2];
    const long step = (long)(k % size) * c->Dilations[d], stride = c->Strides[d];
    long at = position[d];
    k /= size;
    if (BACKWARD(c)) {
      at += c->StartPadding[d] - step;
      if (at < 0 || at % stride != 0) return PADDED;
      at /= stride;
    } else {
      if (at >= (long)c->OutputTensor.Sizes[d + 2] - c->OutputPadding[d]) return PADDED;
      at = at * stride + step - c->StartPadding[d];
    }
    if (at < 0 || at >= c->InputTensor.Sizes[d + 2]) return PADDED;
    offset += (ulong)at * c->InputTensor.Strides[d + 2];
  }
  return offset;
}

#define TENSORS                                                                              \
  global const A *InputTensor, global const A *FilterTensor, global const A *BiasTensor, \
      global A *OutputTensor

// Adds the channel's bias to a sum, or to each lane of one.
#define ADD_BIAS(c, sum, channel)                                                              \
  do {                                                                                         \
    if (is_present(&(c)->BiasTensor))                                                          \
      sum += A_LOAD(BiasTensor, (c)->BiasTensor.base + (ulong)(channel) * (c)->BiasTensor.Strides[1]); \
  } while (false)

// Stores what the activation makes of a sum and the channel's bias, in single precision, as element i of
// the output.
#define STORE_SUM(c, sum, channel, i)                                                          \
  do {                                                                                         \
    float y = (sum);                                                                           \
    ADD_BIAS(c, y, channel);                                                                   \
    A_STORE(activated(c, y), OutputTensor, offset_of(&(c)->OutputTensor, i));                  \
  } while (false)

//: variant direct define A=type(InputTensor)
//: include convolution_direct.clh

// The same with sums in double precision.
//: variant double define A=double(InputTensor)
//: include convolution_direct.clh

// One item takes up to eight channels of a group at one position. It loads an input once, and keeps the
// sums in a private array.
//: variant channels define A=type(InputTensor)
//: pass convolve_channels groups (product(OutputTensor.Sizes) / OutputTensor.Sizes[1] * GroupCount * ((OutputTensor.Sizes[1] / GroupCount + 7) / 8) + local - 1) / local
#define RUN 8

kernel void convolve_channels(CASES, TENSORS) {
  CASE_SPACE const Case* c = CASE;
  const uint positions = inner_size(&c->OutputTensor, 1), window = inner_size(&c->FilterTensor, 1);
  const uint outputs = outputs_of_group(c), runs = (outputs - 1) / RUN + 1;
  const size_t i = get_global_id(0);
  const uint group = (uint)(i / positions / runs % c->GroupCount);
  const uint batch = (uint)(i / positions / runs / c->GroupCount);
  if (batch >= c->OutputTensor.Sizes[0]) return;
  const uint first = (uint)(i / positions % runs) * RUN, count = min((uint)RUN, outputs - first);
  uint position[MOST];
  find_position(c, (uint)(i % positions), position);
  A_VALUE sums[RUN] = {0};
  for (uint k = 0; k < window; ++k) {
    const ulong offset = input_offset(c, position, k);
    if (offset == PADDED) continue;
    const ulong input = first_input(c, batch, group) + offset;
    const ulong weight = first_weight(c, group, first) + weight_offset(c, k);
    for (uint j = 0; j < inputs_of_group(c); ++j) {
      const A_VALUE x = A_LOAD(InputTensor, input + (ulong)j * c->InputTensor.Strides[1]);
      for (uint n = 0; n < count; ++n)
        sums[n] = fma(x,
                      A_LOAD(FilterTensor, weight + (ulong)j * input_step(c) + (ulong)n * output_step(c)),
                      sums[n]);
    }
  }
  for (uint n = 0; n < count; ++n) {
    const uint channel = group * outputs + first + n;
    STORE_SUM(c, sums[n], channel,
              (batch * c->OutputTensor.Sizes[1] + channel) * positions + (uint)(i % positions));
  }
}

// One item takes four positions of a channel, whose sums are the lanes of a vector. Padding counts as
// zeros.
//: variant vector define A=type(InputTensor)
//: pass convolve_vector groups (OutputTensor.Sizes[0] * OutputTensor.Sizes[1] * ((product(OutputTensor.Sizes[2 : OutputTensor.DimensionCount]) + 3) / 4) + local - 1) / local
#define A_VALUE4 JOIN(A_VALUE, 4)

kernel void convolve_vector(CASES, TENSORS) {
  CASE_SPACE const Case* c = CASE;
  const uint positions = inner_size(&c->OutputTensor, 1), window = inner_size(&c->FilterTensor, 1);
  const uint fours = (positions - 1) / 4 + 1, channels = c->OutputTensor.Sizes[1];
  const size_t i = get_global_id(0);
  const uint batch = (uint)(i / fours / channels), channel = (uint)(i / fours % channels);
  if (batch >= c->OutputTensor.Sizes[0]) return;
  const uint group = channel / outputs_of_group(c), first = (uint)(i % fours) * 4;
  const uint lanes = min(4u, positions - first);
  uint position[4][MOST];
  for (uint lane = 0; lane < lanes; ++lane) find_position(c, first + lane, position[lane]);
  A_VALUE4 sums = 0;
  for (uint k = 0; k < window; ++k) {
    ulong offsets[4];
    for (uint lane = 0; lane < 4; ++lane)
      offsets[lane] = lane < lanes ? input_offset(c, position[lane], k) : PADDED;
    const ulong input = first_input(c, batch, group);
    const ulong weight = first_weight(c, group, channel % outputs_of_group(c)) + weight_offset(c, k);
    for (uint j = 0; j < inputs_of_group(c); ++j) {
      A_VALUE four[4];
      for (uint lane = 0; lane < 4; ++lane)
        four[lane] = offsets[lane] == PADDED
                         ? 0
                         : A_LOAD(InputTensor,
                                  input + offsets[lane] + (ulong)j * c->InputTensor.Strides[1]);
      const A_VALUE4 weights = A_LOAD(FilterTensor, weight + (ulong)j * input_step(c));
      sums = mad(vload4(0, four), weights, sums);
    }
  }
  ADD_BIAS(c, sums, channel);
  A_VALUE y[4];
  vstore4(activated4(c, sums), 0, y);
  for (uint lane = 0; lane < lanes; ++lane)
    A_STORE(y[lane], OutputTensor,
            offset_of(&c->OutputTensor, (uint)(i / fours) * positions + first + lane));
}

//: variant tiled define A=type(InputTensor)
//: include convolution_tiled.clh

// The same with products and sums in halves: arithmetic in FLOAT16, where a device has it.
//: variant half define A=half(InputTensor)
//: include convolution_direct.clh

//: variant half_tiled define A=half(InputTensor)
//: include convolution_tiled.clh
