#!/bin/sh
set -e
# An upgrade goes on: its new version restarts the service.
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl --no-reload disable --now holdfast.service
fi
