#!/bin/sh
# Exports files in /run/secrets as environment variables, then runs the command. Example: /run/secrets/TOKEN_KEYS
# becomes TOKEN_KEYS. Only files with names of capital letters and underscores are exported. Set SECRETS_FOLDER to read
# another folder.
set -eu
for file in "${SECRETS_FOLDER:-/run/secrets}"/*; do
  name=${file##*/}
  case $name in *[!A-Z_]*) continue ;; esac
  if [ -f "$file" ]; then
    value=$(cat "$file")
    export "$name=$value"
  fi
done
exec "$@"
