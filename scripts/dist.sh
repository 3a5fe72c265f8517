#!/usr/bin/env bash
# Builds a release into dist/: static binaries for each platform, Debian packages, a bill of materials, checksums.
# The same commit and Go release give the same bytes.
# usage: scripts/dist.sh [VERSION]
set -euo pipefail
umask 022 # what is packed does not depend on who packs it
cd "$(dirname "$0")/.."
version=${1:-$(git describe --tags --always --dirty | sed 's/^v//')}
case $version in [0-9]*.[0-9]*) deb=$version ;; *) deb=0.0.0~$version ;; esac
time=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH=$time CGO_ENABLED=0
dist=${DIST:-dist}
rm -rf "$dist" && mkdir -p "$dist"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Compilers for arm64 fuse x*y+z, which rounds once instead of twice: a simulated world then differs in its eighth digit from amd64's. Without
# that the same input and seed give the same bytes on both.
build() { # OS ARCH FILE
  local gc=
  [ "$2" = arm64 ] && gc=all=-d=fmahash=qn
  GOOS=$1 GOARCH=$2 go build -trimpath -gcflags="$gc" -buildvcs=true -ldflags "-s -w -buildid= -X main.release=$version" -o "$3" ./cmd/holdfast
}
own=$work/own
build "$(go env GOHOSTOS)" "$(go env GOHOSTARCH)" "$own"
mkdir "$work/share"
"$own" man "$work/share/man"
gzip -9n "$work"/share/man/*
"$own" completion bash >"$work/share/holdfast.bash"
"$own" completion zsh >"$work/share/_holdfast"
"$own" completion fish >"$work/share/holdfast.fish"
"$own" up --example >"$work/share/robot.yaml"
cat LICENSE THIRD_PARTY_NOTICES.txt >"$work/share/copyright"
printf 'holdfast (%s) unstable; urgency=medium\n\n  * Commit %s.\n\n -- %s  %s\n' "$deb" "$(git rev-parse HEAD)" \
  "$(sed -n 's/^maintainer: //p' packaging/nfpm.yaml)" "$(LC_ALL=C date -u -R -d "@$time")" | gzip -9n >"$work/share/changelog.gz"

for target in ${TARGETS:-linux/amd64 linux/arm64 darwin/amd64 darwin/arm64}; do
  os=${target%/*} arch=${target#*/}
  name=holdfast-$version-$os-$arch
  mkdir "$work/$name"
  build "$os" "$arch" "$work/$name/holdfast"
  cp LICENSE THIRD_PARTY_NOTICES.txt README.md "$work/$name"
  tar --sort=name --mode=u=rwX,go=rX --mtime="@$time" --owner=0 --group=0 --numeric-owner -C "$work" -cf - "$name" | gzip -9n >"$dist/$name.tar.gz"
  [ "$os" = linux ] || continue
  cp "$work/$name/holdfast" "$work/share/holdfast"
  # All files carry the time of the commit.
  find "$work/share" packaging -exec touch -h -d "@$time" {} +
  OUT=$work/share ARCH=$arch VERSION=$deb \
    GOFLAGS=-mod=mod go run github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.45.2 package -f packaging/nfpm.yaml -p deb -t "$dist/holdfast_${deb}_$arch.deb"
done
(cd internal/notices && go run . -sbom "$version") >"$dist/holdfast-$version.cdx.json"
(cd "$dist" && sha256sum -- * >SHA256SUMS)
ls -l "$dist"
