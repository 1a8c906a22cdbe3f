#!/bin/sh
# Exports each file in /run/secrets whose name has capital letters and underscores only, then runs the command.
# Example: /run/secrets/TOKEN_KEYS becomes the environment variable TOKEN_KEYS. Set SECRETS_FOLDER to read another folder.
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
