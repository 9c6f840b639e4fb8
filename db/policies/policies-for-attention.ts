import type { PaymentStatus } from '../../domain/billing/payment-status.js';
import type { StandingFacts } from '../../domain/policy/standing.js';
import type { WaitingReinstatement } from '../../domain/policy/waiting-reinstatement.js';
import type { Database } from '../database.js';
import { seenBy } from '../models/visibility.js';
import { ofClock } from '../time-zones.js';

/** Why a policy needs attention, with the SQL of the policies and of the day that orders them. */
const selections = {
  CANCELLATION_NOTICE: `select id as policy_id, cancellation_notice_on as day
    from policies where cancellation_notice_on is not null`,
  RENEWAL: `select id as policy_id, expiration_date as day
    from policies where renewal_waits is not null and policy_state = 'ACTIVE' and cancelled_on is null`,
  REINSTATEMENT: `select id as policy_id, cancelled_on as day from policies where reinstatement_waits is not null`,
  PAST_DUE: `select policy_id, min(due_date) as day from statements
    where state = 'PAST_DUE' and due_date between coalesce(cast(:dueFrom as date), '-infinity')
      and coalesce(cast(:dueTo as date), 'infinity')
    group by policy_id`,
} as const;

export type AttentionReason = keyof typeof selections;
export const attentionReasons = Object.keys(selections) as [AttentionReason, ...AttentionReason[]];

export interface AttentionFilter {
  /** Default: every reason. */
  reason?: AttentionReason | undefined;
  /** The product. */
  lineId?: string | undefined;
  /** The first and the last due date of the statements that are past due. */
  dueFrom?: string | undefined;
  dueTo?: string | undefined;
  /** Only the policies of this test clock; absent: only those without one. */
  clockId?: string | undefined;
}

/** Amounts are decimal text. */
export interface PolicyForAttention extends StandingFacts {
  id: string;
  policyNumber: string;
  productId: string;
  productName: string;
  productVersionId: string;
  clientId: string;
  clockId: string | null;
  insuredName: string | null;
  sellerOrganizationId: string;
  issuingOrganizationId: string;
  status: PaymentStatus;
  premium: string;
  reinstatementWaits: WaitingReinstatement | null;
  pastDueSince: string | null;
  pastDueAmount: string | null;
}

/**
 * The policies that the organization sold or issued and that are under notice of cancellation, have amounts past due or
 * whose renewal or reinstatement waits for a person, the earliest day first, with their exact number. The selections are small parts of a
 * book, with an index each.
 */
export async function policiesForAttention(
  db: Database,
  organizationId: string,
  { reason, lineId, dueFrom, dueTo, clockId }: AttentionFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; policies: PolicyForAttention[] }> {
  const selected = reason === undefined ? Object.values(selections) : [selections[reason]];
  const { rows } = await db.raw<{ rows: ({ total: string } & PolicyForAttention)[] }>(
    `with found as materialized (
      select p.id as policy_id, min(selected.day) as day
      from (${selected.join(' union all ')}) selected join policies p on p.id = selected.policy_id
      where ${seenBy('policies', 'p')} and ${ofClock('p', clockId)} ${lineId === undefined ? '' : 'and p.product_id = :lineId'}
      group by p.id
    ), page as (select * from found order by day, policy_id limit :limit offset :offset)
    select counted.total, p.id, p.policy_number as "policyNumber", p.product_id as "productId",
      p.product_name as "productName", p.client_id as "clientId", p.clock_id as "clockId",
      p.product_version_id as "productVersionId", p.policy_meta ->> 'insuredName' as "insuredName",
      p.seller_organization_id as "sellerOrganizationId", p.issuing_organization_id as "issuingOrganizationId",
      p.policy_state as "policyState", p.status, p.effective_date as "effectiveDate",
      p.expiration_date as "expirationDate", p.last_day_with_coverage as "lastDayWithCoverage",
      p.policy_contract as "policyContract", p.premium, p.cancelled_on as "cancelledOn",
      p.renewal_quote_id as "renewalQuoteId", p.non_renewed as "nonRenewed", p.cancellation_notice_on as "cancellationNoticeOn",
      p.renewal_waits as "renewalWaits", p.reinstatement_waits as "reinstatementWaits",
      past_due.since as "pastDueSince", past_due.amount as "pastDueAmount"
    from (select count(*) from found) counted (total)
    left join (page join policies p on p.id = page.policy_id) on true
    left join lateral (
      select min(due_date) as since, sum(amount - paid_amount) as amount
      from statements where policy_id = p.id and state = 'PAST_DUE'
    ) past_due on true
    order by page.day, page.policy_id`.replace('?', ':organizationId'),
    {
      organizationId,
      dueFrom: dueFrom ?? null,
      dueTo: dueTo ?? null,
      ...(lineId !== undefined && { lineId }),
      ...(clockId !== undefined && { clockId }),
      limit,
      offset,
    },
  );
  return {
    total: Number(rows[0]?.total ?? 0),
    // A page beyond the last one is a single row with the total.
    policies: rows.flatMap(({ total: _, ...policy }) => (policy.id === null ? [] : [policy])),
  };
}
