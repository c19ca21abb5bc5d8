// The first `length` elements of each sequence along Axis are reversed, and the others are copied.

// How many elements of a sequence are reversed. `at` is the place of its length in memory.
static uint reversed_length(CASE_SPACE const Case* c, global const void* lengths, ulong at) {
  const long length = load_index(&c->SequenceLengthsTensor, lengths, at);
  return (uint)min(length, (long)c->InputTensor.Sizes[c->Axis]);
}

//: variant bits define T=width(InputTensor)
//: pass reverse_bits groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void reverse_bits(CASES, global const T* InputTensor,
                         global const void* SequenceLengthsTensor, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const uint i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  const uint size = c->InputTensor.Sizes[c->Axis];
  const uint inner = inner_size(&c->InputTensor, c->Axis);
  const uint at = i / inner % size, sequence = i / inner / size * inner + i % inner;
  const uint length = reversed_length(c, SequenceLengthsTensor,
                                      offset_of(&c->SequenceLengthsTensor, sequence));
  const uint from = at < length ? i + (length - 1 - 2 * at) * inner : i;
  OutputTensor[offset_of(&c->OutputTensor, i)] = InputTensor[offset_of(&c->InputTensor, from)];
}

// An item takes an element of the first half of a sequence and the one that lies as far from the
// end. Each of them is either copied or changes places with its opposite within the length.
//: variant pairs define T=type(InputTensor)
//: pass reverse_pairs groups (product(InputTensor.Sizes) / InputTensor.Sizes[Axis] * ((InputTensor.Sizes[Axis] + 1) / 2) + local - 1) / local
kernel void reverse_pairs(CASES, global const T* InputTensor,
                          global const void* SequenceLengthsTensor, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  TENSOR *input = &c->InputTensor, *output = &c->OutputTensor;
  const uint axis = c->Axis, size = input->Sizes[axis], half_size = size - size / 2;
  const size_t sequence = get_global_id(0) / half_size;
  if (sequence >= element_count(input) / size) return;
  const uint length = reversed_length(c, SequenceLengthsTensor,
                                      row_start(&c->SequenceLengthsTensor, axis, sequence));
  const uint low = get_global_id(0) % half_size;
  const uint2 at = (uint2)(low, size - 1 - low);
  const uint2 mirrored = select(at, length - 1 - at, at < length);
  const ulong from = row_start(input, axis, sequence), to = row_start(output, axis, sequence);
  const T first = InputTensor[from + (ulong)mirrored.x * input->Strides[axis]];
  const T second = InputTensor[from + (ulong)mirrored.y * input->Strides[axis]];
  OutputTensor[to + (ulong)at.x * output->Strides[axis]] = first;
  OutputTensor[to + (ulong)at.y * output->Strides[axis]] = second;
}

// A group writes 64 neighbours of a sequence. The part of the input that they come from is read in
// ascending order into local memory, and is turned round there.
//: variant tile define T=width(InputTensor)
//: pass reverse_tile groups product(InputTensor.Sizes) / InputTensor.Sizes[Axis] * ((InputTensor.Sizes[Axis] + 63) / 64) local 64
#define TILE 64

kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void reverse_tile(
    CASES, global const T* InputTensor, global const void* SequenceLengthsTensor,
    global T* OutputTensor) {
  local T tile[TILE];
  local ulong from, to;
  local uint length;
  CASE_SPACE const Case* c = CASE;
  TENSOR *input = &c->InputTensor, *output = &c->OutputTensor;
  const uint axis = c->Axis, size = input->Sizes[axis], tiles = (size - 1) / TILE + 1;
  const size_t sequence = get_group_id(0) / tiles;
  if (sequence >= element_count(input) / size) return;
  const uint first = (uint)(get_group_id(0) % tiles) * TILE, me = get_local_id(0);
  // One item finds the sequence for all. Drivers for CPUs run the items of a group one after the other.
  if (me == 0) {
    length = reversed_length(c, SequenceLengthsTensor,
                             row_start(&c->SequenceLengthsTensor, axis, sequence));
    from = row_start(input, axis, sequence);
    to = row_start(output, axis, sequence);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint count = min(size - first, (uint)TILE);
  const uint turned = first < length ? min(length - first, count) : 0;
  if (me < count) {
    const uint at = me < turned ? length - first - turned + me : first + me;
    tile[me] = InputTensor[from + (ulong)at * input->Strides[axis]];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (me < count)
    OutputTensor[to + (ulong)(first + me) * output->Strides[axis]] =
        tile[me < turned ? turned - 1 - me : me];
}
