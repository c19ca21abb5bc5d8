// FILL IN: the operator in one formula. As written here: output[c] = input[c].

// One item an element. FILL IN: a second variant that asks something else of the driver.
//: variant each define T=width(InputTensor)
//: pass copy_each groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void copy_each(CASES, global const T* InputTensor, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  OutputTensor[offset_of(&c->OutputTensor, i)] = InputTensor[offset_of(&c->InputTensor, i)];
}
