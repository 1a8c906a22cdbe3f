#!/bin/sh
# Runs a Repute command with the server's user and settings, for example: sudo repute account list
set -eu
set -a
. "${REPUTE_ETC:-/etc/repute}/repute.env"
if [ -r "${REPUTE_ETC:-/etc/repute}/secrets.env" ]; then . "${REPUTE_ETC:-/etc/repute}/secrets.env"; fi
set +a
exec setpriv --reuid repute --regid repute --init-groups node "${REPUTE_ROOT:-/opt/repute}/node_modules/.bin/repute" "$@"
