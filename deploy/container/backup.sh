#!/bin/sh
# Backs up the database of compose.yaml into a folder, checks the backup and keeps the newest ones (14 by default).
# Usage: backup.sh FOLDER [NUMBER]. Set COMPOSE="docker compose" if you do not use podman.
set -eu
umask 077
folder=$1
keep=${2:-14}
in_postgres() { ${COMPOSE:-podman compose} -f "$(dirname "$0")/compose.yaml" exec -T postgres "$@"; }
mkdir -p "$folder"
part=$(mktemp "$folder/backup.XXXXXX.part")
trap 'rm -f "$part"' EXIT
in_postgres pg_dump --username postgres --format custom repute >"$part"
# Reads the whole backup.
in_postgres pg_restore --file /dev/null <"$part"
sync "$part"
file="$folder/repute-$(date -u +%Y-%m-%dT%H%M%SZ).dump"
mv "$part" "$file"
echo "Wrote $file"
find "$folder" -name 'repute-????-??-??T??????Z.dump' ! -path "$file" | sort -r | tail -n "+$keep" | while read -r old; do
  rm "$old" && echo "Deleted $old"
done
