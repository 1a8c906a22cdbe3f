#!/bin/sh
# Creates the secrets for compose.yaml in deploy/secrets, with random values. Existing files stay unchanged.
set -eu
umask 022
folder="$(dirname "$0")/../secrets"
# Only the folder is private. Its files are readable because the containers run as other users.
mkdir -p "$folder"
chmod 700 "$folder"
cd "$folder"
[ -e owner-password ] || openssl rand -hex 24 >owner-password
[ -e server-password ] || openssl rand -hex 24 >server-password
[ -e superuser-password ] || openssl rand -hex 24 >superuser-password
[ -e TOKEN_KEYS ] || echo "1:$(openssl rand -base64 32)" >TOKEN_KEYS
[ -e DATABASE_URL ] || echo "postgres://repute:$(cat server-password)@postgres/repute" >DATABASE_URL
[ -e MIGRATION_DATABASE_URL ] || echo "postgres://repute_owner:$(cat owner-password)@postgres/repute" >MIGRATION_DATABASE_URL
# Without a mail server, the file is empty, and invitations stay in the database.
[ -e SMTP_URL ] || : >SMTP_URL
