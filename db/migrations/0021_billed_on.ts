import type { Knex } from 'knex';

/**
 * The days on which a statement was billed and, if it was voided after that, voided, so that what was billed by a
 * day can be told later. Existing statements get their billing day. A process of the previous version does not
 * write the column: it is filled in.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table statements add column billed_on date, add column voided_on date;
    update statements set voided_on = (now() at time zone 'UTC')::date where kind = 'WRITE_OFF' and state = 'VOID';
    update statements set billed_on = case
      when kind <> 'INSTALMENT' or number = 1 then (created_at at time zone 'UTC')::date
      else greatest((created_at at time zone 'UTC')::date, coalesce((data ->> 'billingDate')::date, due_date))
    end
    where state <> 'SCHEDULED' and (state <> 'VOID' or voided_on is not null);
    create function fill_billed_on() returns trigger language plpgsql as $$
      begin
        new.billed_on := (now() at time zone 'UTC')::date;
        return new;
      end
    $$;
    create trigger statements_billed_on before insert or update on statements for each row
      when (new.billed_on is null and new.state not in ('SCHEDULED', 'VOID')) execute function fill_billed_on();
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
