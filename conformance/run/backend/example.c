/* An example of a library for `assay --backend`: DirectML's SLICE1, computed on the CPU. Most of
 * the code refuses what DirectML forbids. */
#include <stdlib.h>
#include <string.h>

#include "assay_backend.h"

enum { MOST_DIMENSIONS = 8 };

struct assay_operator {
  uint32_t dimensions;
  size_t element;
  int64_t sizes[MOST_DIMENSIONS];
  int64_t in_strides[MOST_DIMENSIONS], out_strides[MOST_DIMENSIONS];
  /* Where the walk begins in the input, in elements, and its step along each dimension. */
  int64_t begin, steps[MOST_DIMENSIONS];
};

static size_t element_size(uint32_t type) {
  switch (type) {
    case ASSAY_UINT8:
    case ASSAY_INT8:
      return 1;
    case ASSAY_FLOAT16:
    case ASSAY_UINT16:
    case ASSAY_INT16:
      return 2;
    case ASSAY_FLOAT32:
    case ASSAY_UINT32:
    case ASSAY_INT32:
      return 4;
    case ASSAY_FLOAT64:
    case ASSAY_UINT64:
    case ASSAY_INT64:
      return 8;
    default:
      return 0;
  }
}

static int level_supports(uint32_t level, const assay_tensor* t) {
  const size_t size = element_size(t->data_type);
  if (level < 0x2100 || size == 0 || (size == 8 && level < 0x4100)) return 0;
  if (level < 0x3000) return t->dimension_count == 4 || t->dimension_count == 5;
  return t->dimension_count >= 1 && t->dimension_count <= MOST_DIMENSIONS;
}

/* The strides of the tensor, which are those of a packed tensor if it names none. */
static void strides_of(const assay_tensor* t, int64_t* strides) {
  int64_t packed = 1;
  for (uint32_t i = t->dimension_count; i-- > 0; packed *= t->sizes[i])
    strides[i] = t->strides ? t->strides[i] : packed;
}

/* Whether two coordinates share an element. With the dimensions sorted by their strides, each
 * stride must be at least the extent of all dimensions before it. */
static int overlaps(const assay_tensor* t, const int64_t* strides) {
  int taken[MOST_DIMENSIONS] = {0};
  uint64_t extent = 1;
  for (uint32_t round = 0; round < t->dimension_count; ++round) {
    uint32_t least = MOST_DIMENSIONS;
    for (uint32_t i = 0; i < t->dimension_count; ++i)
      if (!taken[i] && t->sizes[i] > 1 && (least == MOST_DIMENSIONS || strides[i] < strides[least]))
        least = i;
    if (least == MOST_DIMENSIONS) return 0;
    if (strides[least] < 0 || (uint64_t)strides[least] < extent) return 1;
    extent += (uint64_t)(t->sizes[least] - 1) * (uint64_t)strides[least];
    taken[least] = 1;
  }
  return 0;
}

static int tensor_is_valid(const assay_member* m, int64_t* strides) {
  const assay_tensor* t = &m->tensor;
  const size_t size = element_size(t->data_type);
  uint64_t elements = 1, last = 0, bytes;
  for (uint32_t i = 0; i < t->dimension_count; ++i) {
    if (t->sizes[i] < 1 || t->sizes[i] > UINT32_MAX) return 0;
    if (elements > UINT32_MAX / (uint64_t)t->sizes[i]) return 0;
    elements *= (uint64_t)t->sizes[i];
  }
  if (t->strides && t->stride_count != t->dimension_count) return 0;
  strides_of(t, strides);
  for (uint32_t i = 0; i < t->dimension_count; ++i) {
    if (strides[i] < 0 || strides[i] > UINT32_MAX) return 0;
    last += (uint64_t)(t->sizes[i] - 1) * (uint64_t)strides[i];
  }
  if (m->kind == ASSAY_OUTPUT && overlaps(t, strides)) return 0;
  bytes = ((last + 1) * size + 3) / 4 * 4;
  if (t->total_bytes < bytes) return 0;
  if (t->alignment & (t->alignment - 1)) return 0;
  return t->alignment == 0 || t->alignment >= size;
}

uint32_t assay_version(void) { return ASSAY_BACKEND_VERSION; }

const char* assay_name(void) { return "assay's example, on the CPU"; }

assay_status assay_create(const assay_descriptor* d, assay_operator** created) {
  const assay_member *in, *out, *count, *offsets, *windows, *strides;
  assay_operator op;
  if (strcmp(d->operator_name, "slice1") != 0) return ASSAY_UNSUPPORTED;
  if (d->member_count != 6) return ASSAY_FAILED;
  in = &d->members[0];
  out = &d->members[1];
  count = &d->members[2];
  offsets = &d->members[3];
  windows = &d->members[4];
  strides = &d->members[5];

  op.dimensions = in->tensor.dimension_count;
  op.element = element_size(in->tensor.data_type);
  if (out->tensor.data_type != in->tensor.data_type) return ASSAY_INVALID;
  if (out->tensor.dimension_count != op.dimensions) return ASSAY_INVALID;
  if (!level_supports(d->level, &in->tensor)) return ASSAY_INVALID;
  if (!tensor_is_valid(in, op.in_strides)) return ASSAY_INVALID;
  if (!tensor_is_valid(out, op.out_strides)) return ASSAY_INVALID;
  if (count->values[0] != (int64_t)op.dimensions) return ASSAY_INVALID;
  if (offsets->value_count != op.dimensions || windows->value_count != op.dimensions ||
      strides->value_count != op.dimensions)
    return ASSAY_INVALID;

  op.begin = 0;
  for (uint32_t i = 0; i < op.dimensions; ++i) {
    const int64_t offset = offsets->values[i], window = windows->values[i];
    const int64_t stride = strides->values[i], extent = in->tensor.sizes[i];
    const int64_t magnitude = stride < 0 ? -stride : stride;
    if (offset < 0 || offset >= extent) return ASSAY_INVALID;
    if (window < 1 || window > extent - offset) return ASSAY_INVALID;
    if (stride == 0 || stride < INT32_MIN || stride > INT32_MAX) return ASSAY_INVALID;
    op.sizes[i] = out->tensor.sizes[i];
    if (op.sizes[i] > 1 + (window - 1) / magnitude) return ASSAY_INVALID;
    op.begin += (stride < 0 ? offset + window - 1 : offset) * op.in_strides[i];
    op.steps[i] = stride * op.in_strides[i];
  }
  *created = malloc(sizeof op);
  if (!*created) return ASSAY_FAILED;
  **created = op;
  return ASSAY_OK;
}

assay_status assay_run(assay_operator* op, const assay_buffer* buffers, uint32_t buffer_count) {
  const char* in = buffers[0].data;
  char* out = buffers[1].data;
  int64_t at[MOST_DIMENSIONS] = {0};
  if (buffer_count != 2) return ASSAY_FAILED;
  for (;;) {
    int64_t from = op->begin, to = 0;
    uint32_t i;
    for (i = 0; i < op->dimensions; ++i) {
      from += at[i] * op->steps[i];
      to += at[i] * op->out_strides[i];
    }
    memcpy(out + to * (int64_t)op->element, in + from * (int64_t)op->element, op->element);
    /* Go to the next coordinate. The last dimension changes fastest. */
    for (i = op->dimensions; i > 0 && ++at[i - 1] == op->sizes[i - 1]; --i) at[i - 1] = 0;
    if (i == 0) return ASSAY_OK;
  }
}

void assay_destroy(assay_operator* op) { free(op); }
