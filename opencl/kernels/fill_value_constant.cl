// The value's bits begin at the lowest of c->Value, whatever its type.

//: variant bits define T=width(OutputTensor)
//: pass fill_bits groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void fill_bits(CASES, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  OutputTensor[offset_of(&c->OutputTensor, i)] = (T)c->Value;
}

// Four neighbours an item, at once where they lie side by side; the last item has one to four.
//: variant four define T=width(OutputTensor)
//: pass fill_four groups ((product(OutputTensor.Sizes) + 3) / 4 + local - 1) / local
kernel void fill_four(CASES, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const uint count = element_count(&c->OutputTensor);
  const ulong first = (ulong)get_global_id(0) * 4;
  if (first >= count) return;
  const T value = (T)c->Value;
  if (!is_packed(&c->OutputTensor)) {
    for (uint i = (uint)first; i < count && i - first < 4; ++i)
      OutputTensor[offset_of(&c->OutputTensor, i)] = value;
    return;
  }
  global T* const to = OutputTensor + c->OutputTensor.base + first;
  switch (count - first) {
    case 1:
      *to = value;
      break;
    case 2:
      vstore2((JOIN(T, 2))(value), 0, to);
      break;
    case 3:
      vstore3((JOIN(T, 3))(value), 0, to);
      break;
    default:
      vstore4((JOIN(T, 4))(value), 0, to);
  }
}
