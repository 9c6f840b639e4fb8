import type { Knex } from 'knex';

/** Requests with an `Idempotency-Key`, and their answers for a day. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The keys are hashed with their caller, and answers are encrypted by the key, so that only the caller can read them.
    create table idempotency_keys (
      key_sha256 bytea primary key,
      request_sha256 bytea not null,
      -- The id of the record that the request creates, in each attempt.
      operation_id uuid not null,
      attempt integer not null default 1,
      -- Until then another attempt has to wait.
      lease_until timestamptz not null,
      status smallint,
      answer bytea,
      -- Named by the request or its answer.
      client_id uuid,
      created_at timestamptz not null default clock_timestamp()
    );
    create index idempotency_keys_created on idempotency_keys (created_at);
    create index idempotency_keys_client on idempotency_keys (client_id) where client_id is not null;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
