#!/usr/bin/env bash
# Installs the pinned npm packages of folders that hold a package-lock.json, unless they are there already.
# usage: scripts/npm.sh FOLDER...
set -euo pipefail
cd "$(dirname "$0")/.."
command -v npm >/dev/null || scripts/deps.sh nodejs npm
for dir in "$@"; do
  [ "$dir/node_modules/.package-lock.json" -nt "$dir/package-lock.json" ] && continue
  npm --prefix "$dir" ci --no-audit --no-fund >/dev/null
  touch "$dir/node_modules/.package-lock.json"
done
