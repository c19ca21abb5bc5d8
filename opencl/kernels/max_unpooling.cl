// The output is 0, but for the elements that the indices name. These count in row-major order over
// the whole output. Of elements of the input that go to the same place any one may win.

// The slots of an election are the elements of the output, and the tuples are those of the input.
static uint slot_count(CASE_SPACE const Case* c) { return element_count(&c->OutputTensor); }

static uint tuple_count(CASE_SPACE const Case* c) { return element_count(&c->IndicesTensor); }

#define NO_SLOT UINT_MAX

static uint slot_of(CASE_SPACE const Case* c, global const void* indices, bool packed, uint i) {
  TENSOR* positions = &c->IndicesTensor;
  const long at = load_index(positions, indices, place_of(positions, packed, i));
  return at < slot_count(c) ? (uint)at : NO_SLOT;
}
//: include owners.clh

// The last element that goes to a place owns it, and the place fetches it.
//: variant fetch define T=width(InputTensor)
//: scratch Owners uint product(OutputTensor.Sizes)
//: pass clear_owners groups (product(OutputTensor.Sizes) + local - 1) / local
//: pass elect_last groups (product(IndicesTensor.Sizes) + local - 1) / local
//: pass fetch_largest groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void fetch_largest(CASES, global const T* InputTensor, global const uint* Owners,
                          global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  const uint owner = Owners[c->Owners + i];
  T element = 0;
  if (owner != NOBODY) element = InputTensor[offset_of(&c->InputTensor, owner - 1)];
  OutputTensor[offset_of(&c->OutputTensor, i)] = element;
}

// The output is cleared, sixteen elements at once where they lie side by side; then one item a
// case follows the indices, and the last element wins because it comes last.
//: variant serial define T=type(InputTensor)
#define LANES 16
//: include clear.clh
//: pass clear_output groups ((product(OutputTensor.Sizes) + 15) / 16 + local - 1) / local
kernel void clear_output(CASES, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  clear_lanes(&c->OutputTensor, OutputTensor);
}

//: pass put_largest groups 1 local 1
kernel void put_largest(CASES, global const T* InputTensor, global const void* IndicesTensor,
                        global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  if (get_global_id(0) != 0) return;
  const uint count = tuple_count(c);
  for (uint i = 0; i < count; ++i) {
    const uint slot = slot_of(c, IndicesTensor, false, i);
    if (slot == NO_SLOT) continue;
    const T element = InputTensor[offset_of(&c->InputTensor, i)];
    OutputTensor[offset_of(&c->OutputTensor, slot)] = element;
  }
}
