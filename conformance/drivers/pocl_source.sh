#!/usr/bin/env bash
# Builds PoCL from a folder with its sources, with Debian's LLVM 19, and brings it up. It takes some six
# to eight minutes on two cores.
#
#   pocl_source.sh FOLDER SOURCES
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=folder.sh
. "$(dirname "${BASH_SOURCE[0]}")/folder.sh"

arguments "FOLDER SOURCES" 2 2 "$@"
[[ -f $2/CMakeLists.txt ]] || fail "$2: no sources of PoCL"
sources=$(realpath "$2")
begin "$1"
packages=(cmake ninja-build pkg-config llvm-19-dev libclang-19-dev libclang-cpp19-dev clang-19 libhwloc-dev zlib1g-dev)
dpkg-query --show "${packages[@]}" > /dev/null 2>&1 || as_root apt-get install --yes --quiet "${packages[@]}"
cmake -S "$sources" -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_INSTALL_PREFIX="$folder/prefix" -DWITH_LLVM_CONFIG=/usr/bin/llvm-config-19 \
  -DSTATIC_LLVM=OFF -DENABLE_ICD=ON -DENABLE_TESTS=OFF -DENABLE_EXAMPLES=OFF -DENABLE_POCLCC=OFF
cmake --build "$folder/build" --target install
name_library "$(one_file "$folder/prefix" libpocl.so)"
