import type { Knex } from 'knex';

/**
 * What a license grants, and the insurer that a payment session is for, which sees it. A license from before keeps what
 * an agency needs every day; whatever decides about the insurer's money has to be granted.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table product_licenses add column authority jsonb;
    update product_licenses set authority =
      '{"quote": true, "bindPaid": true, "endorse": true, "renew": true, "report": true}';
    alter table payment_sessions add column issuing_organization_id uuid references organizations;
    update payment_sessions session set issuing_organization_id = policy.issuing_organization_id
      from policies policy where policy.id = session.policy_id;
    update payment_sessions session set issuing_organization_id = issuer.id
      from (
        select named.id as session_id, (array_agg(distinct quote.quoting_organization_id))[1] as id
        from payment_sessions named
        cross join lateral jsonb_array_elements_text(named.quote_ids) as quoted(id)
        join quotes quote on quote.request_id = quoted.id::uuid
        where named.policy_id is null
        group by named.id
        having count(distinct quote.quoting_organization_id) = 1
      ) issuer
      where issuer.session_id = session.id;
    create index payment_sessions_issuer on payment_sessions (issuing_organization_id);
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
