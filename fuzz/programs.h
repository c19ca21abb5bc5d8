#pragma once

#include <list>
#include <string>
#include <unordered_map>

#include "conformance/find/shrink.h"
#include "ops/stopwatch.h"
#include "specs/chooser.h"
#include "specs/draw.h"

namespace assay::fuzz {

/// The programs that ran recently, and the time that was spent on getting others. There are
/// thousands of programs, and a driver takes a hundred times as long to make one ready as to run a
/// case, or longer. So the mutator stays with the programs at hand. It asks for others only at the
/// start, and while they take less than a twentieth of the time. The meaning of an input does not
/// depend on this.
class Programs {
 public:
  /// What cases have in common if they run the same program. The other fields of the route are
  /// free.
  struct Program {
    specs::Head head;
    conformance::Route route;
  };

  /// Records that a case ran, and for how many seconds.
  void ran(const conformance::Routed& r, double seconds);

  bool at_hand(const conformance::Routed& r) const;
  /// Whether programs that are not at hand may be asked for.
  bool may_get() const;
  /// One of the programs at hand, or null if there is none.
  const Program* some(specs::Chooser& chooser) const;

 private:
  struct Entry {
    std::string key;
    Program program;
  };

  // The most recent program comes first.
  std::list<Entry> entries_;
  std::unordered_map<std::string, std::list<Entry>::iterator> by_key_;
  const ops::Stopwatch watch_;
  double getting_ = 0;
};

/// The programs of this process.
Programs& programs();

}  // namespace assay::fuzz
