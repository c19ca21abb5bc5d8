/* The interface of a shared library that `assay --backend LIB.so` tests: a vendor's own operators,
 * by whatever way they compute. One header, C99, no library to link.
 *
 * assay calls everything from one thread of a worker process of its own. For each case it makes a
 * descriptor and calls assay_create. A descriptor that breaks a rule of DirectML must be refused:
 * any status but ASSAY_OK, nothing created, no crash. Where it is valid and assay_create gave
 * ASSAY_OK, assay_run is called once, then assay_destroy. Pointers are valid during a call alone.
 */
#ifndef ASSAY_BACKEND_H
#define ASSAY_BACKEND_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What assay_version must give. */
#define ASSAY_BACKEND_VERSION 1

typedef enum assay_status {
  ASSAY_OK = 0,
  /* The descriptor breaks a rule. */
  ASSAY_INVALID = 1,
  /* The library does not have this operator, or not for these data types: the case is skipped. */
  ASSAY_UNSUPPORTED = 2,
  /* Anything else. */
  ASSAY_FAILED = 3
} assay_status;

/* DML_TENSOR_DATA_TYPE. */
typedef enum assay_data_type {
  ASSAY_FLOAT32 = 1,
  ASSAY_FLOAT16 = 2,
  ASSAY_UINT32 = 3,
  ASSAY_UINT16 = 4,
  ASSAY_UINT8 = 5,
  ASSAY_INT32 = 6,
  ASSAY_INT16 = 7,
  ASSAY_INT8 = 8,
  ASSAY_FLOAT64 = 9,
  ASSAY_UINT64 = 10,
  ASSAY_INT64 = 11
} assay_data_type;

/* DML_BUFFER_TENSOR_DESC. Numbers are wide, so that invalid ones fit. */
typedef struct assay_tensor {
  uint32_t data_type;
  uint32_t dimension_count;
  const int64_t* sizes;
  /* NULL: packed. `stride_count` says how many there are; a valid tensor has dimension_count. */
  const int64_t* strides;
  uint32_t stride_count;
  /* TotalTensorSizeInBytes. */
  uint64_t total_bytes;
  /* GuaranteedBaseOffsetAlignment: 0, or buffers begin at a multiple of it. */
  uint32_t alignment;
} assay_tensor;

typedef enum assay_kind { ASSAY_INPUT, ASSAY_OUTPUT, ASSAY_NUMBER, ASSAY_ARRAY } assay_kind;

/* A member of the operator's struct, in DirectML's order, by DirectML's name. Booleans are numbers,
 * enumerators their values. */
typedef struct assay_member {
  const char* name;
  assay_kind kind;
  /* Of ASSAY_INPUT and ASSAY_OUTPUT. */
  assay_tensor tensor;
  /* Of ASSAY_NUMBER (one value) and ASSAY_ARRAY. */
  const int64_t* values;
  uint32_t value_count;
} assay_member;

typedef struct assay_descriptor {
  /* As `assay list` names it: "gather". */
  const char* operator_name;
  /* The DirectML feature level, 0x6400 for 6_4. */
  uint32_t level;
  uint32_t member_count;
  const assay_member* members;
} assay_descriptor;

/* The memory of a tensor: total_bytes of it, which are all that may be touched. */
typedef struct assay_buffer {
  void* data;
  uint64_t bytes;
} assay_buffer;

/* What assay_create makes; the library's own. */
typedef struct assay_operator assay_operator;

/* ASSAY_BACKEND_VERSION, as the library was compiled. */
uint32_t assay_version(void);

/* A name for reports: vendor, product, version. */
const char* assay_name(void);

/* Creates an operator. */
assay_status assay_create(const assay_descriptor* descriptor, assay_operator** created);

/* Computes: `buffers` has one entry for each tensor, in the order of the members. Returns when all
 * outputs are written. Inputs must be as they were. */
assay_status assay_run(assay_operator* op, const assay_buffer* buffers, uint32_t buffer_count);

void assay_destroy(assay_operator* op);

#ifdef __cplusplus
}
#endif

#endif
