// The output is a copy of the input in which each index sends its update to an element of its own
// sequence along Axis. Of updates that go to the same element any one may win.

// The slots of an election are the elements of the input, and the tuples are the updates.
static uint slot_count(CASE_SPACE const Case* c) { return element_count(&c->InputTensor); }

static uint tuple_count(CASE_SPACE const Case* c) { return element_count(&c->IndicesTensor); }

#define NO_SLOT UINT_MAX

static uint slot_of(CASE_SPACE const Case* c, global const void* indices, bool packed, uint i) {
  TENSOR *input = &c->InputTensor, *positions = &c->IndicesTensor;
  const uint length = input->Sizes[c->Axis], inner = inner_size(input, c->Axis);
  const uint outer = i / inner / positions->Sizes[c->Axis];
  const ulong place = place_of(positions, packed, i);
  const long at = wrapped(load_index(positions, indices, place), length);
  return at < 0 || at >= length ? NO_SLOT : (outer * length + (uint)at) * inner + i % inner;
}
//: include owners.clh

// The last update that goes to an element owns it, and the element fetches it.
//: variant fetch define T=width(InputTensor)
//: scratch Owners uint product(InputTensor.Sizes)
//: pass clear_owners groups (product(InputTensor.Sizes) + local - 1) / local
//: pass elect_last groups (product(IndicesTensor.Sizes) + local - 1) / local
//: pass fetch_updates groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void fetch_updates(CASES, global const T* InputTensor, global const T* UpdatesTensor,
                          global const uint* Owners, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  const uint owner = Owners[c->Owners + i];
  T element;
  if (owner == NOBODY)
    element = InputTensor[offset_of(&c->InputTensor, i)];
  else
    element = UpdatesTensor[offset_of(&c->UpdatesTensor, owner - 1)];
  OutputTensor[offset_of(&c->OutputTensor, i)] = element;
}

// A group writes 64 neighbours of a sequence. All its items look through the indices of the
// sequence for such as lie there, and elect the first update of each element in local memory.
//: variant local define T=type(InputTensor)
//: pass scatter_tile groups product(InputTensor.Sizes) / InputTensor.Sizes[Axis] * ((InputTensor.Sizes[Axis] + 63) / 64) local 64
#define TILE 64

kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void scatter_tile(
    CASES, global const T* InputTensor, global const void* IndicesTensor,
    global const T* UpdatesTensor, global T* OutputTensor) {
  local uint owners[TILE];
  CASE_SPACE const Case* c = CASE;
  TENSOR *input = &c->InputTensor, *positions = &c->IndicesTensor, *updates = &c->UpdatesTensor;
  const uint axis = c->Axis, length = input->Sizes[axis], tiles = (length - 1) / TILE + 1;
  const size_t sequence = get_group_id(0) / tiles;
  if (sequence >= element_count(input) / length) return;
  const uint first = (uint)(get_group_id(0) % tiles) * TILE, me = get_local_id(0);
  const ulong index_row = row_start(positions, axis, sequence);
  owners[me] = UINT_MAX;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = me; k < positions->Sizes[axis]; k += TILE) {
    const ulong place = index_row + (ulong)k * positions->Strides[axis];
    const long at = wrapped(load_index(positions, IndicesTensor, place), length) - first;
    if (at >= 0 && at < TILE) atomic_min(&owners[at], k);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (first + me >= length) return;
  const uint owner = owners[me];
  const ulong from = owner == UINT_MAX
                         ? row_start(input, axis, sequence) + (ulong)(first + me) * input->Strides[axis]
                         : row_start(updates, axis, sequence) + (ulong)owner * updates->Strides[axis];
  const T element = owner == UINT_MAX ? InputTensor[from] : UpdatesTensor[from];
  OutputTensor[row_start(&c->OutputTensor, axis, sequence) +
               (ulong)(first + me) * c->OutputTensor.Strides[axis]] = element;
}

// One item a sequence copies it, and then follows its indices; the last update wins because it
// comes last.
//: variant serial define T=width(InputTensor)
//: pass scatter_sequence groups (product(InputTensor.Sizes) / InputTensor.Sizes[Axis] + local - 1) / local
kernel void scatter_sequence(CASES, global const T* InputTensor, global const void* IndicesTensor,
                             global const T* UpdatesTensor, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  TENSOR *input = &c->InputTensor, *positions = &c->IndicesTensor, *updates = &c->UpdatesTensor,
         *output = &c->OutputTensor;
  const uint axis = c->Axis, length = input->Sizes[axis];
  const size_t sequence = get_global_id(0);
  if (sequence >= element_count(input) / length) return;
  global const T* from = InputTensor + row_start(input, axis, sequence);
  global T* to = OutputTensor + row_start(output, axis, sequence);
  for (uint k = 0; k < length; ++k)
    to[(ulong)k * output->Strides[axis]] = from[(ulong)k * input->Strides[axis]];
  ulong place = row_start(positions, axis, sequence);
  from = UpdatesTensor + row_start(updates, axis, sequence);
  for (uint k = 0; k < positions->Sizes[axis]; ++k) {
    const long at = wrapped(load_index(positions, IndicesTensor, place), length);
    if (at >= 0 && at < length) to[(ulong)at * output->Strides[axis]] = *from;
    place += positions->Strides[axis];
    from += updates->Strides[axis];
  }
}
