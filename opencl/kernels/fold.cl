#define IMAGE(c) (&(c)->OutputTensor)
//: include patches.clh

// The term that element w of the window adds to a pixel, or 0 where the window has no such place.
static A_VALUE term_of(CASE_SPACE const Case* c, const Pixel* pixel, uint w, uint size,
                       global const A* patches) {
  TENSOR* t = &c->InputTensor;
  uint place;
  if (!find_place(c, pixel, w, &place)) return 0;
  const ulong row = (ulong)pixel->channel * size + w;
  return A_LOAD(patches, t->base + pixel->batch * (ulong)t->Strides[0] + row * t->Strides[1] +
                             place * (ulong)t->Strides[2]);
}

// One item an element of the image.
//: variant each define A=type(InputTensor)
//: pass fold_each groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void fold_each(CASES, global const A* InputTensor, global A* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  Pixel pixel;
  find_pixel(c, (uint)i, &pixel);
  const uint size = window_size(c);
  A_VALUE sum = 0;
  for (uint w = 0; w < size; ++w) sum += term_of(c, &pixel, w, size, InputTensor);
  A_STORE(sum, OutputTensor, offset_of(&c->OutputTensor, (uint)i));
}

// Eight sums side by side, which are added up at the end.
//: variant eight define A=type(InputTensor)
//: sums (n + 7) / 8 + 2
//: pass fold_eight groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void fold_eight(CASES, global const A* InputTensor, global A* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  Pixel pixel;
  find_pixel(c, (uint)i, &pixel);
  const uint size = window_size(c);
  float8 sums = (float8)(0);
  for (uint first = 0; first < size; first += 8) {
    float terms[8] = {0};
    for (uint k = 0; k < min(size - first, 8u); ++k)
      terms[k] = term_of(c, &pixel, first + k, size, InputTensor);
    sums += vload8(0, terms);
  }
  const float4 halves = sums.even + sums.odd;
  const float2 quarters = halves.lo + halves.hi;
  A_STORE(quarters.x + quarters.y, OutputTensor, offset_of(&c->OutputTensor, (uint)i));
}

// One group an element of the image. Each item adds up every 16th term; then the sums are added in
// pairs.
//: variant group define A=type(InputTensor)
//: sums (n + 15) / 16 + 3
//: pass fold_group groups product(OutputTensor.Sizes) local 16
#define ITEMS 16

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void fold_group(
    CASES, global const A* InputTensor, global A* OutputTensor) {
  local float sums[ITEMS];
  CASE_SPACE const Case* c = CASE;
  const uint i = (uint)get_group_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  const uint me = get_local_id(0), size = window_size(c);
  Pixel pixel;
  find_pixel(c, i, &pixel);
  float sum = 0;
  for (uint w = me; w < size; w += ITEMS) sum += term_of(c, &pixel, w, size, InputTensor);
  sums[me] = sum;
  for (uint half_of = ITEMS / 2; half_of > 0; half_of /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me < half_of) sums[me] += sums[me + half_of];
  }
  if (me == 0) A_STORE(sums[0], OutputTensor, offset_of(&c->OutputTensor, i));
}
