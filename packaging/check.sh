#!/usr/bin/env bash
# Installs a .deb of dist/, starts what its service starts as the service's user, asks it with Debian's rostopic, and removes it without a trace.
# usage: packaging/check.sh [FILE.deb]   (as root, on a machine that may be changed)
set -euo pipefail
cd "$(dirname "$0")/.."
deb=${1:-$(ls dist/*_"$(dpkg --print-architecture)".deb)}
scripts/deps.sh python3-rostopic python3-rosnode python3-sensor-msgs man-db systemd
if dpkg-query -W holdfast >/dev/null 2>&1; then echo "holdfast is installed here already; remove it first" >&2; exit 1; fi
dpkg -i "$deb"
trap 'dpkg --purge holdfast >/dev/null 2>&1 || true' EXIT
holdfast version
systemd-analyze verify holdfast.service
man -w holdfast-up
bash -n /usr/share/bash-completion/completions/holdfast
# What the unit would do, with its user and its limits.
log=$(mktemp) && chmod 666 "$log"
limits=(prlimit --rtprio=80 --memlock=unlimited)
"${limits[@]}" true 2>/dev/null || { echo "this machine grants no realtime limits: started without"; limits=(); }
"${limits[@]}" setpriv --reuid=holdfast --regid=holdfast --clear-groups \
  /usr/bin/holdfast up /etc/holdfast/robot.yaml >"$log" 2>&1 &
pid=$!
for _ in $(seq 300); do grep -q 'everything is up' "$log" && break; kill -0 $pid || { cat "$log"; exit 1; }; sleep 0.1; done
grep 'everything is up' "$log"
export ROS_MASTER_URI=http://127.0.0.1:11311
rosnode list
rostopic echo -n 1 /diagnostics | grep -A3 'level: 0' | head -8
kill -TERM $pid && wait $pid
grep -E 'is (stopping|stopped)' "$log"
rm -f "$log"
dpkg --purge holdfast
trap - EXIT
for left in /usr/bin/holdfast /etc/holdfast /var/lib/holdfast /lib/systemd/system/holdfast.service; do
  [ -e "$left" ] && { echo "left behind: $left" >&2; exit 1; }
done
if getent passwd holdfast; then echo "left behind: the user" >&2; exit 1; fi
echo "installed, ran, answered, removed"
