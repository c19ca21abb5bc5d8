#include "conformance/reproduce/transfer_commands.h"

#include "conformance/base/text_template.h"

namespace assay::conformance {
namespace {

using opencl::MemoryKind;

constexpr const char* kRows =
    R"(  const size_t width = row_width(m->size);
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
)";

constexpr const char* kCopyRows =
    R"(  const size_t width = row_width(m->size);
  const size_t count = m->size / width, left = width / 3, done = width * count;
  for (int column = 0; column < 2 && count > 0; ++column) {
    const size_t from[3] = {column ? left : 0, @FROM@ / width, 0};
    const size_t to[3] = {from[0], @TO@ / width, 0};
    const size_t region[3] = {column ? width - left : left, count, 1};
    must("clEnqueueCopyBufferRect",
         clEnqueueCopyBufferRect(@QUEUE@, m->buffer, m->buffer, from, to, region, width, 0, width, 0,
                                 @ORDER@));
  }
  if (done < m->size)
    must("clEnqueueCopyBuffer",
         clEnqueueCopyBuffer(@QUEUE@, m->buffer, m->buffer, @FROM@ + done, @TO@ + done, m->size - done,
                             @ORDER@));
)";

constexpr const char* kFillBuffer = R"(  must("clEnqueueFillBuffer",
       clEnqueueFillBuffer(@QUEUE@, @BUFFER@, pattern, @PERIOD@, 0, m->whole, @ORDER@));
)";

constexpr const char* kClearBuffer =
    R"(  // What the upload left there is not what a copy that is lost should bring.
  must("clEnqueueFillBuffer",
       clEnqueueFillBuffer(@QUEUE@, @BUFFER@, "", 1, @OFFSET@, m->size, @ORDER@));
)";

/// A piece of a transfer, as C expressions: its first byte, its length in bytes, the text that is
/// added to a pointer to the image, and whether its command blocks.
struct Piece {
  std::string from, length, plus, block;
};

}  // namespace

template <class Body>
std::string TransferCommands::each_piece(const std::string& size, Body body) const {
  if (o_.pieces == 1) return body(Piece{"0", size, "", "CL_FALSE"});
  return "  for (size_t k = 1, from = 0, to; from < " + size +
         "; from = to, ++k) {\n    to = piece_end(" + size +
         ", from, k);\n    if (to == from) continue;\n" +
         body(Piece{"from", "to - from", " + from",
                    is_held(o_) ? "CL_FALSE" : "from > 0 ? CL_TRUE : CL_FALSE"}) +
         "  }\n";
}

std::string TransferCommands::write(const std::string& to, const std::string& image,
                                    const std::string& offset) const {
  return each_piece("m->size", [&](const Piece& p) {
    return "  must(\"clEnqueueWriteBuffer\",\n"
           "       clEnqueueWriteBuffer(" +
           code_.queue + ", " + to + ", " + p.block + ", " + plus(offset) + p.from + ", " +
           p.length + ",\n                            " + image + p.plus + ", " + code_.order +
           "));\n";
  });
}

std::string TransferCommands::read(const std::string& from, const std::string& offset,
                                   const std::string& size, const std::string& to) const {
  return each_piece(size, [&](const Piece& p) {
    return "  must(\"clEnqueueReadBuffer\",\n"
           "       clEnqueueReadBuffer(" +
           code_.queue + ", " + from + ", " + p.block + ", " + plus(offset) + p.from + ", " +
           p.length + ",\n                           " + to + p.plus + ", " + code_.order + "));\n";
  });
}

std::string TransferCommands::copy(const std::string& from, const std::string& to) const {
  return each_piece("m->size", [&](const Piece& p) {
    return "  must(\"clEnqueueCopyBuffer\",\n"
           "       clEnqueueCopyBuffer(" +
           code_.queue + ", " + from + ", " + to + ", " + p.from + ", " + p.from + ", " + p.length +
           ", " + code_.order + "));\n";
  });
}

std::string TransferCommands::rows(const std::string& command, const std::string& host) const {
  return filled(
      kRows,
      {{"COMMAND", command}, {"HOST", host}, {"QUEUE", code_.queue}, {"ORDER", code_.order}});
}

std::string TransferCommands::copy_rows(const std::string& from, const std::string& to) const {
  return filled(kCopyRows,
                {{"FROM", from}, {"TO", to}, {"QUEUE", code_.queue}, {"ORDER", code_.order}});
}

std::string TransferCommands::fill(const std::string& buffer, const std::string& period) const {
  return filled(
      kFillBuffer,
      {{"BUFFER", buffer}, {"PERIOD", period}, {"QUEUE", code_.queue}, {"ORDER", code_.order}});
}

std::string TransferCommands::clear(const std::string& buffer, const std::string& offset) const {
  return filled(
      kClearBuffer,
      {{"BUFFER", buffer}, {"OFFSET", offset}, {"QUEUE", code_.queue}, {"ORDER", code_.order}});
}

std::string TransferCommands::write_mapped() const {
  return mapped(o_.pieces > 1 ? "k % 2 ? CL_MAP_WRITE_INVALIDATE_REGION : CL_MAP_WRITE"
                              : "CL_MAP_WRITE_INVALIDATE_REGION",
                "mapped", "m->before");
}

std::string TransferCommands::read_mapped() const {
  const bool own = o_.memory == MemoryKind::UseHost || o_.memory == MemoryKind::PageEnd;
  return "  cl_int code;\n" + mapped("CL_MAP_READ", "m->after", own ? "m->host" : "mapped");
}

std::string TransferCommands::write_shared() const {
  return mapped_shared(o_.pieces > 1 ? "from % 2 ? CL_MAP_WRITE : CL_MAP_WRITE_INVALIDATE_REGION"
                                     : "CL_MAP_WRITE_INVALIDATE_REGION",
                       "m->shared", "m->before");
}

std::string TransferCommands::read_shared() const {
  return mapped_shared("CL_MAP_READ", "m->after", "m->shared");
}

std::string TransferCommands::copy_shared(const std::string& to, const std::string& from) const {
  return each_piece("m->size", [&](const Piece& p) {
    return "  must(\"clEnqueueSVMMemcpy\",\n"
           "       clEnqueueSVMMemcpy(" +
           code_.queue + ", CL_FALSE, " + to + p.plus + ", " + from + p.plus + ", " + p.length +
           ", " + code_.order + "));\n";
  });
}

std::string TransferCommands::plus(const std::string& offset) {
  return offset.empty() ? "" : offset + " + ";
}

std::string TransferCommands::map_waits() const {
  return by_events(o_) ? "wait_count, wait_count ? waits : NULL, NULL" : "0, NULL, NULL";
}

std::string TransferCommands::mapped(const std::string& flags, const std::string& to,
                                     const std::string& from) const {
  const auto same = [](const Piece& p) {
    return "  if (memcmp(m->host" + p.plus + ", mapped, " + p.length +
           ")) {\n    printf(\"FAIL: clEnqueueMapBuffer gave other bytes than the buffer's host "
           "memory\\n\");\n    fflush(stdout);\n    _Exit(1);\n  }\n";
  };
  return each_piece("m->size", [&](const Piece& p) {
    const auto at = [&](const std::string& memory) {
      return memory == "mapped" ? memory : memory + p.plus;
    };
    return "  unsigned char* mapped = clEnqueueMapBuffer(" + code_.queue +
           ", m->buffer, CL_TRUE,\n      " + flags + ", " + p.from + ", " + p.length + ", " +
           map_waits() + ", &code);\n  must(\"clEnqueueMapBuffer\", code);\n  memcpy(" + at(to) +
           ", " + at(from) + ", " + p.length + ");\n" + (from == "m->host" ? same(p) : "") +
           "  must(\"clEnqueueUnmapMemObject\",\n"
           "       clEnqueueUnmapMemObject(" +
           code_.queue + ", m->buffer, mapped, " + code_.order + "));\n";
  });
}

std::string TransferCommands::mapped_shared(const std::string& flags, const std::string& to,
                                            const std::string& from) const {
  return each_piece("m->size", [&](const Piece& p) {
    return "  must(\"clEnqueueSVMMap\", clEnqueueSVMMap(" + code_.queue + ", CL_TRUE, " + flags +
           ",\n                                          m->shared" + p.plus + ", " + p.length +
           ", " + map_waits() + "));\n  memcpy(" + to + p.plus + ", " + from + p.plus + ", " +
           p.length +
           ");\n  must(\"clEnqueueSVMUnmap\",\n"
           "       clEnqueueSVMUnmap(" +
           code_.queue + ", m->shared" + p.plus + ", " + code_.order + "));\n";
  });
}

}  // namespace assay::conformance
