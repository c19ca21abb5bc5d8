// An operator's formula of the bits of each element. Output may be the input's own memory.

#define INPUTS global const A* InputTensor
#define RESULT A
#define COMPUTE(i) \
  OutputTensor[offset_of(&c->OutputTensor, i)] = (A)formula(c, InputTensor[offset_of(&c->InputTensor, i)])

//: variant each define A=width(InputTensor)
//: include each.clh

//: variant run define A=width(InputTensor)
//: include bits.clh
#define LOAD_INPUTS LOAD_LANES(x, &c->InputTensor, InputTensor)
#define COMPUTED formula4(c, x)
//: include run.clh

// Both tensors are images.
//: variant image define T=width(InputTensor) images InputTensor OutputTensor
//: pass compute_pixel groups (product(OutputTensor.Sizes) + local - 1) / local
//: include images.clh
kernel void compute_pixel(CASES, read_only image2d_t InputTensor, write_only image2d_t OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  const T x = image_load(InputTensor, offset_of(&c->InputTensor, (uint)i));
  image_store((T)formula(c, x), OutputTensor, offset_of(&c->OutputTensor, (uint)i));
}
