#!/usr/bin/env bash
# What a newcomer waits for: clones into an empty folder, with empty caches of modules and builds, runs the README's two commands, and prints
# minutes from the clone to a held object, size, start-up time and memory at rest.
# usage: scripts/cold.sh   (Linux)
set -euo pipefail
cd "$(dirname "$0")/.."
from=$PWD work=$(mktemp -d) pids=()
finish() { for p in "${pids[@]}"; do kill "$p" 2>/dev/null || true; done; chmod -R u+w "$work"; rm -rf "$work"; }
trap finish EXIT
export GOMODCACHE=$work/mod GOCACHE=$work/cache GOFLAGS=
seconds() { date +%s.%N; }
since() { awk -v a="$1" -v b="$(seconds)" 'BEGIN { printf "%.1f", b - a }'; }
rss() { awk '/VmRSS/ { printf "%.0f MB", $2 / 1024 }' "/proc/$1/status"; }
start=$(seconds)
git clone -q "$from" "$work/holdfast"
cd "$work/holdfast"
make -s demo | tail -1
echo "clone to the first table cleared: $(since "$start") s"
bin/holdfast demo --objects 3 --save "$work/scene.pcd" >/dev/null
bin/holdfast pick "$work/scene.pcd" | grep held | head -1
echo "clone to an object of a cloud file held: $(since "$start") s"
echo "binary: $(stat -c %s bin/holdfast) bytes, $(CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o "$work/stripped" ./cmd/holdfast && stat -c %s "$work/stripped") without symbols"
began=$(seconds)
for _ in 1 2 3 4 5 6 7 8 9 10; do bin/holdfast version >/dev/null; done
echo "start-up (version, mean of ten): $(since "$began" | awk '{ print $1 / 10 }') s"
sed "s/127.0.0.1:11311/127.0.0.1:21311/" <(bin/holdfast up --example) >"$work/robot.yaml"
bin/holdfast up "$work/robot.yaml" >"$work/log" 2>&1 &
up=$! pids+=($up)
for _ in $(seq 600); do grep -q 'everything is up' "$work/log" && break; kill -0 $up || { cat "$work/log"; exit 1; }; sleep 0.1; done
sleep 10
echo "memory at rest: up $(rss $up)$(sed -n 's/^\([a-z]*\) is running (process \([0-9]*\)).*/\1 \2/p' "$work/log" | while read -r name pid; do echo -n ", $name $(rss "$pid")"; done)"
kill -INT $up
wait $up
pids=()
