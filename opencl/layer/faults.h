#pragma once

#include <array>
#include <string_view>

namespace assay::layer {

/// A fault that the layer adds to a driver. ASSAY_FAULT holds its name.
struct Fault {
  std::string_view name, sentence;
  /// What a device must have so that a route can show the fault, if not every device has it:
  /// `coarse_svm`, `images`, `spirv` or `far_memory`. Empty if every device has it.
  std::string_view needs = {};
  /// Whether only campaigns that draw shapes (`--shapes`) are expected to find it.
  bool needs_shapes = false;
  /// The operators whose kernels can meet it, if these are few, as `--operator` takes them.
  std::string_view operators = {};
};

/// All faults, by family. The file of its family installs each.
inline constexpr std::array kFaults{
    // source_faults.cpp
    Fault{"barrier-lost", "Work items pass barriers without waiting"},
    Fault{"atomic-lost", "Atomic maxima store nothing"},
    Fault{"vector-lane", "Stores of four elements write the third in place of the fourth"},
    Fault{"half-flushed", "Conversions to half flush denormals"},
    Fault{"half-truncated", "Conversions to half round toward zero"},
    Fault{"exp-off", "exp() is off by 5 ULP more than it was", "", false, "element_wise_exp"},
    Fault{"sin-fast", "sin() reduces arguments beyond 1,024 in single precision", "", false,
          "element_wise_sin"},
    Fault{"pow-by-log", "pow() takes squares by exp() and log()", "", false,
          "element_wise_pow,element_wise_constant_pow"},
    Fault{"log1p-naive", "log1p(x) is log(1 + x)", "", false, "activation_softplus"},
    Fault{"fmod-naive", "fmod() subtracts the rounded quotient's product", "", false,
          "element_wise_modulus_truncate,element_wise_modulus_floor"},
    Fault{"min-first", "min() gives its first argument"},
    Fault{"fourth-id-one", "Ids along dimensions beyond the third are 1"},
    Fault{"unoptimized-wrong", "Programs built with -cl-opt-disable lose work item 5"},
    Fault{"standard-wrong", "Programs of another standard than OpenCL C 1.2 lose work item 5"},
    Fault{"constant-wrong", "Kernels that read constant memory lose work item 5"},
    Fault{"build-crash", "The compiler aborts now and then"},
    Fault{"build-refused", "Builds fail now and then"},
    Fault{"build-starved", "The first build of each process lacks resources"},
    Fault{"double-unbuilt", "Programs for doubles do not build"},
    Fault{"binary-refused", "Programs cannot be made from binaries"},
    Fault{"spirv-refused", "Programs cannot be made from SPIR-V", "spirv"},
    // shape_faults.cpp
    Fault{"second-return-lost", "The second of a function's early returns is lost", "", true},
    Fault{"barrier-late",
          "Beside a loop that does not count, barriers take effect one statement late", "", true},
    Fault{"default-taken", "A switch whose default stands first always takes it", "", true},
    Fault{"do-as-while", "A do asks for its condition before its first round", "", true},
    Fault{"last-lane-lost",
          "In loops, vectors of which only the last lane is used keep their value", "", true},
    // argument_faults.cpp
    Fault{"argument-truncated", "Arguments by value lose what lies beyond 64 bytes"},
    Fault{"argument-stale", "Arguments by value take effect one launch late"},
    Fault{"short-narrowed", "Scalar arguments of two bytes keep one"},
    Fault{"char-unsigned", "Scalar arguments of one byte lose their sign"},
    Fault{"buffer-stale", "A buffer that is bound anew is sometimes ignored"},
    // transfer_faults.cpp
    Fault{"write-tail", "Writes round their length down to a multiple of 4"},
    Fault{"write-offset", "Writes round their offset down to a multiple of 4"},
    Fault{"write-64k", "Writes end at 64 KiB"},
    Fault{"write-wrapped", "Writes lose what their offset has beyond 4 GiB", "far_memory"},
    Fault{"read-tail", "Reads round their length down to a multiple of 16"},
    Fault{"read-lost", "One read in 300 brings nothing"},
    Fault{"read-unordered", "Reads do not wait for events"},
    Fault{"rect-pitch", "Rectangles are written as if their rows lay side by side"},
    Fault{"copy-offset", "Copies ignore the offset of their destination"},
    Fault{"copy-tail", "Copies leave out their last byte"},
    Fault{"copy-rect-row", "Rectangles are copied to the first rows of their destination"},
    Fault{"fill-pattern", "Fills repeat the first byte of their pattern"},
    Fault{"fill-short", "Fills end one pattern early"},
    Fault{"image-narrow", "Copies of a buffer to a row of an image lose their last quarter",
          "images", false, "tile,space_to_depth,element_wise_bit_not"},
    Fault{"image-to-start", "Copies of an image to a buffer ignore their offset", "images", false,
          "depth_to_space,element_wise_bit_not"},
    // memory_faults.cpp
    Fault{"map-offset", "Maps ignore their offset"},
    Fault{"map-invalidate", "Maps that invalidate a region clear the whole buffer"},
    Fault{"unmap-lost", "What is written to mapped memory is lost"},
    Fault{"use-host-map", "Maps of buffers over host memory give other memory"},
    Fault{"use-host-copy", "Buffers over host memory never write to it"},
    Fault{"copy-host-short", "Buffers made with contents lack the last 16 bytes of them"},
    Fault{"alloc-host-refused", "There are no buffers in host memory"},
    Fault{"sub-origin", "Sub-buffers begin where their parent does"},
    Fault{"sub-refused", "Sub-buffers with an origin are refused"},
    Fault{"buffer-refused", "One buffer in 100 cannot be made"},
    Fault{"kernel-kept", "Kernels cannot be released"},
    Fault{"release-refused", "One buffer in 100 cannot be released"},
    // svm_faults.cpp
    Fault{"svm-unmap-lost", "What is written to mapped shared memory is lost", "coarse_svm"},
    Fault{"svm-copy-tail", "Copies of shared memory round their length down to a multiple of 4",
          "coarse_svm"},
    Fault{"svm-refused", "Shared memory cannot be a kernel's argument", "coarse_svm"},
    Fault{"svm-free-late", "A queued free of shared memory reads its list when it runs",
          "coarse_svm"},
    // launch_faults.cpp
    Fault{"offset-lost", "Launches ignore their global offset"},
    Fault{"offset-end", "Launches with a global offset lose their last index"},
    Fault{"group-lost", "Launches of several groups lose the last one"},
    Fault{"row-lost", "Launches of more than 100 rows lose the last one"},
    Fault{"odd-local", "Launches with odd local sizes lose their last group"},
    Fault{"large-local", "Launches with local sizes from 256 on lose their last group"},
    Fault{"null-local", "Launches without a local size lose their last work items"},
    Fault{"launch-lost", "One launch in 100 does not happen"},
    Fault{"launch-twice", "Launches happen twice"},
    Fault{"launch-unordered", "Launches do not wait for events"},
    Fault{"launch-refused", "One launch in 100 lacks resources"},
    Fault{"launch-crash", "The 100th launch ends the process by a segmentation fault"},
    Fault{"launch-exit", "The 100th launch exits"},
    Fault{"launch-throw", "The 100th launch throws an exception of C++"},
    Fault{"launch-hang", "The 100th launch never ends"},
    Fault{"finish-refused", "One clFinish in 100 fails"},
    Fault{"finish-early", "clFinish does not wait for what was flushed"},
    Fault{"launch-status", "The events of launches tell an error"},
    Fault{"event-failure-lost", "User events that fail count as complete"},
    Fault{"profile-reversed", "Profiled commands end before they start"},
    Fault{"profile-refused", "Profiled commands have no times"},
    // state_faults.cpp
    Fault{"launch-hundredth", "The hundredth launch of each kernel object does nothing", "", false,
          "gather"},
    Fault{"device-lost", "After the 100th launch the device takes no command and no program"},
    Fault{"svm-kept", "An argument that was shared memory cannot be a buffer afterwards",
          "coarse_svm"},
    // store_faults.cpp
    Fault{"nan-quieted", "Stored words that are signalling NaNs become quiet"},
    Fault{"denormal-flushed", "Stored floats that are denormal become zero"},
    Fault{"minus-zero-lost", "Stored floats that are -0 become +0"},
    Fault{"double-narrowed", "Stored doubles have the precision of floats"},
    Fault{"float-ulp", "Stored floats are sometimes off in the last bit"},
    Fault{"byte-store-wide", "Kernels write one byte beyond their last"},
    Fault{"store-before", "Kernels write one byte before their first"},
    Fault{"input-written", "Kernels change the middle byte of read-only buffers"},
    Fault{"poison-read", "The first byte stored is the one before it"},
    Fault{"store-lost", "One launch in 300 loses its last stored byte"},
};

}  // namespace assay::layer
