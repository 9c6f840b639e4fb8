import type { Knex } from 'knex';
import { rateRows } from '../../domain/commissions/commission-terms.js';
import { endOfDayIn } from '../../domain/ground/business-time.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import type { Books } from '../postings/books.js';
import { versions } from '../reports/versions-of-report.js';
import { ofClock } from '../time-zones.js';
import type { LicensedSeller, SellerAmount } from './licensed-sellers.js';

/**
 * What sellers have reported as received themselves, not through a payment provider, by the end of a day, on days on which their
 * license says that they collect, less what closed statements have; by product. A payment that the bank returned is taken back on the day
 * of the payment, whoever reported its return.
 */
export async function collectedBySellers(
  trx: Knex,
  { organizationId, clockId, timeZone }: Books,
  { day, sellers }: { day: string; sellers: readonly LicensedSeller[] },
): Promise<CollectedAmount[]> {
  const days = sellers
    .flatMap(({ terms, ...license }) => rateRows(license, terms))
    .filter(({ coverage, collectedBy }) => coverage === null && collectedBy === 'SELLER')
    .map(({ productId, sellerId, from, until }) => ({ productId, sellerId, from, until }));
  const licensed = sellers.map(({ productId, sellerId }) => ({ productId, sellerId }));
  if (licensed.length === 0) return [];
  const { rows } = await trx.raw<{ rows: CollectedAmount[] }>(statement(clockId), {
    organization: organizationId,
    defaultCurrency: policySettingsOf({}).currency,
    timeZone,
    endAt: endOfDayIn(timeZone, day),
    days: JSON.stringify(days),
    licensed: JSON.stringify(licensed),
    ...(clockId !== undefined && { clockId }),
  });
  return rows;
}

/** What a seller collected for a product. */
export interface CollectedAmount extends SellerAmount {
  productId: string;
}

const statement = (clockId: string | undefined) => `
  with ${versions},
  days as (
    select * from jsonb_to_recordset(cast(:days as jsonb)) d (
      "productId" uuid, "sellerId" uuid, "from" date, until date)
  ),
  licensed as (
    select * from jsonb_to_recordset(cast(:licensed as jsonb)) l ("productId" uuid, "sellerId" uuid)
  ),
  received as (
    select p.seller_organization_id as seller_id, p.product_id, p.product_version_id, sum(m.amount) as amount
    from days d
    join policies p on p.product_id = d."productId" and p.seller_organization_id = d."sellerId"
    join payments m on m.policy_id = p.id
    left join payments returned on returned.id = m.reverses
    cross join lateral (
      select coalesce(returned.organization_id, m.organization_id) as received_by,
        coalesce(returned.provider, m.provider) as provider,
        (coalesce(returned.received_at, m.received_at) at time zone :timeZone)::date as received_on
    ) r
    where p.issuing_organization_id = :organization and ${ofClock('p', clockId)} and m.received_at < :endAt
      and r.received_by = p.seller_organization_id and r.provider = 'OFFLINE'
      and received_on >= d."from" and (d.until is null or received_on < d.until)
    group by 1, 2, 3
  )
  select "sellerId", "productId", currency, sum(amount)::text as amount
  from (
    select seller_id as "sellerId", product_id as "productId", currency, amount
    from received join versions on versions.id = product_version_id
    union all
    select s.seller_id, l."productId", s.currency, -cast(s.collected_of ->> cast(l."productId" as text) as numeric)
    from commission_statements s
    join licensed l on l."sellerId" = s.seller_id and jsonb_exists(s.collected_of, cast(l."productId" as text))
    where s.organization_id = :organization and ${ofClock('s', clockId)}
  ) amounts
  group by 1, 2, 3`;
