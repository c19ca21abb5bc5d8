// The commands of opencl/command_stream.cpp and opencl/device_memory.cpp as C, cut to what one
// route uses: a plain route needs no events, no pieces, no surroundings.
#include "conformance/reproducer_route.h"

#include <utility>
#include <vector>

#include "opencl/device_memory.h"

namespace assay::conformance {
namespace {

using opencl::LaunchOptions;
using opencl::QueueKind;
using opencl::Transfer;

bool by_events(const LaunchOptions& o) {
  return o.queue == QueueKind::OutOfOrder || o.queue == QueueKind::Several;
}

bool is_held(const LaunchOptions& o) {
  return by_events(o) && opencl::DeviceMemory::can_be_held(o.transfer);
}

constexpr const char* kEvents = R"(
// Commands of one stage depend on all of the stage before.
static cl_event waits[4096], stage[4096];
static cl_uint wait_count, stage_count;
)";

constexpr const char* kProfiled = R"(
static cl_event stage[4096];
static cl_uint stage_count;
)";

constexpr const char* kStages = R"(
static void next_stage(void) {
  if (!stage_count) return;
  memcpy(waits, stage, sizeof stage);
  wait_count = stage_count;
  stage_count = 0;
  must("clFlush", clFlush(@QUEUE@));
  at = (at + 1) % kQueues;
}
)";

constexpr const char* kGate = R"(
// No command may start before this event is set.
static cl_event gate;

static void hold(void) {
  cl_int code;
  gate = clCreateUserEvent(context, &code);
  must("clCreateUserEvent", code);
  waits[0] = gate;
  wait_count = 1;
}
)";

constexpr const char* kPieces = R"(
// Transfers go by pieces that end at odd offsets.
static size_t piece_end(size_t size, size_t from, size_t k) {
  const size_t to = k == @PIECES@ ? size : size * k / @PIECES@ | 1;
  return to < from ? from : to > size ? size : to;
}
)";

std::string queue_code(const LaunchOptions& o) {
  std::string text = "\nenum { kQueues = @QUEUES@ };\nstatic cl_command_queue queues[kQueues];\n";
  if (by_events(o)) text += "static int at;\n";
  if (by_events(o)) text += kEvents;
  if (o.queue == QueueKind::Profiling) text += kProfiled;
  if (by_events(o)) text += kStages;
  if (is_held(o)) text += kGate;
  text += "\nstatic void finish(void) {\n";
  if (is_held(o))
    text += "  must(\"clSetUserEventStatus\", clSetUserEventStatus(gate, CL_COMPLETE));\n";
  text += "  for (int i = 0; i < kQueues; ++i) must(\"clFinish\", clFinish(queues[i]));\n";
  if (by_events(o))
    text +=
        "  for (cl_uint i = 0; i < wait_count; ++i) {\n    cl_int status = 0;\n"
        "    must(\"clGetEventInfo\", clGetEventInfo(waits[i], "
        "CL_EVENT_COMMAND_EXECUTION_STATUS,\n                                          sizeof "
        "status, &status, NULL));\n    if (status < 0) must(\"a command\", status);\n  }\n"
        "  wait_count = stage_count = 0;\n";
  if (o.queue == QueueKind::Profiling)
    text +=
        "  for (cl_uint i = 0; i < stage_count; ++i) {\n    cl_ulong time = 0;\n"
        "    must(\"clGetEventProfilingInfo\", clGetEventProfilingInfo(stage[i], "
        "CL_PROFILING_COMMAND_START,\n                                                            "
        "sizeof time, &time, NULL));\n"
        "    must(\"clGetEventProfilingInfo\", clGetEventProfilingInfo(stage[i], "
        "CL_PROFILING_COMMAND_END,\n                                                            "
        "sizeof time, &time, NULL));\n  }\n  stage_count = 0;\n";
  return text + "}\n" + (o.pieces > 1 ? kPieces : "");
}

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

std::string write(const LaunchOptions& o, const std::string& to, const std::string& image) {
  return each_piece(o, "m->size",
                    "  must(\"clEnqueueWriteBuffer\",\n"
                    "       clEnqueueWriteBuffer(@QUEUE@, " +
                        to +
                        ", @BLOCK@, @FROM@, @LENGTH@,\n"
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

std::string mapped(const LaunchOptions& o, bool writing) {
  const bool host = o.transfer == Transfer::UseHost;
  const std::string flags = !writing       ? "CL_MAP_READ"
                            : o.pieces > 1 ? "k % 2 ? CL_MAP_WRITE_INVALIDATE_REGION : CL_MAP_WRITE"
                                           : "CL_MAP_WRITE_INVALIDATE_REGION";
  const std::string waits =
      by_events(o) ? "wait_count, wait_count ? waits : NULL, NULL" : "0, NULL, NULL";
  return "  cl_int code;\n" +
         each_piece(o, "m->size",
                    "  unsigned char* mapped = clEnqueueMapBuffer(@QUEUE@, m->buffer, CL_TRUE,\n"
                    "      " +
                        flags + ", @FROM@, @LENGTH@, " + waits +
                        ", &code);\n"
                        "  must(\"clEnqueueMapBuffer\", code);\n" +
                        (writing ? "  memcpy(mapped, m->before@PLUS@, @LENGTH@);\n"
                         : host  ? "  memcpy(m->after@PLUS@, m->host@PLUS@, @LENGTH@);\n"
                                 : "  memcpy(m->after@PLUS@, mapped, @LENGTH@);\n") +
                        "  must(\"clEnqueueUnmapMemObject\",\n"
                        "       clEnqueueUnmapMemObject(@QUEUE@, m->buffer, mapped, @ORDER@));\n");
}

std::string make(const std::string& buffer, const std::string& flags, const std::string& size,
                 const std::string& host) {
  return "  m->" + buffer + " = clCreateBuffer(context, CL_MEM_READ_WRITE" + flags + ", " + size +
         ", " + host + ", &code);\n  must(\"clCreateBuffer\", code);\n";
}

constexpr const char* kSurround =
    R"(    // A buffer larger than its image has a pattern around it, which must come back.
    m->origin = @ORIGIN@;
    m->whole = (m->origin + m->size + 64 + 15) / 16 * 16;
    for (size_t i = 0; i < 16; ++i) pattern[i] = (unsigned char)(0xa1 + 7 * (i % @PERIOD@));
)";

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
    return "\nstatic void upload(struct Memory* m) {\n  cl_int code;\n" + made + body + "}\n";
  };
  const auto download = [](const std::string& body) {
    return "\nstatic void download(struct Memory* m) {\n" + body + "}\n";
  };
  const std::string plain = make("buffer", "", "m->size", "NULL");
  const auto without_code = [](std::string body) { return body.substr(body.find('\n') + 1); };
  switch (o.transfer) {
    case Transfer::Rect:
      return upload(plain, rows("Write", "m->before")) + download(rows("Read", "m->after"));
    case Transfer::Map:
      return upload(plain, without_code(mapped(o, true))) + download(mapped(o, false));
    case Transfer::AllocHost:
      return upload(make("buffer", " | CL_MEM_ALLOC_HOST_PTR", "m->size", "NULL"),
                    without_code(mapped(o, true))) +
             download(mapped(o, false));
    case Transfer::UseHost:
      return upload(
                 "  m->host_memory = malloc(m->size + 4096);\n"
                 "  m->host = m->host_memory + (4096 - (uintptr_t)m->host_memory % 4096);\n"
                 "  memcpy(m->host, m->before, m->size);\n" +
                     make("buffer", " | CL_MEM_USE_HOST_PTR", "m->size", "m->host"),
                 "") +
             download(mapped(o, false));
    case Transfer::CopyHost:
      return upload(make("buffer", " | CL_MEM_COPY_HOST_PTR", "m->size", "m->before"), "") +
             download(read(o, "m->buffer", "", "m->size", "m->after"));
    case Transfer::SubBuffer:
      return upload(make("parent", "", "m->whole", "NULL") + kMakeSub,
                    filled(kFillBuffer, {{"@PARENT@", "m->parent"}})) +
             "\nstatic void upload_2(struct Memory* m) {\n" +
             write(o, "m->buffer", "m->before + m->origin") + "}\n" +
             download(read(o, "m->parent", "", "m->whole", "m->after")) +
             "\nstatic void download_2(struct Memory* m) { (void)m; }\n";
    case Transfer::Copy:
      return upload(make("buffer", "", "m->whole", "NULL") + make("other", "", "m->size", "NULL"),
                    filled(kFillBuffer, {{"@PARENT@", "m->buffer"}}) +
                        write(o, "m->other", "m->before")) +
             "\nstatic void upload_2(struct Memory* m) {\n" + copy(o, "m->other", "m->buffer") +
             "}\n" + download(copy(o, "m->buffer", "m->other")) +
             "\nstatic void download_2(struct Memory* m) {\n" +
             read(o, "m->other", "", "m->size", "m->after") +
             read(o, "m->buffer", "m->size", "m->whole - m->size", "m->after + m->size") + "}\n";
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

std::string filled(std::string text,
                   const std::vector<std::pair<std::string, std::string>>& words) {
  for (const auto& [word, value] : words)
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + value.size()))
      text.replace(at, word.size(), value);
  return text;
}

RouteCode route_code(const LaunchOptions& o) {
  RouteCode code;
  code.queue = o.queue == QueueKind::Several ? "queues[at]" : "queues[0]";
  code.order = by_events(o) ? "wait_count, wait_count ? waits : NULL, &stage[stage_count++]"
               : o.queue == QueueKind::Profiling ? "0, NULL, &stage[stage_count++]"
                                                 : "0, NULL, NULL";
  if (by_events(o)) code.next_stage = "next_stage();";
  code.steps = opencl::DeviceMemory::steps(o.transfer);
  const std::string period = std::to_string(1u << (o.placement % 5));
  if (o.transfer == Transfer::UseHost) code.members = "  unsigned char *host_memory, *host;\n";
  if (code.steps == 2) {
    const bool sub = o.transfer == Transfer::SubBuffer;
    code.members =
        std::string("  size_t origin, whole;\n  cl_mem ") + (sub ? "parent" : "other") + ";\n";
    code.origin = "m->origin";
    code.whole = "m->whole";
    code.surround = filled(
        kSurround,
        {{"@PERIOD@", period},
         {"@ORIGIN@", sub ? "address_alignment() * " + std::to_string(1 + o.placement % 3) : "0"}});
  }
  code.functions =
      filled(queue_code(o) + (code.steps == 2 ? kPattern : "") +
                 (o.transfer == Transfer::SubBuffer ? kAlignment : "") + transfer_code(o),
             {{"@QUEUES@", o.queue == QueueKind::Several ? "3" : "1"},
              {"@PIECES@", std::to_string(o.pieces)},
              {"@PERIOD@", period},
              {"@QUEUE@", code.queue},
              {"@ORDER@", code.order}});
  return code;
}

}  // namespace assay::conformance
