#pragma once

#include <list>
#include <string>
#include <unordered_map>

#include "conformance/find/shrink.h"
#include "ops/stopwatch.h"
#include "specs/chooser.h"
#include "specs/draw.h"

namespace assay::fuzz {

/// The programs that ran of late, and the time that went into getting others. There are thousands,
/// and a driver takes a hundred runs' time and more to make one ready; so the mutator stays with
/// those at hand, and asks for others only at the start and while they take a twentieth of the
/// time. What an input means does not depend on it.
class Programs {
 public:
  /// What cases share that run the same program; the route's other features are free.
  struct Program {
    specs::Head head;
    conformance::Route route;
  };

  /// A case ran, for so many seconds.
  void ran(const conformance::Routed& r, double seconds);

  bool at_hand(const conformance::Routed& r) const;
  /// Whether others may be asked for.
  bool may_get() const;
  /// One of those at hand, or null where there is none.
  const Program* some(specs::Chooser& chooser) const;

 private:
  struct Entry {
    std::string key;
    Program program;
  };

  // The latest first.
  std::list<Entry> entries_;
  std::unordered_map<std::string, std::list<Entry>::iterator> by_key_;
  const ops::Stopwatch watch_;
  double getting_ = 0;
};

/// Those of this process.
Programs& programs();

}  // namespace assay::fuzz
