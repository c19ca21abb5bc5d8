#pragma once

#include <cfenv>

namespace assay::ops {

/// Keeps the floating-point mode of code that is not assay's (a driver, a vendor's library) apart
/// from the mode in which assay computes: results are rounded to nearest, denormals are kept, and
/// nothing traps. Such code may change the mode of its thread and leave it so; already loading a
/// library that was linked with -ffast-math does. If assay computed in that mode, its answers would
/// have the fault that it looks for. If the code ran in assay's mode, it would not be tested as its
/// users run it. All functions concern the thread that calls them.
class ForeignFloatMode {
 public:
  /// What the thread has is taken for the mode of the foreign code; the thread then has assay's.
  ForeignFloatMode() { leave(); }

  /// The thread has the foreign code's mode in this object's scope. What the code leaves there is
  /// its mode at the next time.
  class Inside {
   public:
    explicit Inside(ForeignFloatMode& mode) : mode_(mode) { mode_.enter(); }
    ~Inside() { mode_.leave(); }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

   private:
    ForeignFloatMode& mode_;
  };

  /// Within the scope of an Inside, the thread has assay's mode in this object's scope.
  class Outside {
   public:
    explicit Outside(ForeignFloatMode& mode) : mode_(mode) { mode_.leave(); }
    ~Outside() { mode_.enter(); }
    Outside(const Outside&) = delete;
    Outside& operator=(const Outside&) = delete;

   private:
    ForeignFloatMode& mode_;
  };

 private:
  void enter() { std::fesetenv(&foreign_); }
  void leave() {
    std::fegetenv(&foreign_);
    std::fesetenv(FE_DFL_ENV);
  }

  std::fenv_t foreign_{};
};

}  // namespace assay::ops
