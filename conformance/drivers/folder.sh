# shellcheck shell=bash
# What the scripts share that bring up a driver. Each makes a folder with
#   vendors/NAME.icd   the driver alone, for OCL_ICD_VENDORS
#   environment        further variables that it needs, a line NAME=VALUE each
# shellcheck disable=SC2034 # the scripts read $folder

fail() {
  echo "$(basename "$0"): $1" >&2
  exit 2
}

# arguments USAGE LEAST MOST ARGUMENT...: ends the script where it is asked for its usage, or was not
# called so: with at least LEAST and at most MOST arguments, of which the first is no option.
arguments() {
  local usage least=$2 most=$3
  usage="usage: $(basename "$0") $1"
  shift 3
  case ${1-} in
    -h | --help) echo "$usage"; exit 0 ;;
    -*) fail "no option $1 ($usage)" ;;
  esac
  [[ $# -ge $least && $# -le $most ]] || fail "$usage"
}

# begin FOLDER: makes the folder, which may not exist yet, and sets $folder to its full path.
begin() {
  [[ ! -e $1 ]] || fail "$1: exists already; give a new folder"
  mkdir -p "$1/vendors"
  folder=$(realpath "$1")
  : > "$folder/environment"
}

as_root() {
  if [[ $(id -u) -eq 0 ]]; then "$@"; else sudo "$@"; fi
}

# one_file FOLDER PATTERN: names the file, link or not, of the shortest name that matches.
one_file() {
  local found
  found=$(find "$1" -name "$2" -printf '%p\n' | awk 'NR == 1 || length($0) < length(best) {best = $0} END {print best}')
  [[ -n $found ]] || fail "$1: holds no $2"
  echo "$found"
}

# name_library LIBRARY: writes the .icd file that names the driver's library.
name_library() {
  [[ -n $1 ]] || exit 2
  echo "$1" > "$folder/vendors/driver.icd"
}
