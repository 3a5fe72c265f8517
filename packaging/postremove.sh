#!/bin/sh
set -e
[ -d /run/systemd/system ] && systemctl daemon-reload
if [ "$1" = purge ]; then
  rm -rf /var/lib/holdfast
  getent passwd holdfast >/dev/null && userdel holdfast
fi
exit 0
