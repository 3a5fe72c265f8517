#!/usr/bin/env bash
# Builds a release twice, from two clones of HEAD in two folders, with different masks, time zones, languages, times and build caches, and
# compares every artefact. Prints their SHA-256 sums; fails when one differs.
# usage: scripts/reproducible.sh [VERSION]
set -euo pipefail
cd "$(dirname "$0")/.."
version=${1:-$(git describe --tags --always | sed 's/^v//')}
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
build() { # FOLDER MASK, and what else is in the environment
  git clone -q . "$work/$1"
  (cd "$work/$1" && umask "$2" && DIST=$work/$1.dist scripts/dist.sh "$version" >"$work/$1.log" 2>&1) || { cat "$work/$1.log" >&2; exit 1; }
}
TZ=UTC LC_ALL=C build one 022
mkdir -p "$work/another"
TZ=Asia/Tokyo LC_ALL=C.UTF-8 GOCACHE=$work/cache build another/place 077
cat "$work/one.dist/SHA256SUMS"
if ! diff "$work/one.dist/SHA256SUMS" "$work/another/place.dist/SHA256SUMS" >&2; then
  echo "two builds of the same commit differ" >&2
  exit 1
fi
echo "two builds of $(git rev-parse --short HEAD) are the same: $(wc -l <"$work/one.dist/SHA256SUMS") artefacts"
