#!/bin/sh
# Runs once, when the data volume of PostgreSQL is empty. Creates the owner of the schema, the role of the service,
# which migrations grant its rights, and a role for Temporal, none of them a superuser. Temporal creates its databases itself.
set -eu
psql --username=postgres --set=ON_ERROR_STOP=1 \
  --set=ioi_password="$IOI_DATABASE_PASSWORD" --set=service_password="$IOI_SERVICE_PASSWORD" \
  --set=temporal_password="$TEMPORAL_DATABASE_PASSWORD" <<'SQL'
create role ioi login password :'ioi_password';
create database ioi owner ioi;
create role ioi_service login password :'service_password';
create role temporal login createdb password :'temporal_password';
SQL
