#!/bin/sh
# Creates the two roles and the database. The postgres image runs this script once, when it creates the cluster.
set -eu
secrets="${SECRETS_FOLDER:-/run/secrets}"
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
  --set owner_password="$(cat "$secrets/owner-password")" \
  --set server_password="$(cat "$secrets/server-password")" <<'SQL'
-- Owns the tables. Only migrations use it.
CREATE ROLE repute_owner LOGIN PASSWORD :'owner_password';
-- The server. It owns nothing.
CREATE ROLE repute LOGIN PASSWORD :'server_password' NOSUPERUSER NOBYPASSRLS;
CREATE DATABASE repute OWNER repute_owner;
REVOKE ALL ON DATABASE repute FROM PUBLIC;
GRANT CONNECT ON DATABASE repute TO repute;
SQL
