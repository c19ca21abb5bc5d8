#pragma once

#include <string>

#include "conformance/reproduce/reproducer_route.h"

namespace assay::conformance {

/// Writes the commands of a route that move bytes as C: the bodies of `upload` and `download`. All
/// arguments are C expressions.
class TransferCommands {
 public:
  TransferCommands(const opencl::LaunchOptions& options, const RouteCode& code)
      : o_(options), code_(code) {}

  /// Writes the image to the buffer `to`, from the byte `offset` on.
  std::string write(const std::string& to, const std::string& image,
                    const std::string& offset = {}) const;
  /// Reads `size` bytes of the buffer `from`, from the byte `offset` on, to the pointer `to`.
  std::string read(const std::string& from, const std::string& offset, const std::string& size,
                   const std::string& to) const;
  /// Copies as many bytes as the image has from one buffer to another.
  std::string copy(const std::string& from, const std::string& to) const;
  /// Moves the image as two rectangles side by side, and the bytes of the incomplete last row by a
  /// command of their own. `command` is `Read` or `Write`; `host` is the pointer of the host.
  std::string rows(const std::string& command, const std::string& host) const;
  /// Copies the image as such rectangles between two places of `m->buffer`, each a whole number of
  /// rows from its start.
  std::string copy_rows(const std::string& from, const std::string& to) const;
  /// Fills a whole buffer with the first `period` bytes of the pattern.
  std::string fill(const std::string& buffer, const std::string& period) const;
  /// Fills as many bytes of a buffer as the image has with zeros, from an offset on.
  std::string clear(const std::string& buffer, const std::string& offset) const;
  /// Maps the buffer, and writes or reads the image. The statements that write use a variable
  /// `code`, which the caller declares.
  std::string write_mapped() const;
  std::string read_mapped() const;
  /// Writes or reads the image in shared virtual memory, which is mapped or copied.
  std::string write_shared() const;
  std::string read_shared() const;
  std::string copy_shared(const std::string& to, const std::string& from) const;

 private:
  static std::string plus(const std::string& offset);
  /// The statements that `body` gives for a piece, in a loop over the pieces of `size` bytes.
  template <class Body>
  std::string each_piece(const std::string& size, Body body) const;
  /// The arguments that name the events for which a blocking map waits.
  std::string map_waits() const;
  /// Maps each piece and copies it from `from` to `to`. The word `mapped` stands for the pointer
  /// that the map gives.
  std::string mapped(const std::string& flags, const std::string& to,
                     const std::string& from) const;
  std::string mapped_shared(const std::string& flags, const std::string& to,
                            const std::string& from) const;

  const opencl::LaunchOptions& o_;
  const RouteCode& code_;
};

}  // namespace assay::conformance
