#!/bin/sh
# A robot does not start to move because a package was installed: enabling the service is left to a person.
set -e
install -d -o holdfast -g holdfast -m 0755 /var/lib/holdfast
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  systemctl try-restart holdfast.service
fi
