#!/bin/sh
# Creates the two roles and the database. The postgres image runs this script once, when it creates the cluster.
set -eu
export SECRETS_FOLDER="${SECRETS_FOLDER:-/run/secrets}"
for name in owner-password server-password; do
  # A role without a password could not log in, and the image runs this script only once.
  [ -s "$SECRETS_FOLDER/$name" ] || { echo "$SECRETS_FOLDER/$name is missing or empty" >&2; exit 1; }
done
# psql reads the passwords itself, because every process on the machine can see the arguments of a command.
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\set owner_password `cat "$SECRETS_FOLDER/owner-password"`
\set server_password `cat "$SECRETS_FOLDER/server-password"`
-- Owns the tables. Only migrations use it.
CREATE ROLE repute_owner LOGIN PASSWORD :'owner_password';
-- The server. It owns nothing.
CREATE ROLE repute LOGIN PASSWORD :'server_password' NOSUPERUSER NOBYPASSRLS;
CREATE DATABASE repute OWNER repute_owner;
-- The server needs no right to create temporary tables.
REVOKE ALL ON DATABASE repute FROM PUBLIC;
GRANT CONNECT ON DATABASE repute TO repute;
SQL
