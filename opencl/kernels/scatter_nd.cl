// The output is a copy of the input, in which each tuple of indices names a slot (a stretch of
// `inner` elements) that takes the updates of that tuple. Of tuples that name the same slot any
// one may win, element by element. A tuple that names no slot writes nothing.

#define BATCH_DIMENSIONS 0
//: include tuples.clh
//: include owners.clh

#define MORE_INPUTS
#define FROM(i) offset_of(&c->InputTensor, i)

// The last tuple of a slot owns it.
//: variant bits define T=width(InputTensor)
//: scratch Owners uint product(InputTensor.Sizes[0 : InputTensor.DimensionCount - InputDimensionCount + IndicesTensor.Sizes[IndicesTensor.DimensionCount - 1]])
//: pass clear_owners groups (product(InputTensor.Sizes[0 : InputTensor.DimensionCount - InputDimensionCount + IndicesTensor.Sizes[IndicesTensor.DimensionCount - 1]]) + local - 1) / local
//: pass elect_last groups (product(IndicesTensor.Sizes) / IndicesTensor.Sizes[IndicesTensor.DimensionCount - 1] + local - 1) / local
//: include copy_each.clh
//: include owned.clh

// Whichever tuple comes first owns a slot.
//: variant typed define T=type(InputTensor)
//: scratch Owners uint product(InputTensor.Sizes[0 : InputTensor.DimensionCount - InputDimensionCount + IndicesTensor.Sizes[IndicesTensor.DimensionCount - 1]])
//: pass clear_owners groups (product(InputTensor.Sizes[0 : InputTensor.DimensionCount - InputDimensionCount + IndicesTensor.Sizes[IndicesTensor.DimensionCount - 1]]) + local - 1) / local
//: include copy_each.clh
//: pass elect_first groups (product(IndicesTensor.Sizes) / IndicesTensor.Sizes[IndicesTensor.DimensionCount - 1] + local - 1) / local
kernel void elect_first(CASES, global const void* IndicesTensor, global uint* Owners) {
  CASE_SPACE const Case* c = CASE;
  const size_t tuple = get_global_id(0);
  if (tuple >= tuple_count(c)) return;
  const uint slot = slot_of(c, IndicesTensor, false, tuple);
  if (slot != NO_SLOT) atomic_cmpxchg(&Owners[c->Owners + slot], NOBODY, (uint)tuple + 1);
}
//: include owned.clh

// The other way round: every output element reads either its slot's owner's update or the input. An
// item takes elements that lie a whole launch apart, or eight at once where all lie packed and no
// eight span two slots.
//: variant winner define T=width(InputTensor)
//: scratch Owners uint product(InputTensor.Sizes[0 : InputTensor.DimensionCount - InputDimensionCount + IndicesTensor.Sizes[IndicesTensor.DimensionCount - 1]])
//: pass clear_owners groups (product(InputTensor.Sizes[0 : InputTensor.DimensionCount - InputDimensionCount + IndicesTensor.Sizes[IndicesTensor.DimensionCount - 1]]) + local - 1) / local
//: pass elect_last groups (product(IndicesTensor.Sizes) / IndicesTensor.Sizes[IndicesTensor.DimensionCount - 1] + local - 1) / local
//: pass collect_winner groups ((product(OutputTensor.Sizes) + 15) / 16 + local - 1) / local
kernel void collect_winner(CASES, global const T* InputTensor, global const T* UpdatesTensor,
                           global const uint* Owners, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  TENSOR *input = &c->InputTensor, *updates = &c->UpdatesTensor, *output = &c->OutputTensor;
  const uint all = element_count(output);
  if (get_global_id(0) >= all) return;
  const uint inner = slot_size(c), by_inner = reciprocal_of(inner);
  const bool packed_input = is_packed(input), packed_updates = is_packed(updates),
             packed_output = is_packed(output);
  const bool vectors = packed_input && packed_updates && packed_output && inner % 8 == 0;
  const uint width = vectors ? 8 : 1;
  for (ulong i = get_global_id(0) * width; i < all; i += get_global_size(0) * width) {
    const uint slot = quotient(i, inner, by_inner);
    const uint owner = Owners[c->Owners + slot];
    const ulong at = owner == NOBODY
                         ? place_of(input, packed_input, i)
                         : place_of(updates, packed_updates,
                                    (owner - 1) * inner + ((uint)i - slot * inner));
    global const T* from = (owner == NOBODY ? InputTensor : UpdatesTensor) + at;
    global T* to = OutputTensor + place_of(output, packed_output, i);
    if (vectors)
      COPY_EIGHT(T, from, to);
    else
      *to = *from;
  }
}

// Copied by vectors of four, and of three at the end, where they lie side by side; then one item a case
// walks the tuples, and the last one wins because it comes last.
//: variant serial define T=width(InputTensor)
//: pass copy_serial groups ((product(OutputTensor.Sizes) + 3) / 4 + local - 1) / local
kernel void copy_serial(CASES, global const T* InputTensor, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t first = get_global_id(0) * 4;
  const uint count = element_count(&c->OutputTensor);
  if (first >= count) return;
  const uint here = min(count - (uint)first, 4u);
  ulong from[4], to[4];
  bool together = here >= 3;
  for (uint k = 0; k < here; ++k) {
    from[k] = offset_of(&c->InputTensor, first + k);
    to[k] = offset_of(&c->OutputTensor, first + k);
    together = together && from[k] == from[0] + k && to[k] == to[0] + k;
  }
  if (together && here == 4) {
    vstore4(vload4(0, InputTensor + from[0]), 0, OutputTensor + to[0]);
  } else if (together) {
    vstore3(vload3(0, InputTensor + from[0]), 0, OutputTensor + to[0]);
  } else {
    for (uint k = 0; k < here; ++k) OutputTensor[to[k]] = InputTensor[from[k]];
  }
}

//: pass scatter_serial groups 1 local 1
kernel void scatter_serial(CASES, global const void* IndicesTensor, global const T* UpdatesTensor,
                           global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  if (get_global_id(0) != 0) return;
  const uint inner = slot_size(c);
  const uint tuples = tuple_count(c);
  for (uint tuple = 0; tuple < tuples; ++tuple) {
    const uint slot = slot_of(c, IndicesTensor, false, tuple);
    if (slot == NO_SLOT) continue;
    for (uint k = 0; k < inner; ++k)
      OutputTensor[offset_of(&c->OutputTensor, slot * inner + k)] =
          UpdatesTensor[offset_of(&c->UpdatesTensor, tuple * inner + k)];
  }
}
