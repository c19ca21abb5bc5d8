#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "opencl/device/command_stream.h"
#include "opencl/device/device.h"
#include "opencl/launch/launch.h"

namespace assay::opencl {

/// Tells whether a driver passes scalar arguments of 1 to 8 bytes unchanged, and whether work-item
/// functions give what OpenCL C promises for dimensions that a launch does not have. A kernel made
/// for this writes its arguments and these answers to a buffer. It is launched twice with different
/// values and no wait between, because a launch must use the argument values of the time when it
/// was queued.
class ScalarProbe {
 public:
  /// Builds the kernel if it is not built yet. Throws CallFailure.
  void build(const Device& device);
  /// Queues everything except the wait for the answer, as three stages of `stream`. build() must
  /// come before. The values are made from `seed`. Throws CallFailure.
  void run(CommandStream& stream, std::uint64_t seed);
  /// The first argument that arrived changed, or else the first wrong answer of a work-item
  /// function, if any. Call it when the stream is finished. Sizes are not judged where the driver
  /// is known to give 0 for them (conformance/known/POCL.md): every campaign would end with that.
  std::optional<Damage> damage() const;

  /// The source of the kernel `scalars`, in OpenCL C 1.2.
  static const std::string& source();

  static constexpr std::size_t kLaunches = 2;
  struct Scalar {
    const char* type;
    std::size_t size;
    bool is_signed;
  };
  /// The scalars, in the order of the kernel's arguments. The kernel's last argument is the buffer
  /// that it writes to.
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
  /// The bits of an argument in a launch. The highest bit is set in exactly one of the two
  /// launches. A float is never a NaN.
  static std::uint64_t value(std::uint64_t seed, std::size_t launch, std::size_t scalar);
  /// What the kernel makes of these bits: it widens them to 64 bits, with the sign if the type has
  /// one.
  static std::uint64_t widened(std::uint64_t bits, const Scalar& scalar);

  /// How many calls of work-item functions the kernel makes. Their answers stand behind the
  /// arguments.
  static constexpr std::size_t kCalls = 28;
  /// A call as OpenCL C has it, such as `get_global_size(3u)`.
  static std::string call(std::size_t number);
  /// What it gives: ids and offsets are 0, and sizes and counts are 1.
  static std::uint64_t answer(std::size_t number);

 private:
  using Answers = std::array<std::uint64_t, kScalars.size() + kCalls>;
  std::optional<Damage> wrong_argument(std::size_t launch) const;
  std::optional<Damage> wrong_answer(std::size_t launch) const;

  std::optional<cl::Kernel> kernel_;
  std::array<cl::Buffer, kLaunches> buffers_;
  std::uint64_t seed_ = 0;
  bool judges_sizes_ = true;
  std::array<Answers, kLaunches> came_{};
};

}  // namespace assay::opencl
