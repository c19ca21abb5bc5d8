// An operator's formula of each element. Output may be the input's own memory: an item reads its
// elements before it writes their places.

//: include one_input.clh

//: variant each define A=type(InputTensor)
//: include each.clh

// An item takes four neighbours, with the built-in functions of vectors, and then four that lie a whole
// launch behind them.
//: variant four define A=type(InputTensor)
//: pass compute_four groups ((product(OutputTensor.Sizes) + 15) / 16 + local - 1) / local
kernel void compute_four(CASES, global const A* InputTensor, global A* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const uint count = element_count(&c->OutputTensor);
  if (get_global_id(0) * 4 >= count) return;
  const bool packed_in = is_packed(&c->InputTensor), packed_out = is_packed(&c->OutputTensor);
  for (ulong first = get_global_id(0) * 4; first < count; first += get_global_size(0) * 4) {
    const uint lanes = (uint)min((ulong)4, count - first);
    A_VALUE lane[4] = {0, 0, 0, 0};
    A_VALUE4 x;
    if (packed_in && lanes == 4) {
      x = A_LOAD4(InputTensor, c->InputTensor.base + first);
    } else {
      for (uint k = 0; k < lanes; ++k)
        lane[k] = A_LOAD(InputTensor, place_of(&c->InputTensor, packed_in, first + k));
      x = vload4(0, lane);
    }
    const A_VALUE4 y = formula4(c, x);
    if (packed_out && lanes == 4) {
      A_STORE4(y, OutputTensor, c->OutputTensor.base + first);
    } else {
      vstore4(y, 0, lane);
      for (uint k = 0; k < lanes; ++k)
        A_STORE(lane[k], OutputTensor, place_of(&c->OutputTensor, packed_out, first + k));
    }
  }
}

// The same as `each` in double precision, by the built-in functions of doubles.
//: variant double define A=double(InputTensor)
//: include each.clh

// The same with halves, by their built-in functions: arithmetic in FLOAT16, where a device has it.
//: variant half define A=half(InputTensor)
//: include each.clh
