#define PARTS(c) (c)->InputTensors
#define PART_COUNT(c) (c)->InputCount
#define WHOLE(c) (c)->OutputTensor

#define JOINS 1
#define FROM InputTensors
#define TO OutputTensor

//: include parts.clh
//: variant bits define T=width(OutputTensor)
//: pass copy_part_elements groups ((product(OutputTensor.Sizes) + 15) / 16 + local - 1) / local
//: include part_elements.clh

// Each item copies one element. The items are counted over the inputs, not over the output.
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
//: include part_rows.clh
