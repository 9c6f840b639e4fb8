#!/bin/sh
# Makes the passwords of the servers, and the connection strings of the service with them, in the folder secrets beside
# this file. Existing ones are left as they are. Containers read the files as another user, so they can be read by
# everybody; the folder cannot be entered by others.
set -eu
cd "$(dirname "$0")"
if [ -e secrets ]; then
  echo 'The folder secrets is here already; nothing was changed.'
  exit
fi
password() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
owner=$(password) service=$(password) temporal=$(password)
mkdir -m 700 secrets.new
mkdir -m 755 secrets.new/service secrets.new/owner
umask 022
printf 'POSTGRES_PASSWORD=%s\nIOI_DATABASE_PASSWORD=%s\nIOI_SERVICE_PASSWORD=%s\nTEMPORAL_DATABASE_PASSWORD=%s\n' \
  "$(password)" "$owner" "$service" "$temporal" > secrets.new/postgres.env
printf 'POSTGRES_PWD=%s\n' "$temporal" > secrets.new/temporal.env
printf 'postgres://ioi_service:%s@postgres:5432/ioi\n' "$service" > secrets.new/service/database_url
printf 'postgres://ioi:%s@postgres:5432/ioi\n' "$owner" > secrets.new/owner/owner_database_url
mv secrets.new secrets
echo 'Made secrets/. Keep a copy of it: the data of PostgreSQL is only opened with these passwords.'
