#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "opencl/device/device.h"
#include "opencl/device/image_format.h"
#include "opencl/program/kernel_text.h"
#include "ops/expression.h"

namespace assay::opencl {

/// A macro for an OpenCL C type that follows from a tensor's data type.
struct Define {
  /// Width: the unsigned integer that is as wide as an element. Type: the data type itself (FLOAT16
  /// is stored as ushort).
  enum class Of : std::uint8_t { Width, Type };
  /// What values of a Type are computed with as: FLOAT16 in FLOAT32 and others as they are; FLOAT32
  /// and FLOAT16 as doubles; FLOAT16 as what it is, by the `half` of cl_khr_fp16.
  enum class In : std::uint8_t { Own, Double, Half };
  std::string macro;
  Of of;
  std::size_t place;
  In in = In::Own;

  /// The type that FLOAT16 is computed with: `float`, `double` or `half`.
  std::string_view type_of_halves() const {
    return in == In::Double ? "double" : in == In::Half ? "half" : "float";
  }
};

/// Memory that the passes of a variant share, with one piece for each case.
struct Scratch {
  std::string name;
  /// An OpenCL C scalar type; element_size is its size in bytes.
  std::string type;
  std::size_t element_size;
  /// The number of elements that a case needs. In this expression `local` is the route's local
  /// size.
  ops::Expression count;
  std::size_t line;
  /// The number of its name among the file's scratch names, which decides its field of Case.
  std::size_t field;
};

/// One kernel launch of a variant.
struct Pass {
  /// The name of the kernel.
  std::string name;
  /// The number of work-groups that a case needs. In this expression `local` is the local size of
  /// this pass.
  ops::Expression groups;
  /// The local size. If it is not set, the route chooses.
  std::optional<std::size_t> local;
  /// The file and the line of its annotation, and the column of its name.
  std::string path;
  std::size_t line, column = 0;
};

/// A tensor that a variant's kernels take as an image.
struct TensorImage {
  /// The place of the tensor.
  std::size_t place;
  Channels channels;
  friend bool operator==(const TensorImage&, const TensorImage&) = default;
};

/// One way to compute the operator.
struct Variant {
  std::string name;
  std::vector<Define> defines;
  /// Device features: `fp16`, `fp64`, `denorm`, or an extension's full name.
  std::vector<std::string> needs;
  /// The tensors that its kernels take as images (opencl/memory/image_copy.h).
  std::vector<TensorImage> images;
  std::vector<Scratch> scratch;
  std::vector<Pass> passes;
  /// How many additions a term of a sum of floats goes through at most. In this expression `n` is
  /// how many terms a sum of the case has at most. If it is not set, sums are taken in any order.
  std::optional<ops::Expression> sums;
  /// The file and the line of its annotation, and the column of its name. The file is that of the
  /// operator, or one that it includes.
  std::string path;
  std::size_t line = 0, column = 0;
  /// The variant's own part of the file: from its annotation to the next variant's.
  std::string text;

  /// Whether every pass has a local size of its own, so that the route does not choose any.
  bool has_fixed_local() const;
  /// The image as which its kernels take the tensor with this place, or null.
  const TensorImage* image(std::size_t place) const;
  /// The names of the passes' kernels.
  std::vector<std::string> kernels() const;
  /// Whether its kernels can run, on a device that has everything, on tensors of these data types
  /// (by tensor place). What computes with doubles takes FLOAT32 and FLOAT16 alone, and what
  /// computes with halves FLOAT16.
  bool takes(std::span<const ops::DataType> types) const;
  bool takes_all_types() const;
  /// Whether it computes with halves, which its first define says.
  bool computes_in_half() const;
  /// Whether there are devices that lack what its kernels need, whatever the data types: doubles,
  /// halves, images, an extension.
  bool is_optional() const;
};

/// An operator's kernels.
///
/// Annotations stand above the kernels, in lines of their own:
///
///   //: variant NAME [define T=width(TENSOR) A=type(TENSOR) D=double(TENSOR) H=half(TENSOR) ...]
///       [needs FEATURE ...] [images TENSOR ...] [normalized TENSOR ...]
///   //: scratch NAME TYPE EXPRESSION
///   //: pass NAME groups EXPRESSION [local N]
///   //: sums EXPRESSION
///   //: include FILE
///
/// KernelText tells how the last one is read. Text above the first variant belongs to all
/// variants; text from a variant's annotation to the next variant's belongs to that variant alone.
struct KernelFile {
  const ops::Signature* signature = nullptr;
  /// The path of the file, for messages.
  std::string path;
  /// KernelText::files.
  std::vector<std::string> files;
  std::vector<Variant> variants;
  /// The names of all variants' scratch memories, each once. They are the last fields of Case, in
  /// this order.
  std::vector<std::string> scratch;

  /// The variant of that name, or null.
  const Variant* find(std::string_view variant) const;
  /// The variant of that name. Throws Error, which tells the file and the name that is nearest.
  const Variant& variant(std::string_view name) const;
  /// The source that the driver compiles for a variant: the prelude, macros for its types, the
  /// common text, and the variant's own text.
  std::string source(const Variant& variant) const;
  /// The source without the prelude.
  std::string own_source(const Variant& variant) const;
  /// A hash of path and text, which tells kernel files apart.
  std::uint64_t fingerprint = 0;
  /// The text above the first variant.
  std::string common_text;
};

/// Reads a kernel file's text. Throws KernelFileError. `signature` must outlive the result.
KernelFile parse_kernels(const ops::Signature& signature, std::string path, std::string_view text);

/// Loads an operator's kernels, where kernel_text() finds them. Throws KernelFileError.
KernelFile load_kernels(const ops::Signature& signature,
                        const std::optional<std::filesystem::path>& folder = {});

/// What is missing to run a variant on tensors of these data types (by tensor place): `fp64`,
/// `fp16`, `denorm`, `local size 64`; or `other data types` where the variant does not take these.
/// Nothing if the device can run it.
std::optional<std::string> missing_feature(const KernelFile& file, const Variant& variant,
                                           std::span<const ops::DataType> types,
                                           const DeviceInfo& device);

/// The variants that the device can run on tensors of these data types (by tensor place).
std::vector<const Variant*> offered_variants(const KernelFile& file,
                                             std::span<const ops::DataType> types,
                                             const DeviceInfo& device);

}  // namespace assay::opencl
