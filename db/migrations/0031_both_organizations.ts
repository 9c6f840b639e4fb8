import type { Knex } from 'knex';

/**
 * What the seller and the insurer see of each other's work: indexes of the list of quotes for both organizations, and
 * the organization that an event of the other one is shared with.
 */
export async function up(knex: Knex): Promise<void> {
  for (const side of ['client_organization', 'quoting_organization']) {
    await knex.raw(`
      create index quotes_listed_by_${side} on quotes (${side}_id, quote_timestamp desc, request_id desc)
        include (effective_date, outcome, client_organization_id, quoting_organization_id, product_id, client_id)
        where package_request_id is null;
      create index quotes_under_review_by_${side} on quotes (${side}_id, quote_timestamp desc, request_id desc)
        where package_request_id is null and outcome = 'QUOTED' and requires_underwriter_approval
          and underwriter_response is null;
      drop index quotes_${side};
    `);
  }
  await knex.raw(`
    alter table events add column shared_organization_id uuid references organizations;
    update events event set shared_organization_id =
        case when event.organization_id = policy.seller_organization_id
          then policy.issuing_organization_id else policy.seller_organization_id end
      from policies policy
      where policy.id = event.policy_id and policy.seller_organization_id <> policy.issuing_organization_id
        and event.organization_id in (policy.seller_organization_id, policy.issuing_organization_id);
    update events event set shared_organization_id = quote.quoting_organization_id
      from quotes quote
      where event.type in ('UNDERWRITING_REFERRED', 'UNDERWRITING_APPROVED', 'UNDERWRITING_DECLINED')
        and quote.request_id::text = event.envelope -> 'payload' ->> 'quoteId'
        and event.organization_id = quote.client_organization_id
        and quote.quoting_organization_id <> quote.client_organization_id;
    create index events_shared on events (shared_organization_id, created_at desc)
      where shared_organization_id is not null;
    create index events_shared_type on events (shared_organization_id, type, created_at desc)
      where shared_organization_id is not null;
    create index events_shared_not_completed on events (shared_organization_id, state, created_at desc)
      where shared_organization_id is not null and state <> 'COMPLETED';
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
