import type { Knex } from 'knex';

/** What says in a transaction that it notes its changes at its end, all at once: `ioi.noting`. */
const row = `coalesce(current_setting('ioi.noting', true), '') <> 'together'`;

/** Triggers that write for each row. */
const ofRows: readonly { trigger: string; on: string; when?: string; calls: string; isDeferred: boolean }[] =
  [
    { trigger: 'clients_noted', on: 'insert or update on clients', calls: 'note_client', isDeferred: true },
    {
      trigger: 'quotes_noted',
      on: 'insert or update on quotes',
      when: 'new.package_request_id is null',
      calls: 'note_quote',
      isDeferred: true,
    },
    { trigger: 'policies_issued', on: 'insert on policies', calls: 'note_policy', isDeferred: true },
    {
      trigger: 'statements_noted',
      on: 'insert or update on statements',
      calls: 'note_statement',
      isDeferred: true,
    },
    {
      trigger: 'payments_noted',
      on: 'insert or update on payments',
      calls: 'note_payment',
      isDeferred: true,
    },
    {
      trigger: 'payment_refunds_noted',
      on: 'insert or update on payment_refunds',
      calls: 'note_refund',
      isDeferred: true,
    },
    {
      trigger: 'ledger_entries_noted',
      on: 'insert or update on ledger_entries',
      calls: 'note_entry',
      isDeferred: true,
    },
    { trigger: 'ledger_journal_noted', on: 'insert on ledger_journal', calls: 'note_line', isDeferred: true },
    {
      trigger: 'policy_quotes_touch',
      on: 'insert on policy_quotes',
      calls: 'touch_quote',
      isDeferred: false,
    },
    {
      trigger: 'payment_allocations_touch',
      on: 'insert or update or delete on payment_allocations',
      calls: 'touch_payment',
      isDeferred: false,
    },
  ];

/**
 * A transaction that writes thousands of new records notes them in the feed with one statement. Their triggers, which note each
 * row, would take most of its time.
 */
export async function up(knex: Knex): Promise<void> {
  for (const { trigger, on, when, calls, isDeferred } of ofRows) {
    const table = on.split(' ').at(-1);
    const condition = when === undefined ? row : `${when} and ${row}`;
    const kind = isDeferred ? 'constraint trigger' : 'trigger';
    await knex.raw(`
      drop trigger ${trigger} on ${table};
      create ${kind} ${trigger} after ${on} ${isDeferred ? 'deferrable initially deferred' : ''}
        for each row when (${condition}) execute function ${calls}()`);
  }
  await knex.raw(`
    -- Notes records that the transaction added, each with all that belongs to it: what the triggers of their rows would note.
    -- What depends on something comes after it. A plan that was made when tables were small would be kept for long.
    create function note_together(client_ids uuid[], quote_ids uuid[], policy_ids uuid[]) returns void language sql
      set plan_cache_mode = force_custom_plan as $$
      with policy as materialized (
        select id, record_version, issuing_organization_id as organization_id, product_id, clock_id,
          nullif(seller_organization_id, issuing_organization_id) as other_organization_id
        from policies where id = any (policy_ids)
      ), entry as (
        -- No index has both.
        select * from ledger_entries where parent_policy_id = any (policy_ids) and deleted_at is null
        union all select * from ledger_entries where parent_policy_id = any (policy_ids) and deleted_at is not null
      ), noted (place, kind, record_id, version, is_deleted, organization_id, other_organization_id, product_id, clock_id,
        event, author) as (
        select 1, 'CLIENT', id, (extract(epoch from updated_at) * 1000000)::bigint, erased_at is not null, organization_id,
          null::uuid, null::uuid, clock_id, null::uuid, null::jsonb
        from clients where id = any (client_ids)
        union all
        select 2, 'QUOTE', request_id, version, false, quoting_organization_id,
          nullif(client_organization_id, quoting_organization_id), product_id, clock_id, trigger_request_id, null
        from quotes where request_id = any (quote_ids) and package_request_id is null
        union all
        select 3, 'POLICY', id, record_version, false, organization_id, other_organization_id, product_id, clock_id, null, null
        from policy
        union all
        select 4, 'STATEMENT', s.id, s.version, false, p.organization_id, p.other_organization_id, p.product_id, p.clock_id,
          null, null
        from policy p join statements s on s.policy_id = p.id
        union all
        select 5, 'LEDGER_ENTRY', e.id, e.version, e.deleted_at is not null, p.organization_id, p.other_organization_id,
          p.product_id, p.clock_id, null, e.created_by
        from policy p join entry e on e.parent_policy_id = p.id
        union all
        select 7, 'PAYMENT', m.id, m.version, false, p.organization_id, p.other_organization_id, p.product_id, p.clock_id,
          m.trigger_request_id, m.created_by
        from policy p join payments m on m.policy_id = p.id
        union all
        select 8, 'REFUND', r.id, r.version, false, p.organization_id, p.other_organization_id, p.product_id, p.clock_id,
          r.trigger_request_id, null
        from policy p join payment_refunds r on r.policy_id = p.id
      ), every (place, kind, record_id, version, is_deleted, organization_id, other_organization_id, product_id, clock_id,
        event, author) as (
        select place, kind, record_id::text, version, is_deleted, organization_id, other_organization_id, product_id, clock_id,
          event, author
        from noted
        union all
        select 6, 'LEDGER_LINE', l.seq::text, 1, false, p.organization_id, p.other_organization_id, p.product_id, p.clock_id,
          l.trigger_request_id, l.created_by
        from policy p join ledger_journal l on l.policy_id = p.id
      )
      insert into changes (kind, record_id, version, is_deleted, organization_id, other_organization_id, product_id, clock_id,
        trigger_request_id, created_by)
      select kind, record_id, version, is_deleted, organization_id, other_organization_id, product_id, clock_id,
        coalesce(event, nullif(current_setting('ioi.event', true), '')::uuid),
        coalesce(author, nullif(current_setting('ioi.author', true), '')::jsonb)
      from every order by place
    $$;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
