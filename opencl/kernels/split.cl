#define PARTS(c) (c)->OutputTensors
#define PART_COUNT(c) (c)->OutputCount
#define WHOLE(c) (c)->InputTensor

#define JOINS 0
#define FROM InputTensor
#define TO OutputTensors

//: include parts.clh
//: variant bits define T=width(InputTensor)
//: pass copy_part_elements groups ((product(InputTensor.Sizes) + 15) / 16 + local - 1) / local
//: include part_elements.clh

// Each item copies one element. The items are counted over the outputs, not over the input.
//: variant parts define T=type(OutputTensors)
//: pass split_parts groups (sum(i < OutputCount : product(OutputTensors[i].Sizes)) + local - 1) / local
kernel void split_parts(CASES, global const T* InputTensor, global T* OutputTensors) {
  CASE_SPACE const Case* c = CASE;
  const Place p = place_in_parts(c, get_global_id(0));
  if (p.part >= c->OutputCount) return;
  OutputTensors[offset_of(&c->OutputTensors[p.part], p.in_part)] =
      InputTensor[offset_of(&c->InputTensor, p.in_whole)];
}

//: variant async define T=width(InputTensor)
//: pass copy_part_rows groups sum(i < OutputCount : product(OutputTensors[i].Sizes) / OutputTensors[i].Sizes[OutputTensors[i].DimensionCount - 1]) local 32
//: include part_rows.clh
