import type { Knex } from 'knex';

/** Holds in the feed of changes, reinstatements by payment that a hold stopped, and books that are canceled. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Validated in \`0033_holds_in_feed_indexed\`.
    alter table changes drop constraint changes_kind_check;
    alter table changes add constraint changes_kind_check check (kind in ('CLIENT', 'QUOTE', 'POLICY', 'STATEMENT', 'PAYMENT',
      'REFUND', 'LEDGER_ENTRY', 'LEDGER_LINE', 'DOCUMENT', 'HOLD')) not valid;

    alter table holds add column version integer not null default 1;
    create trigger holds_version before update on holds
      for each row execute function count_version();
    -- For its organization: sellers ask which holds concern their records.
    create function note_hold() returns trigger language plpgsql as $$
      begin
        perform note_change('HOLD', new.id::text, new.version, row(new.organization_id, null, new.product_id, null)::audience,
          author => case when tg_op = 'INSERT' then new.created_by end);
        if tg_op = 'INSERT' then
          perform note_became('HOLD', new.id::text, 'HOLD_DECLARED');
        elsif old.ended_at is null and new.ended_at is not null then
          perform note_became('HOLD', new.id::text, 'HOLD_ENDED');
        end if;
        return null;
      end
    $$;
    create constraint trigger holds_noted after insert or update on holds
      deferrable initially deferred for each row execute function note_hold();

    -- The hold that stopped it, why, and what is owed back: { holdId, reason, amount }.
    alter table policies add column reinstatement_waits jsonb;

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
        if tg_op = 'UPDATE' and old.reinstatement_waits is null and new.reinstatement_waits is not null then
          perform note_became('POLICY', new.id::text, 'REINSTATEMENT_REFUSED');
        end if;
        return null;
      end
    $$;

    alter table books drop constraint books_state_check;
    alter table books add constraint books_state_check
      check (state in ('CHECKING', 'LOADING', 'COMPARING', 'DONE', 'REFUSED', 'FAILED', 'CANCELED')) not valid;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
