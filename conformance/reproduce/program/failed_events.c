// Reads that wait for user events which fail: none may write to the host's memory, and whoever waits
// is told CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST. Each has a context of its own, since a context
// may be of no use once a command was terminated.
static const struct { const char* read; int completing, failing, before, blocking; } waits[] = {
@ROWS@
};

static int wrong_code(const char* call, cl_int code, const char* read) {
  if (code == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) return 0;
  must(call, code);
  printf("%s gave %d for %s  WRONG\n", call, code, read);
  return 1;
}

static void fail_events(const cl_event* events, int from, int to) {
  for (int i = from; i < to; ++i)
    must("clSetUserEventStatus", clSetUserEventStatus(events[i], @STATUS@));
}

static int wrong_events(void) {
  int wrong = 0;
  for (size_t k = 0; k < sizeof waits / sizeof waits[0]; ++k) {
    const int count = waits[k].completing + waits[k].failing;
    cl_int code;
    cl_context own = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    must("clCreateContext", code);
    cl_command_queue queue = clCreateCommandQueue(own, device, 0, &code);
    must("clCreateCommandQueue", code);
    cl_uint contents = 0x5a5a5a5a, host = 0xa5a5a5a5;
    cl_mem buffer = clCreateBuffer(own, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof contents,
                                   &contents, &code);
    must("clCreateBuffer", code);
    cl_event events[2], done = NULL;
    for (int i = 0; i < count; ++i) {
      events[i] = clCreateUserEvent(own, &code);
      must("clCreateUserEvent", code);
    }
    for (int i = 0; i < waits[k].completing; ++i)
      must("clSetUserEventStatus", clSetUserEventStatus(events[i], CL_COMPLETE));
    if (waits[k].before) {
      fail_events(events, waits[k].completing, count);
      wrong |= wrong_code("clWaitForEvents", clWaitForEvents(1, &events[count - 1]), waits[k].read);
    }
    code = clEnqueueReadBuffer(queue, buffer, waits[k].blocking, 0, sizeof host, &host, count, events,
                               &done);
    if (waits[k].blocking || (waits[k].before && code != CL_SUCCESS)) {
      wrong |= wrong_code("clEnqueueReadBuffer", code, waits[k].read);
    } else {
      must("clEnqueueReadBuffer", code);
      code = clFlush(queue);
      if (!waits[k].before) fail_events(events, waits[k].completing, count);
      if (!waits[k].before) must("clFlush", code);
      wrong |= wrong_code("clWaitForEvents", clWaitForEvents(1, &done), waits[k].read);
    }
    if (host != 0xa5a5a5a5) {
      printf("%s was carried out  WRONG\n", waits[k].read);
      wrong = 1;
    }
    if (done) clReleaseEvent(done);
    for (int i = 0; i < count; ++i) clReleaseEvent(events[i]);
    clReleaseCommandQueue(queue);
    clReleaseMemObject(buffer);
    clReleaseContext(own);
  }
  return wrong;
}
