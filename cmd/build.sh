# Builds assay: cmd/run.sh and cmd/package.sh read this file. It needs $root, the folder of the checkout.
# shellcheck shell=bash disable=SC2154 # who reads this file sets $root

# build_assay CALLER TARGET...: configures build/ where that was not done, and builds the targets. It says
# how many steps that takes, and about every ten seconds which of them is done. Where a step fails, it prints
# all output and ends the program with 2.
build_assay() {
  local caller=$1 log line last=$SECONDS told=
  shift
  log=$(mktemp)
  # With these settings, clones on one machine share the compiler cache, for what includes precompiled headers, too.
  export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros
  # A build folder that exists keeps its configuration, with tests or without.
  if [[ ! -f $root/build/build.ninja ]]; then
    echo "$caller: building build/assay, which takes some minutes" >&2
    CXX=${CXX:-g++} cmake -S "$root" -B "$root/build" -G Ninja -DASSAY_TESTS=OFF -DCMAKE_UNITY_BUILD=ON \
      > "$log" 2>&1 < /dev/null || build_failed "$caller" "$log"
  fi
  cmake --build "$root/build" --target "$@" 2>&1 < /dev/null | tee "$log" | while IFS= read -r line; do
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
    if [[ -z $told || $((SECONDS - last)) -ge 10 ]]; then
      echo "$caller: step ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}" >&2
      last=$SECONDS told=1
    fi
  done || build_failed "$caller" "$log"
  rm -f "$log"
}

build_failed() {
  cat "$2" >&2
  rm -f "$2"
  echo "$1: cannot build assay" >&2
  exit 2
}
