#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "opencl/device/command_stream.h"
#include "opencl/device/device.h"
#include "opencl/launch/launch.h"

namespace assay::opencl {

/// Tells whether a driver hands scalar arguments of 1 to 8 bytes over as they are. A kernel of its
/// own writes them down, launched twice with other values and no wait between: arguments are
/// those of the time of the enqueue.
class ScalarProbe {
 public:
  /// Builds the kernel, the first time. Throws CallFailure.
  void build(const Device& device);
  /// Queues all but the wait for the answer, once it is built: three stages of `stream`. `seed`
  /// gives the values. Throws CallFailure.
  void run(CommandStream& stream, std::uint64_t seed);
  /// The first argument that came otherwise, once the stream is finished.
  std::optional<Damage> damage() const;

  /// The kernel `scalars`, in OpenCL C 1.2.
  static const char* source();

  static constexpr std::size_t kLaunches = 2;
  struct Scalar {
    const char* type;
    std::size_t size;
    bool is_signed;
  };
  /// In the order of the kernel's arguments; the buffer that it writes to comes last.
  static constexpr std::array<Scalar, 12> kScalars{{{"char", 1, true},
                                                    {"uint", 4, false},
                                                    {"uchar", 1, false},
                                                    {"short", 2, true},
                                                    {"ulong", 8, false},
                                                    {"ushort", 2, false},
                                                    {"int", 4, true},
                                                    {"float", 4, false},
                                                    {"char", 1, true},
                                                    {"long", 8, true},
                                                    {"short", 2, true},
                                                    {"uchar", 1, false}}};
  /// The bits of an argument in a launch. Its highest bit is set in one of the two; never NaN.
  static std::uint64_t value(std::uint64_t seed, std::size_t launch, std::size_t scalar);
  /// What the kernel makes of these bits: 64, by sign where the type has one.
  static std::uint64_t widened(std::uint64_t bits, const Scalar& scalar);

 private:
  using Answers = std::array<std::uint64_t, kScalars.size()>;

  std::optional<cl::Kernel> kernel_;
  std::array<cl::Buffer, kLaunches> buffers_;
  std::uint64_t seed_ = 0;
  std::array<Answers, kLaunches> came_{};
};

}  // namespace assay::opencl
