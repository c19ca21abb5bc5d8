// The output's coordinate in each dimension, modulo the input's size, is the input's.
//: include sixteens.clh

#define SOURCE(c, d, at) ((at) % (c)->InputTensor.Sizes[d])
//: include source.clh

#define MORE_INPUTS
#define FROM(i) source_of(c, i)

//: variant bits define T=width(InputTensor)
//: include copy_each.clh

// An item writes sixteen elements of a row. Where the rows lie side by side, and the input's length is a
// multiple of four, it writes four at a time, so far apart that the row's items write neighbours. Else it
// writes sixteen neighbours, and steps through the input's row with them.
//: variant runs define T=type(InputTensor)
//: pass tile_runs groups (product(OutputTensor.Sizes) / OutputTensor.Sizes[OutputTensor.DimensionCount - 1] * ((OutputTensor.Sizes[OutputTensor.DimensionCount - 1] + 15) / 16) + local - 1) / local
kernel void tile_runs(CASES, global const T* InputTensor, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  TENSOR* output = &c->OutputTensor;
  const uint last = output->DimensionCount - 1;
  Run r;
  if (!find_run(output, &r)) return;
  const uint period = c->InputTensor.Sizes[last];
  const ulong step = c->InputTensor.Strides[last];
  const ulong start = source_of(c, r.row * r.length);
  if (period % 4 == 0 && step == 1 && output->Strides[last] == 1) {
    global T* to = OutputTensor + offset_of(output, r.row * r.length);
    for (ulong k = r.run * 4; k < r.length; k += (ulong)r.runs * 4)
      COPY_FOUR(T, InputTensor + start + k % period, to + k);
    return;
  }
  const uint first = r.run * 16;
  const uint end = min(r.length - first, 16u) + first;
  ulong to = offset_of(output, r.row * r.length + first);
  uint at = first % period;
  for (uint k = first; k < end; ++k) {
    OutputTensor[to] = InputTensor[start + at * step];
    to += output->Strides[last];
    if (++at == period) at = 0;
  }
}

// A group takes a row of the output. It brings each tile of the input's row into local memory once, and
// from there to every place where it stands in the row.
//: variant async define T=width(InputTensor)
//: pass tile_async groups product(OutputTensor.Sizes) / OutputTensor.Sizes[OutputTensor.DimensionCount - 1] local 32
//: include copies.clh
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void tile_async(
    CASES, global const T* InputTensor, global T* OutputTensor) {
  local T tile[TILE];
  CASE_SPACE const Case* c = CASE;
  TENSOR* output = &c->OutputTensor;
  const uint last = output->DimensionCount - 1;
  const uint length = output->Sizes[last], period = c->InputTensor.Sizes[last];
  const uint row = (uint)get_group_id(0);
  if (row >= element_count(output) / length) return;
  const uint from_step = c->InputTensor.Strides[last], to_step = output->Strides[last];
  const ulong from = source_of(c, row * length), to = offset_of(output, row * length);
  for (uint first = 0; first < period; first += TILE) {
    const uint here = min(period - first, (uint)TILE);
    load_tile(InputTensor + from + (ulong)first * from_step, from_step, here, tile);
    for (uint at = first; at < length; at += period)
      store_tile(tile, here, OutputTensor + to + (ulong)at * to_step, to_step);
  }
}

// The input is an image, which a sampler reads.
//: variant image define T=width(InputTensor) images InputTensor
//: pass tile_pixels groups (product(OutputTensor.Sizes) + local - 1) / local
//: include images.clh
kernel void tile_pixels(CASES, read_only image2d_t InputTensor, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const sampler_t exact = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  const uint4 pixel = read_imageui(InputTensor, exact, pixel_of(source_of(c, i)));
  OutputTensor[offset_of(&c->OutputTensor, i)] = element_of(pixel);
}
