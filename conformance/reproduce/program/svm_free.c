// clEnqueueSVMFree, whose list of pointers is overwritten as soon as it has returned: its function must
// get the pointers as they were.
static void* freed[@COUNT@];
static volatile int is_called, is_wrong;

static void CL_CALLBACK free_called(cl_command_queue queue, cl_uint count, void* pointers[], void* data) {
  (void)queue, (void)data;
  is_wrong = count != @COUNT@;
  for (int i = 0; i < @COUNT@; ++i) {
    int is_there = 0;
    for (cl_uint k = 0; k < count; ++k) is_there |= pointers[k] == freed[i];
    is_wrong |= !is_there;
  }
  is_called = 1;
}

static int wrong_svm_free(void) {
  cl_int code;
  void* given[@COUNT@];
  for (int i = 0; i < @COUNT@; ++i) {
    freed[i] = given[i] = clSVMAlloc(context, CL_MEM_READ_WRITE, 256, 0);
    must("clSVMAlloc", freed[i] ? CL_SUCCESS : CL_MEM_OBJECT_ALLOCATION_FAILURE);
  }
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
  must("clCreateCommandQueue", code);
  cl_event gate = clCreateUserEvent(context, &code);
  must("clCreateUserEvent", code);
  is_called = 0;
  code = clEnqueueSVMFree(queue, @COUNT@, given, free_called, NULL, 1, &gate, NULL);
  memset(given, 0, sizeof given);
  must("clSetUserEventStatus", clSetUserEventStatus(gate, CL_COMPLETE));
  must("clEnqueueSVMFree", code);
  must("clFinish", clFinish(queue));
  while (!is_called) continue;
  if (is_wrong) printf("clEnqueueSVMFree called its function with other pointers  WRONG\n");
  for (int i = 0; i < @COUNT@; ++i) clSVMFree(context, freed[i]);
  must("clReleaseEvent", clReleaseEvent(gate));
  must("clReleaseCommandQueue", clReleaseCommandQueue(queue));
  return is_wrong;
}
