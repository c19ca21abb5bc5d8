// The commands of opencl/memory/device_memory.cpp and opencl/memory/svm_memory.cpp as C.
#include "conformance/reproduce/reproducer_transfer.h"

#include "opencl/memory/device_memory.h"

namespace assay::conformance {
namespace {

using opencl::LaunchOptions;
using opencl::MemoryKind;

constexpr const char* kSurround =
    R"(    // A buffer larger than its image has a pattern around it, which must come back.
    m->origin = @ORIGIN@;
    m->whole = (m->origin + m->size + 64 + 15) / 16 * 16;
    for (size_t i = 0; i < 16; ++i) pattern[i] = (unsigned char)(0xa1 + 7 * (i % @PERIOD@));
)";

/// `body` for each piece; in it stand @FROM@, @LENGTH@, @PLUS@ (pointers), @BLOCK@.
std::string each_piece(const LaunchOptions& o, const std::string& size, const std::string& body) {
  if (o.pieces == 1)
    return filled(body,
                  {{"@FROM@", "0"}, {"@LENGTH@", size}, {"@PLUS@", ""}, {"@BLOCK@", "CL_FALSE"}});
  return "  for (size_t k = 1, from = 0, to; from < " + size +
         "; from = to, ++k) {\n    to = piece_end(" + size +
         ", from, k);\n    if (to == from) continue;\n" +
         filled(body, {{"@FROM@", "from"},
                       {"@LENGTH@", "to - from"},
                       {"@PLUS@", " + from"},
                       {"@BLOCK@", is_held(o) ? "CL_FALSE" : "from > 0 ? CL_TRUE : CL_FALSE"}}) +
         "  }\n";
}

std::string write(const LaunchOptions& o, const std::string& to, const std::string& image,
                  const std::string& offset = {}) {
  return each_piece(o, "m->size",
                    "  must(\"clEnqueueWriteBuffer\",\n"
                    "       clEnqueueWriteBuffer(@QUEUE@, " +
                        to + ", @BLOCK@, " + (offset.empty() ? "" : offset + " + ") +
                        "@FROM@, @LENGTH@,\n"
                        "                            " +
                        image + "@PLUS@, @ORDER@));\n");
}

std::string read(const LaunchOptions& o, const std::string& from, const std::string& offset,
                 const std::string& size, const std::string& to) {
  return each_piece(o, size,
                    "  must(\"clEnqueueReadBuffer\",\n"
                    "       clEnqueueReadBuffer(@QUEUE@, " +
                        from + ", @BLOCK@, " + (offset.empty() ? "" : offset + " + ") +
                        "@FROM@, @LENGTH@,\n"
                        "                           " +
                        to + "@PLUS@, @ORDER@));\n");
}

std::string copy(const LaunchOptions& o, const std::string& from, const std::string& to) {
  return each_piece(o, "m->size",
                    "  must(\"clEnqueueCopyBuffer\",\n"
                    "       clEnqueueCopyBuffer(@QUEUE@, " +
                        from + ", " + to + ", @FROM@, @FROM@, @LENGTH@, @ORDER@));\n");
}

/// Two rectangles side by side, and the bytes of the last row that is not whole.
std::string rows(const std::string& command, const std::string& host) {
  return filled(R"(  const size_t width = m->size / 64 > 37 ? m->size / 64 | 1 : 37;
  const size_t count = m->size / width, left = width / 3, done = width * count;
  for (int column = 0; column < 2 && count > 0; ++column) {
    const size_t corner[3] = {column ? left : 0, 0, 0};
    const size_t region[3] = {column ? width - left : left, count, 1};
    must("clEnqueue@COMMAND@BufferRect",
         clEnqueue@COMMAND@BufferRect(@QUEUE@, m->buffer, CL_FALSE, corner, corner, region, width, 0,
                                  width, 0, @HOST@, @ORDER@));
  }
  if (done < m->size)
    must("clEnqueue@COMMAND@Buffer",
         clEnqueue@COMMAND@Buffer(@QUEUE@, m->buffer, CL_FALSE, done, m->size - done, @HOST@ + done,
                              @ORDER@));
)",
                {{"@COMMAND@", command}, {"@HOST@", host}});
}

/// What a blocking map waits for.
std::string map_waits(const LaunchOptions& o) {
  return by_events(o) ? "wait_count, wait_count ? waits : NULL, NULL" : "0, NULL, NULL";
}

std::string mapped(const LaunchOptions& o, bool writing) {
  const bool host = o.memory == MemoryKind::UseHost;
  const std::string flags = !writing       ? "CL_MAP_READ"
                            : o.pieces > 1 ? "k % 2 ? CL_MAP_WRITE_INVALIDATE_REGION : CL_MAP_WRITE"
                                           : "CL_MAP_WRITE_INVALIDATE_REGION";
  return "  cl_int code;\n" +
         each_piece(o, "m->size",
                    "  unsigned char* mapped = clEnqueueMapBuffer(@QUEUE@, m->buffer, CL_TRUE,\n"
                    "      " +
                        flags + ", @FROM@, @LENGTH@, " + map_waits(o) +
                        ", &code);\n"
                        "  must(\"clEnqueueMapBuffer\", code);\n" +
                        (writing ? "  memcpy(mapped, m->before@PLUS@, @LENGTH@);\n"
                         : host  ? "  memcpy(m->after@PLUS@, m->host@PLUS@, @LENGTH@);\n"
                                 : "  memcpy(m->after@PLUS@, mapped, @LENGTH@);\n") +
                        "  must(\"clEnqueueUnmapMemObject\",\n"
                        "       clEnqueueUnmapMemObject(@QUEUE@, m->buffer, mapped, @ORDER@));\n");
}

/// The same by shared memory.
std::string mapped_shared(const LaunchOptions& o, bool writing) {
  const std::string flags = !writing ? "CL_MAP_READ"
                            : o.pieces > 1
                                ? "from % 2 ? CL_MAP_WRITE : CL_MAP_WRITE_INVALIDATE_REGION"
                                : "CL_MAP_WRITE_INVALIDATE_REGION";
  return each_piece(o, "m->size",
                    "  must(\"clEnqueueSVMMap\", clEnqueueSVMMap(@QUEUE@, CL_TRUE, " + flags +
                        ",\n                                          m->shared@PLUS@, @LENGTH@, " +
                        map_waits(o) + "));\n" +
                        (writing ? "  memcpy(m->shared@PLUS@, m->before@PLUS@, @LENGTH@);\n"
                                 : "  memcpy(m->after@PLUS@, m->shared@PLUS@, @LENGTH@);\n") +
                        "  must(\"clEnqueueSVMUnmap\",\n"
                        "       clEnqueueSVMUnmap(@QUEUE@, m->shared@PLUS@, @ORDER@));\n");
}

std::string copy_shared(const LaunchOptions& o, const std::string& to, const std::string& from) {
  return each_piece(o, "m->size",
                    "  must(\"clEnqueueSVMMemcpy\",\n"
                    "       clEnqueueSVMMemcpy(@QUEUE@, CL_FALSE, " +
                        to + "@PLUS@, " + from + "@PLUS@, @LENGTH@, @ORDER@));\n");
}

constexpr const char* kShared = R"(  m->shared = clSVMAlloc(context, CL_MEM_READ_WRITE, m->size, 0);
  must("clSVMAlloc", m->shared ? CL_SUCCESS : CL_MEM_OBJECT_ALLOCATION_FAILURE);
)";

std::string make(const std::string& buffer, const std::string& flags, const std::string& size,
                 const std::string& host) {
  return "  m->" + buffer + " = clCreateBuffer(context, CL_MEM_READ_WRITE" + flags + ", " + size +
         ", " + host + ", &code);\n  must(\"clCreateBuffer\", code);\n";
}

constexpr const char* kFillBuffer = R"(  must("clEnqueueFillBuffer",
       clEnqueueFillBuffer(@QUEUE@, @PARENT@, pattern, @PERIOD@, 0, m->whole, @ORDER@));
)";

constexpr const char* kMakeSub = R"(  const cl_buffer_region region = {m->origin, m->size};
  m->buffer = clCreateSubBuffer(m->parent, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region,
                                &code);
  must("clCreateSubBuffer", code);
)";

std::string transfer_code(const LaunchOptions& o) {
  const auto upload = [](const std::string& made, const std::string& body) {
    const bool codes = made.find("&code") != std::string::npos;
    return std::string("\nstatic void upload(struct Memory* m) {\n") +
           (codes ? "  cl_int code;\n" : "") + made + body + "}\n";
  };
  const auto download = [](const std::string& body) {
    return "\nstatic void download(struct Memory* m) {\n" + body + "}\n";
  };
  const std::string plain = make("buffer", "", "m->size", "NULL");
  const auto without_code = [](std::string body) { return body.substr(body.find('\n') + 1); };
  switch (o.memory) {
    case MemoryKind::Rect:
      return upload(plain, rows("Write", "m->before")) + download(rows("Read", "m->after"));
    case MemoryKind::Map:
      return upload(plain, without_code(mapped(o, true))) + download(mapped(o, false));
    case MemoryKind::AllocHost:
      return upload(make("buffer", " | CL_MEM_ALLOC_HOST_PTR", "m->size", "NULL"),
                    without_code(mapped(o, true))) +
             download(mapped(o, false));
    case MemoryKind::UseHost:
      return upload(
                 "  m->host_memory = malloc(m->size + 4096);\n"
                 "  m->host = m->host_memory + (4096 - (uintptr_t)m->host_memory % 4096);\n"
                 "  memcpy(m->host, m->before, m->size);\n" +
                     make("buffer", " | CL_MEM_USE_HOST_PTR", "m->size", "m->host"),
                 "") +
             download(mapped(o, false));
    case MemoryKind::CopyHost:
      return upload(make("buffer", " | CL_MEM_COPY_HOST_PTR", "m->size", "m->before"), "") +
             download(read(o, "m->buffer", "", "m->size", "m->after"));
    case MemoryKind::SubBuffer:
      return upload(make("parent", "", "m->whole", "NULL") + kMakeSub,
                    filled(kFillBuffer, {{"@PARENT@", "m->parent"}})) +
             "\nstatic void upload_2(struct Memory* m) {\n" +
             write(o, "m->buffer", "m->before + m->origin") + "}\n" +
             download(read(o, "m->parent", "", "m->whole", "m->after")) +
             "\nstatic void download_2(struct Memory* m) { (void)m; }\n";
    case MemoryKind::Copy:
      return upload(make("buffer", "", "m->whole", "NULL") + make("other", "", "m->size", "NULL"),
                    filled(kFillBuffer, {{"@PARENT@", "m->buffer"}}) +
                        write(o, "m->other", "m->before")) +
             "\nstatic void upload_2(struct Memory* m) {\n" + copy(o, "m->other", "m->buffer") +
             "}\n" + download(copy(o, "m->buffer", "m->other")) +
             "\nstatic void download_2(struct Memory* m) {\n" +
             read(o, "m->other", "", "m->size", "m->after") +
             read(o, "m->buffer", "m->size", "m->whole - m->size", "m->after + m->size") + "}\n";
    case MemoryKind::Svm:
      return upload(kShared, mapped_shared(o, true)) + download(mapped_shared(o, false));
    case MemoryKind::SvmCopy:
      return upload(kShared, copy_shared(o, "m->shared", "m->before")) +
             download(copy_shared(o, "m->after", "m->shared"));
    case MemoryKind::Far:
      return upload(make("buffer", "", "m->far + m->size", "NULL"),
                    write(o, "m->buffer", "m->before", "m->far")) +
             download(read(o, "m->buffer", "m->far", "m->size", "m->after"));
    default:
      return upload(plain, write(o, "m->buffer", "m->before")) +
             download(read(o, "m->buffer", "", "m->size", "m->after"));
  }
}

constexpr const char* kPattern = R"(
static unsigned char pattern[16];
)";

constexpr const char* kAlignment = R"(
static size_t address_alignment(void) {
  cl_uint bits = 0;
  must("clGetDeviceInfo", clGetDeviceInfo(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL));
  return bits / 8;
}
)";

}  // namespace

void add_transfer(const LaunchOptions& o, std::optional<std::size_t> far, RouteCode& code) {
  code.steps = opencl::DeviceMemory::steps(o.memory);
  const std::string period = std::to_string(1u << (o.placement % 5));
  if (o.memory == MemoryKind::UseHost) code.members = "  unsigned char *host_memory, *host;\n";
  if (opencl::is_svm(o.memory)) {
    code.members = "  unsigned char* shared;\n";
    code.bind =
        "must(\"clSetKernelArgSVMPointer\",\n             clSetKernelArgSVMPointer(kernel, i, "
        "memories[arguments[k].memory].shared));";
    code.release = "clSVMFree(context, m->shared);";
    code.version = 200;
  }
  if (far) {
    code.members = "  size_t far;\n";
    code.surround =
        "    // One of them lies behind 4 GiB of its buffer, which nobody touches.\n"
        "    m->far = k == " +
        std::to_string(*far) + " ? (size_t)1 << 32 : 0;\n";
    code.base = "0 - m->far";
  }
  if (code.steps == 2) {
    const bool sub = o.memory == MemoryKind::SubBuffer;
    code.members =
        std::string("  size_t origin, whole;\n  cl_mem ") + (sub ? "parent" : "other") + ";\n";
    code.origin = code.base = "m->origin";
    code.whole = "m->whole";
    code.surround = filled(
        kSurround,
        {{"@PERIOD@", period},
         {"@ORIGIN@", sub ? "address_alignment() * " + std::to_string(1 + o.placement % 3) : "0"}});
  }
  code.functions += filled((code.steps == 2 ? kPattern : "") +
                               std::string(o.memory == MemoryKind::SubBuffer ? kAlignment : "") +
                               transfer_code(o),
                           {{"@PERIOD@", period}});
}

}  // namespace assay::conformance
