#!/bin/sh
# Runs once, when the data volume of PostgreSQL is empty. Creates a role for the service and one for Temporal, neither
# of them a superuser. Temporal creates its databases itself.
set -eu
psql --username=postgres --set=ON_ERROR_STOP=1 \
  --set=ioi_password="$IOI_DATABASE_PASSWORD" --set=temporal_password="$TEMPORAL_DATABASE_PASSWORD" <<'SQL'
create role ioi login password :'ioi_password';
create database ioi owner ioi;
create role temporal login createdb password :'temporal_password';
SQL
