/* The interface of a shared library that `assay --backend LIB.so` tests. The library has a vendor's
 * own operators, which may compute in any way. This is one header in C99, with no library to link.
 *
 * assay calls all functions from one thread of a separate worker process. For each case it makes a
 * descriptor and calls assay_create. A descriptor that breaks a rule of DirectML must be refused:
 * assay_create gives a status other than ASSAY_OK, creates nothing, and does not crash. If the
 * descriptor is valid and assay_create gives ASSAY_OK, assay calls assay_run once, and then
 * assay_destroy. Pointers are valid only during the call to which they are passed.
 */
#ifndef ASSAY_BACKEND_H
#define ASSAY_BACKEND_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The number that assay_version must give. */
#define ASSAY_BACKEND_VERSION 2

typedef enum assay_status {
  ASSAY_OK = 0,
  /* The descriptor breaks a rule. */
  ASSAY_INVALID = 1,
  /* The library does not have this operator, or not for these data types: the case is skipped.
   * assay_create gives it; what was created has to run. */
  ASSAY_UNSUPPORTED = 2,
  /* Any other failure. */
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

/* DML_BUFFER_TENSOR_DESC. The numbers have wide types, so that invalid numbers fit. */
typedef struct assay_tensor {
  uint32_t data_type;
  uint32_t dimension_count;
  const int64_t* sizes;
  /* NULL if the tensor is packed. There are `stride_count` strides; a valid tensor has as many
   * strides as dimensions. */
  const int64_t* strides;
  uint32_t stride_count;
  /* TotalTensorSizeInBytes. */
  uint64_t total_bytes;
  /* GuaranteedBaseOffsetAlignment. If it is not 0, the buffer begins at a multiple of it. */
  uint32_t alignment;
} assay_tensor;

typedef enum assay_kind {
  ASSAY_INPUT,
  ASSAY_OUTPUT,
  ASSAY_NUMBER,
  ASSAY_ARRAY,
  /* Each value is the bits of a FLOAT32. */
  ASSAY_FLOAT,
  ASSAY_FLOAT_ARRAY,
  /* DML_SCALAR_UNION. The value is its bits. An earlier member is its data type. */
  ASSAY_SCALAR,
  /* A struct. Its value is 1 if it is there, and 0 if it is left out. Its own members follow it;
   * their names begin with its name and a dot. Those of a struct that is left out do not follow.
   * The struct FusedActivation has the number FusedActivation.Type, which `assay describe` names,
   * and the FLOAT members of the operator that is fused. */
  ASSAY_STRUCT
} assay_kind;

/* A member of the operator's struct, with DirectML's name. Members have DirectML's order. A
 * boolean, an enumerator or a data type is given as its number. Each tensor of an array of tensors
 * is a member, and all of them have the array's name. A tensor that is left out is no member. */
typedef struct assay_member {
  const char* name;
  assay_kind kind;
  /* Used for ASSAY_INPUT and ASSAY_OUTPUT. */
  assay_tensor tensor;
  /* Used for all other kinds. Those that are no arrays have one value. */
  const int64_t* values;
  uint32_t value_count;
} assay_member;

typedef struct assay_descriptor {
  /* The name that `assay list` prints, such as "gather". */
  const char* operator_name;
  /* The DirectML feature level, such as 0x6400 for 6_4. */
  uint32_t level;
  uint32_t member_count;
  const assay_member* members;
} assay_descriptor;

/* The memory of a tensor. It has total_bytes bytes; the library must not touch any others. */
typedef struct assay_buffer {
  void* data;
  uint64_t bytes;
} assay_buffer;

/* The object that assay_create makes. Only the library knows what is in it. */
typedef struct assay_operator assay_operator;

/* Gives the ASSAY_BACKEND_VERSION with which the library was compiled. */
uint32_t assay_version(void);

/* Gives a name for reports, with vendor, product and version. */
const char* assay_name(void);

/* Creates an operator. */
assay_status assay_create(const assay_descriptor* descriptor, assay_operator** created);

/* Computes the operator. `buffers` has one entry for each tensor member, in their order. The
 * call returns when all outputs are written. It must not change inputs. */
assay_status assay_run(assay_operator* op, const assay_buffer* buffers, uint32_t buffer_count);

void assay_destroy(assay_operator* op);

#ifdef __cplusplus
}
#endif

#endif
