#!/usr/bin/env bash
# Tests the Debian package of a build: it is installed, used by an ordinary user in another folder, and
# removed; no file may be left behind. Needs root, or sudo without a password.
set -euo pipefail
build=$(cd "${1:?usage: cmd/package_test.sh BUILD}" && pwd)

fail() {
  echo "package_test.sh: $1" >&2
  exit 1
}

root=()
[[ $EUID -eq 0 ]] || root=(sudo -n)
"${root[@]}" true || fail "needs root to install a package"
! dpkg-query -W assay > /dev/null 2>&1 || fail "a package assay is installed already"

scratch=$(mktemp -d)
trap '"${root[@]}" rm -rf "$scratch"' EXIT
chmod 755 "$scratch"
cpack --config "$build/CPackConfig.cmake" -B "$scratch/package" > "$scratch/log" 2>&1 ||
  { cat "$scratch/log"; fail "cpack failed"; }
package=$(echo "$scratch"/package/*.deb)
grep -q 'ocl-icd-libopencl1\|libopencl' <<< "$(dpkg-deb --field "$package" Depends)" ||
  fail "the package does not depend on an OpenCL loader"

"${root[@]}" dpkg --install "$package" > "$scratch/log" 2>&1 || { cat "$scratch/log"; fail "dpkg failed"; }
files=$(dpkg-query --listfiles assay)
remove() { "${root[@]}" dpkg --purge assay > "$scratch/log" 2>&1; }
trap 'remove || true; "${root[@]}" rm -rf "$scratch"' EXIT

# as_user COMMAND: runs the command as the user nobody, in a home folder of its own.
mkdir "$scratch/home"
"${root[@]}" chown nobody "$scratch/home"
as_user() {
  "${root[@]}" runuser -u nobody -- env -i PATH=/usr/bin:/bin HOME="$scratch/home" \
    POCL_CACHE_DIR="$scratch/home/pocl" bash -c "cd \"\$HOME\" && $1"
}
as_user 'mkdir -p pocl && assay list' | grep gather > /dev/null || fail "assay list"
as_user 'assay describe gather --kernel' | grep typedef > /dev/null || fail "assay describe"
for page in man/man1/assay-run.1 bash-completion/completions/assay zsh/vendor-completions/_assay; do
  grep -q "/usr/share/$page" <<< "$files" || fail "the package lacks $page"
done
grep -q /usr/share/assay/plan/telling_draws.json <<< "$files" || fail "the package lacks the telling draws"
as_user 'assay run --cases 300 --operator slice1 --plain --out results --html report.html --junit junit.xml' |
  grep 'No divergence in 300 cases.' > /dev/null || fail "assay run"
as_user 'test -s report.html && test -s junit.xml' || fail "reports"
as_user 'assay selftest --fault read-tail --sound-cases 0' > "$scratch/log" ||
  { cat "$scratch/log"; fail "assay selftest --fault"; }
# A backend can be compiled with nothing but the header and the example of the package.
if command -v cc > /dev/null; then
  as_user 'cc -shared -fPIC -o libexample.so /usr/share/assay/backend/example.c' || fail "cc"
  as_user 'assay run --backend libexample.so --operator slice1 --cases 300' > /dev/null || fail "--backend"
fi
# The program uses the installed specs: it names one that was broken.
spec=/usr/share/assay/specs/gather.json
"${root[@]}" cp "$spec" "$scratch/gather.json"
echo '{' | "${root[@]}" tee "$spec" > /dev/null
{ as_user 'assay list' 2>&1 || true; } | grep "$spec" > /dev/null || fail "the installed specs are not used"
"${root[@]}" cp "$scratch/gather.json" "$spec"

remove || { cat "$scratch/log"; fail "dpkg --purge failed"; }
trap '"${root[@]}" rm -rf "$scratch"' EXIT
while IFS= read -r file; do
  [[ ! -e $file || -d $file ]] || fail "left behind: $file"
done <<< "$files"
left=$(find /usr /etc /var /opt -name '*assay*' -not -path "$build/*" -not -path '/var/lib/apt/*' -newer "$package" 2> /dev/null || true)
[[ -z $left ]] || fail "left behind: $left"
