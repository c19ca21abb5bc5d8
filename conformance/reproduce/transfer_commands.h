#pragma once

#include <string>

#include "conformance/reproduce/reproducer_route.h"

namespace assay::conformance {

/// The commands of a route that move bytes, as C: the bodies of `upload` and `download`.
class TransferCommands {
 public:
  TransferCommands(const opencl::LaunchOptions& options, const RouteCode& code)
      : o_(options), code_(code) {}

  /// The image goes to `offset` of the buffer `to`.
  std::string write(const std::string& to, const std::string& image,
                    const std::string& offset = {}) const;
  /// `size` bytes from `offset` of the buffer `from` come to the pointer `to`.
  std::string read(const std::string& from, const std::string& offset, const std::string& size,
                   const std::string& to) const;
  /// As many bytes as the image has go from a buffer to another one.
  std::string copy(const std::string& from, const std::string& to) const;
  /// Two rectangles side by side, and the bytes of the last row that is not whole.
  std::string rows(const std::string& command, const std::string& host) const;
  /// The pattern of so many bytes goes to all of a buffer.
  std::string fill(const std::string& buffer, const std::string& period) const;
  /// The buffer is mapped and the image written or read; to write needs a variable `code`.
  std::string write_mapped() const;
  std::string read_mapped() const;
  /// The same by shared memory, which is mapped or copied.
  std::string write_shared() const;
  std::string read_shared() const;
  std::string copy_shared(const std::string& to, const std::string& from) const;

 private:
  static std::string plus(const std::string& offset);
  /// `body` for each piece of `size` bytes.
  template <class Body>
  std::string each_piece(const std::string& size, Body body) const;
  /// What a blocking map waits for.
  std::string map_waits() const;
  /// Copies pieces from `from` to `to`, one of which may be `mapped`.
  std::string mapped(const std::string& flags, const std::string& to,
                     const std::string& from) const;
  std::string mapped_shared(const std::string& flags, const std::string& to,
                            const std::string& from) const;

  const opencl::LaunchOptions& o_;
  const RouteCode& code_;
};

}  // namespace assay::conformance
