// Writes the commands of opencl/memory/device_memory.cpp and opencl/memory/svm_memory.cpp as C.
#include "conformance/reproduce/reproducer_transfer.h"

#include "conformance/base/text_template.h"
#include "conformance/reproduce/transfer_commands.h"
#include "opencl/memory/device_memory.h"

namespace assay::conformance {
namespace {

using opencl::LaunchOptions;
using opencl::MemoryKind;

constexpr const char* kSurround =
    R"(    // A buffer larger than its image has a pattern around it, which must come back.
    m->origin = @ORIGIN@;
@COPIED@
    m->whole = (@END@) / 16 * 16;
    for (size_t i = 0; i < 16; ++i) pattern[i] = (unsigned char)(0xa1 + 7 * (i % @PERIOD@));
)";

/// The copy of the image lies a whole number of rows behind it.
constexpr const char* kCopied =
    R"(    m->copied = (m->size + 64 + row_width(m->size) - 1) / row_width(m->size) * row_width(m->size);
)";

constexpr const char* kRowWidth = R"(
// The bytes of a row of the rectangles that an image of `size` bytes is moved as.
static size_t row_width(size_t size) {
  return size / 64 > 37 ? size / 64 | 1 : 37;
}
)";

constexpr const char* kShared = R"(  m->shared = clSVMAlloc(context, CL_MEM_READ_WRITE, m->size, 0);
  must("clSVMAlloc", m->shared ? CL_SUCCESS : CL_MEM_OBJECT_ALLOCATION_FAILURE);
)";

std::string make(const std::string& buffer, const std::string& flags, const std::string& size,
                 const std::string& host) {
  return "  m->" + buffer + " = clCreateBuffer(context, CL_MEM_READ_WRITE" + flags + ", " + size +
         ", " + host + ", &code);\n  must(\"clCreateBuffer\", code);\n";
}

constexpr const char* kMakeSub = R"(  const cl_buffer_region region = {m->origin, m->size};
  m->buffer = clCreateSubBuffer(m->parent, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region,
                                &code);
  must("clCreateSubBuffer", code);
)";

constexpr const char* kHostMemory = R"(  m->host_memory = malloc(m->size + 4096);
  m->host = m->host_memory + (4096 - (uintptr_t)m->host_memory % 4096);
  memcpy(m->host, m->before, m->size);
)";

// Behind the memory comes a page that nobody may access.
constexpr const char* kPageEnd = R"(  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  const size_t open = (m->size + page - 1) / page * page;
  m->mapped = open + page;
  m->host_memory = mmap(NULL, m->mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (m->host_memory == MAP_FAILED || mprotect(m->host_memory + open, page, PROT_NONE)) {
    perror("mmap");
    exit(2);
  }
  m->host = m->host_memory + open - m->size;
  memcpy(m->host, m->before, m->size);
)";

/// The C functions `upload` and `download`, and `upload_2`, `download_2` and so on where the
/// route's memory takes more steps.
std::string transfer_functions(const LaunchOptions& o, const RouteCode& code,
                               const std::string& period) {
  const TransferCommands commands(o, code);
  const auto function = [](const std::string& name, const std::string& body) {
    return "\nstatic void " + name + "(struct Memory* m) {\n" + body + "}\n";
  };
  const auto upload = [&](const std::string& made, const std::string& body) {
    const bool codes = made.find("&code") != std::string::npos;
    return function("upload", (codes ? "  cl_int code;\n" : "") + made + body);
  };
  const auto download = [&](const std::string& body) { return function("download", body); };
  const std::string plain = make("buffer", "", "m->size", "NULL");
  switch (o.memory) {
    case MemoryKind::Rect:
      return upload(plain, commands.rows("Write", "m->before")) +
             download(commands.rows("Read", "m->after"));
    case MemoryKind::Map:
      return upload(plain, commands.write_mapped()) + download(commands.read_mapped());
    case MemoryKind::AllocHost:
      return upload(make("buffer", " | CL_MEM_ALLOC_HOST_PTR", "m->size", "NULL"),
                    commands.write_mapped()) +
             download(commands.read_mapped());
    case MemoryKind::UseHost:
    case MemoryKind::PageEnd:
      return upload((o.memory == MemoryKind::PageEnd ? kPageEnd : kHostMemory) +
                        make("buffer", " | CL_MEM_USE_HOST_PTR", "m->size", "m->host"),
                    "") +
             download(commands.read_mapped());
    case MemoryKind::CopyHost:
      return upload(make("buffer", " | CL_MEM_COPY_HOST_PTR", "m->size", "m->before"), "") +
             download(commands.read("m->buffer", "", "m->size", "m->after"));
    case MemoryKind::SubBuffer:
      return upload(make("parent", "", "m->whole", "NULL") + kMakeSub,
                    commands.fill("m->parent", period)) +
             function("upload_2", commands.write("m->buffer", "m->before + m->origin")) +
             download(commands.read("m->parent", "", "m->whole", "m->after"));
    case MemoryKind::Copy:
      return upload(make("buffer", "", "m->whole", "NULL") + make("other", "", "m->size", "NULL"),
                    commands.fill("m->buffer", period) + commands.write("m->other", "m->before")) +
             function("upload_2", commands.copy("m->other", "m->buffer")) +
             download(commands.clear("m->other", "0")) +
             function("download_2", commands.copy("m->buffer", "m->other")) +
             function("download_3", commands.read("m->other", "", "m->size", "m->after") +
                                        commands.read("m->buffer", "m->size", "m->whole - m->size",
                                                      "m->after + m->size"));
    case MemoryKind::CopyRect:
      return upload(make("buffer", "", "m->copied + m->size", "NULL"),
                    commands.fill("m->buffer", period) +
                        commands.write("m->buffer", "m->before", "m->copied")) +
             function("upload_2", commands.copy_rows("m->copied", "(size_t)0")) +
             download(commands.clear("m->buffer", "m->copied")) +
             function("download_2", commands.copy_rows("(size_t)0", "m->copied")) +
             function("download_3", commands.read("m->buffer", "m->copied", "m->size", "m->after") +
                                        commands.read("m->buffer", "m->size", "m->whole - m->size",
                                                      "m->after + m->size"));
    case MemoryKind::Svm:
      return upload(kShared, commands.write_shared()) + download(commands.read_shared());
    case MemoryKind::SvmCopy:
      return upload(kShared, commands.copy_shared("m->shared", "m->before")) +
             download(commands.copy_shared("m->after", "m->shared"));
    case MemoryKind::Far:
      return upload(make("buffer", "", "m->far + m->size", "NULL"),
                    commands.write("m->buffer", "m->before", "m->far")) +
             download(commands.read("m->buffer", "m->far", "m->size", "m->after"));
    default:
      return upload(plain, commands.write("m->buffer", "m->before")) +
             download(commands.read("m->buffer", "", "m->size", "m->after"));
  }
}

constexpr const char* kPattern = R"(
static unsigned char pattern[16];
)";

constexpr const char* kAddressAlignment = R"(
static size_t address_alignment(void) {
  cl_uint bits = 0;
  must("clGetDeviceInfo", clGetDeviceInfo(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL));
  return bits / 8;
}
)";

}  // namespace

void add_transfer(const LaunchOptions& o, std::optional<std::size_t> far, RouteCode& code) {
  code.upload_steps = opencl::DeviceMemory::upload_steps(o.memory);
  code.download_steps = opencl::DeviceMemory::download_steps(o.memory);
  const std::string period = std::to_string(1u << (o.placement % 5));
  if (o.memory == MemoryKind::UseHost) code.members = "  unsigned char *host_memory, *host;\n";
  if (o.memory == MemoryKind::PageEnd) {
    code.members = "  unsigned char *host_memory, *host;\n  size_t mapped;\n";
    code.maps_pages = true;
  }
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
    code.base = " - m->far";
  }
  if (code.surrounded()) {
    const bool sub = o.memory == MemoryKind::SubBuffer, rows = o.memory == MemoryKind::CopyRect;
    code.members = "  size_t origin, whole" + std::string(rows  ? ", copied;\n"
                                                          : sub ? ";\n  cl_mem parent;\n"
                                                                : ";\n  cl_mem other;\n");
    code.base = " + m->origin";
    code.surround = filled(
        kSurround,
        {{"PERIOD", period},
         {"ORIGIN", sub ? "address_alignment() * " + std::to_string(1 + o.placement % 3) : "0"},
         {"COPIED", rows ? kCopied : ""},
         {"END", rows ? "m->copied" : "m->origin + m->size + 64 + 15"}});
  }
  if (code.surrounded()) code.functions += kPattern;
  if (o.memory == MemoryKind::SubBuffer) code.functions += kAddressAlignment;
  if (o.memory == MemoryKind::Rect || o.memory == MemoryKind::CopyRect) code.functions += kRowWidth;
  code.functions += transfer_functions(o, code, period);
}

}  // namespace assay::conformance
