import type { Knex } from 'knex';

/** Erased clients, files to delete from a bucket, and what may be removed from the journals. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table clients
      add column erased_at timestamptz,
      -- Of an erased client: the last day of the next policy whose retention ends; null if none are kept.
      add column kept_until date;
    create index clients_kept on clients (kept_until) where kept_until is not null;

    -- Files of deleted documents, until the bucket has deleted them, too.
    create table erased_objects (
      object_key text primary key,
      erased_at timestamptz not null default now()
    );

    -- For the sweep of old records: small, and cheap to keep.
    create index events_age on events using brin (created_at);
    create index quotes_age on quotes using brin (quote_timestamp);
    create index webhook_deliveries_age on webhook_deliveries using brin (created_at);

    create or replace function refuse_change() returns trigger language plpgsql as $$
      begin
        if current_setting('ioi.removing', true) = tg_table_name || ' ' || tg_op then
          return null;
        end if;
        raise exception '% is only ever added to', tg_table_name using errcode = 'integrity_constraint_violation';
      end
    $$;

    -- Runs as the owner of the schema, because the service's role may not change the journal.
    create function erase_policy_answers(ids uuid[]) returns void language plpgsql
      security definer set search_path = public, pg_temp as $$
      begin
        perform set_config('ioi.removing', 'policy_changes UPDATE', true);
        update policy_changes change set intake = '{}'
          from policies policy join clients client on client.id = policy.client_id
          where policy.id = any (ids) and policy.policy_state = 'CLOSED' and client.erased_at is not null
            and change.policy_id = policy.id and change.intake <> '{}';
        perform set_config('ioi.removing', '', true);
      end
    $$;

    create function delete_old_audit(before timestamptz, most integer) returns integer language plpgsql
      security definer set search_path = public, pg_temp as $$
      declare deleted integer;
      begin
        if before > now() - interval '365 days' then
          raise exception 'the audit log is kept for a year at least';
        end if;
        perform set_config('ioi.removing', 'audit_log DELETE', true);
        delete from audit_log where id in (
          select id from audit_log where recorded_at < before order by id limit most
        );
        get diagnostics deleted = row_count;
        perform set_config('ioi.removing', '', true);
        return deleted;
      end
    $$;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
