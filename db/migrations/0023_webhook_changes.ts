import type { Knex } from 'knex';

/** Notifications of changes: how far each endpoint was told of the feed, and what a policy or statement became. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table webhook_cursors (
      endpoint_id uuid primary key references webhook_endpoints,
      -- Changes up to this number are told.
      after bigint not null,
      -- Of an endpoint that is polled: when it was polled last.
      polled_at timestamptz
    );

    -- Notifications that say more than that something changed.
    alter table changes add column became text[] not null default '{}';
    -- Of a transaction of which nobody is notified, as it writes what is past.
    alter table changes add column is_silent boolean not null default false;
    alter table changes alter column is_silent set default coalesce(current_setting('ioi.silent', true), '') = 'true';

    create function note_became(of_kind text, of_record text, notice text) returns void language sql as $$
      update changes set became = array_append(became, notice)
      where transaction = pg_current_xact_id() and kind = of_kind and record_id = of_record and number is null
        and not notice = any (became)
    $$;

    create or replace function note_policy() returns trigger language plpgsql as $$
      begin
        perform note_change('POLICY', new.id::text, new.record_version, audience_of_policy(new.id));
        if tg_op = 'UPDATE' and old.policy_state <> new.policy_state then
          if old.policy_state = 'ACTIVE' and new.policy_state in ('INACTIVE_UNSETTLED', 'SETTLED')
            and new.cancelled_on is null then
            perform note_became('POLICY', new.id::text, 'POLICY_EXPIRED');
          end if;
          if new.policy_state = 'SETTLED' then
            perform note_became('POLICY', new.id::text, 'POLICY_SETTLED');
          end if;
        end if;
        return null;
      end
    $$;

    create or replace function note_statement() returns trigger language plpgsql as $$
      begin
        perform note_change('STATEMENT', new.id::text, new.version, audience_of_policy(new.policy_id));
        if tg_op = 'UPDATE' and old.state <> 'PAST_DUE' and new.state = 'PAST_DUE' then
          perform note_became('STATEMENT', new.id::text, 'STATEMENT_PAST_DUE');
        end if;
        return null;
      end
    $$;

    -- A payment shows the due dates of its statements.
    create function touch_payments_of_statement() returns trigger language plpgsql as $$
      begin
        update payments set updated_at = clock_timestamp()
          where id in (select payment_id from payment_allocations where statement_id = new.id);
        return null;
      end
    $$;
    create trigger statements_touch_payments after update on statements for each row
      when (old.due_date <> new.due_date) execute function touch_payments_of_statement();

    -- Those of an event go with it; those of a change go with the test clock of their record.
    alter table webhook_deliveries add column clock_id uuid;
    alter table webhook_deliveries add constraint webhook_deliveries_of_clock
      foreign key (clock_id) references clocks on delete cascade not valid;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
