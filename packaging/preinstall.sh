#!/bin/sh
# The service's own user. Devices of a robot's bus are opened to it by adding it to their group.
set -e
getent passwd holdfast >/dev/null || useradd --system --user-group --home-dir /var/lib/holdfast --no-create-home --shell /usr/sbin/nologin holdfast
