// --- The program --------------------------------------------------------------------------------
static cl_device_id device;
static cl_context context;
static cl_program program@NAMES_PROGRAM@;

// Memory of all cases, between guards of bytes that nobody may touch.
struct Memory {
  const char* name;
  size_t size;
  unsigned char *before, *after;
  cl_mem buffer;
@MEMBERS@
};
static struct Memory memories[] = {@MEMORIES@};
enum { kCases = @COUNT@, kMemories = sizeof memories / sizeof memories[0] };

// The bytes that may change; all others must come back as they were.
static const struct { int memory; size_t from, to; } writable[] = {
@WRITABLE@
};

static void must(const char* call, cl_int code) {
  if (code == CL_SUCCESS) return;
  printf("FAIL: %s gave %d\n", call, code);
  fflush(stdout);
  _Exit(1);
}
