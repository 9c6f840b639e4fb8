import type { Knex } from 'knex';

/** Statements, payments and refunds. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table statements (
      id uuid primary key,
      policy_id uuid not null references policies,
      term_number integer not null check (term_number > 0),
      number integer not null check (number > 0),
      kind text not null
        check (kind in ('INSTALMENT', 'ENDORSEMENT', 'CANCELLATION', 'TRUE_UP', 'REINSTATEMENT', 'NSF_FEE',
          'LATE_FEE', 'WRITE_OFF')),
      due_date date not null,
      amount numeric(18, 2) not null,
      paid_amount numeric(18, 2) not null default 0,
      state text not null default 'SCHEDULED' check (state in ('SCHEDULED', 'DUE', 'PAID', 'PAST_DUE', 'VOID')),
      created_at timestamptz not null default now(),
      data jsonb not null default '{}',
      -- The days on which it was billed and, if it was voided after that, voided.
      billed_on date,
      voided_on date,
      unique (policy_id, term_number, number)
    );
    create index statements_unpaid on statements (due_date, policy_id)
      where state in ('SCHEDULED', 'DUE', 'PAST_DUE');
    create index statements_past_due on statements (policy_id)
      include (due_date, amount, paid_amount) where state = 'PAST_DUE';

    create table payment_sessions (
      id uuid primary key,
      organization_id uuid not null references organizations,
      client_id uuid not null references clients,
      policy_id uuid references policies,
      kind text not null check (kind in ('SETUP', 'COLLECT')),
      provider text not null,
      provider_reference text,
      client_secret text,
      currency text not null,
      amount numeric(18, 2) not null,
      quote_ids jsonb not null default '[]',
      plans jsonb not null default '{}',
      state text not null default 'OPEN' check (state in ('OPEN', 'PAID', 'EXPIRED')),
      paid_amount numeric(18, 2),
      created_at timestamptz not null default now(),
      verified_at timestamptz,
      -- The insurer that it is for, which sees it.
      issuing_organization_id uuid references organizations
    );
    create index payment_sessions_organization on payment_sessions (organization_id, created_at desc);
    create index payment_sessions_client on payment_sessions (client_id, created_at desc);
    create index payment_sessions_policy on payment_sessions (policy_id) where policy_id is not null;
    create index payment_sessions_quotes on payment_sessions using gin (quote_ids jsonb_path_ops);
    create unique index payment_sessions_reference on payment_sessions (provider, provider_reference)
      where provider_reference is not null;
    create index payment_sessions_issuer on payment_sessions (issuing_organization_id);

    create table payments (
      id uuid primary key,
      policy_id uuid references policies,
      organization_id uuid not null references organizations,
      amount numeric(18, 2) not null,
      reference text not null,
      provider text not null,
      session_id uuid references payment_sessions,
      received_at timestamptz not null,
      -- The payment that the bank returned; this one is negative.
      reverses uuid references payments,
      method text,
      payer text,
      paid_on date,
      description text,
      reverses_refund uuid references payments,
      trigger_request_id uuid references events,
      created_by jsonb,
      unique (policy_id, reference)
    );
    create index payments_organization on payments (organization_id, received_at desc);
    create index payments_session on payments (session_id) where session_id is not null;
    create unique index payments_reverses on payments (reverses) where reverses is not null;
    create index payments_policy on payments (policy_id, received_at desc, id);
    create index payments_reverses_refund on payments (reverses_refund) where reverses_refund is not null;
    create index payments_event on payments (trigger_request_id) where trigger_request_id is not null;

    create table payment_allocations (
      payment_id uuid not null references payments,
      statement_id uuid not null references statements,
      amount numeric(18, 2) not null,
      primary key (payment_id, statement_id)
    );
    create index payment_allocations_statement on payment_allocations (statement_id);

    -- Recorded before they are requested, so that pending money is not refunded twice. A completed refund has a payment of
    -- the same id.
    create table payment_refunds (
      id uuid primary key,
      policy_id uuid not null references policies,
      organization_id uuid not null references organizations,
      trigger_request_id uuid not null references events,
      action_id uuid not null,
      attempt integer not null check (attempt > 0),
      place integer not null check (place >= 0),
      payment_id uuid references payments,
      provider text not null,
      amount numeric(18, 2) not null check (amount > 0),
      reference text not null,
      reason text,
      state text not null default 'PENDING' check (state in ('PENDING', 'DONE', 'REFUSED')),
      provider_reference text,
      provider_status text,
      refusal text,
      created_at timestamptz not null,
      ended_at timestamptz,
      unique (trigger_request_id, action_id, attempt, place)
    );
    create index payment_refunds_policy on payment_refunds (policy_id);
    create index payment_refunds_organization on payment_refunds (organization_id, created_at desc);
    create index payment_refunds_payment on payment_refunds (payment_id) where payment_id is not null;
    create unique index payment_refunds_reference on payment_refunds (provider, provider_reference)
      where provider_reference is not null;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
