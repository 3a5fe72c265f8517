#!/usr/bin/env bash
# Installs what `make test` needs beyond Go, through apt when root, and says what is missing otherwise.
# usage: scripts/deps.sh PACKAGE...
set -euo pipefail
find_missing() {
  missing=()
  for p in "$@"; do
    dpkg-query -W -f='${db:Status-Status}' "$p" 2>/dev/null | grep -qx installed || missing+=("$p")
  done
}
find_missing "$@"
[ ${#missing[@]} -eq 0 ] && exit 0
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
  echo "missing Debian packages: ${missing[*]}" >&2
  echo "install them with:  sudo apt-get install -y --no-install-recommends ${missing[*]}" >&2
  exit 1
fi
# Packages of tests run at the same time; one installs, the others wait and find it done.
exec 9>"${TMPDIR:-/tmp}/holdfast-deps.lock"
flock 9
find_missing "$@"
[ ${#missing[@]} -eq 0 ] && exit 0
export DEBIAN_FRONTEND=noninteractive
apt-get update -q >/dev/null
apt-get install -y -q --no-install-recommends "${missing[@]}" >/dev/null
