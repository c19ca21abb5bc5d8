#pragma once

#include <string>

namespace assay::opencl {

/// The layers that OPENCL_LAYERS names.
class Layers {
 public:
  /// Reads the variable. The loader changes the variable when it is first used, so construct this
  /// before.
  Layers();
  /// Call it after the loader was first used. Throws DeviceError if the loader passed over a layer:
  /// one that is not there, or that refused to be loaded. Without it something else would be tested
  /// than the user asked for. Throws, too, if ASSAY_FAULT names a fault and no layer makes it.
  void require_loaded() const;

 private:
  std::string names_;
};

}  // namespace assay::opencl
