// Each item copies one element.
#define PARTS(c) (c)->InputTensors
#define PART_COUNT(c) (c)->InputCount
#define WHOLE(c) (c)->OutputTensor

//: include parts.clh
//: variant bits define T=width(OutputTensor)
//: pass join_bits groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void join_bits(CASES, global const T* InputTensors, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  if (get_global_id(0) >= element_count(&c->OutputTensor)) return;
  const Place p = place_in_whole(c, (uint)get_global_id(0));
  OutputTensor[offset_of(&c->OutputTensor, p.in_whole)] =
      InputTensors[offset_of(&c->InputTensors[p.part], p.in_part)];
}

// The items are counted over the inputs, not over the output.
//: variant parts define T=type(InputTensors)
//: pass join_parts groups (sum(i < InputCount : product(InputTensors[i].Sizes)) + local - 1) / local
kernel void join_parts(CASES, global const T* InputTensors, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const Place p = place_in_parts(c, get_global_id(0));
  if (p.part >= c->InputCount) return;
  OutputTensor[offset_of(&c->OutputTensor, p.in_whole)] =
      InputTensors[offset_of(&c->InputTensors[p.part], p.in_part)];
}

//: variant async define T=width(OutputTensor)
//: pass copy_part_rows groups sum(i < InputCount : product(InputTensors[i].Sizes) / InputTensors[i].Sizes[InputTensors[i].DimensionCount - 1]) local 32
#define JOINS 1
#define FROM InputTensors
#define TO OutputTensor
//: include copies.clh
//: include part_rows.clh
