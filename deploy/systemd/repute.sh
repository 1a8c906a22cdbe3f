#!/bin/sh
# Runs a Repute command with the server's user and settings, for example: sudo /usr/local/bin/repute account list
set -eu
# Jobs of cron have only /usr/bin:/bin.
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export PATH
set -a
for name in repute secrets backup; do
  file="${REPUTE_ETC:-/etc/repute}/$name.env"
  if [ "$name" = repute ] || [ -r "$file" ]; then . "$file"; fi
done
set +a
exec setpriv --reuid repute --regid repute --init-groups node "${REPUTE_ROOT:-/opt/repute}/node_modules/.bin/repute" "$@"
