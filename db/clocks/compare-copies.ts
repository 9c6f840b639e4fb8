import type { Database } from '../database.js';
import type { Policy } from '../models/policy.js';
import { seenBy } from '../models/visibility.js';

/** What became of a policy. Amounts are of all of its terms. */
export interface PolicyFigures
  extends Pick<
    Policy,
    | ('policyNumber' | 'productVersionId' | 'policyState' | 'termNumber' | 'effectiveDate')
    | ('expirationDate' | 'cancelledOn')
  > {
  policyId: string;
  /** Canceled because it was not paid. */
  isLapsed: boolean;
  premium: number;
  billed: number;
  paid: number;
  /** Of all bills, those to come included; negative if it is owed to the policyholder. */
  balance: number;
  pastDue: number;
}

/** A copy under a clock, with what it is compared with. */
export interface ComparedPolicy {
  originalPolicyId: string;
  originalPolicyNumber: string;
  copy: PolicyFigures;
  base: PolicyFigures;
}

export interface FigureTotals {
  policies: number;
  /** In force, or not begun. */
  active: number;
  canceled: number;
  /** Of the canceled ones. */
  lapsed: number;
  /** Over without a cancellation. */
  expired: number;
  /** Terms after the first. */
  renewals: number;
  /** Policies with a bill that is past due. */
  late: number;
  /** Decimal text, as the other amounts. */
  premium: string;
  billed: string;
  paid: string;
  balance: string;
  pastDue: string;
}

export interface Comparison {
  organizationId: string;
  clockId: string;
  /** The other clock; undefined: the originals as they are. */
  withClockId: string | undefined;
}

/** The copies, each with its original, or with the latest copy of that under another clock. */
const pairs = ({ withClockId }: Comparison) => `
  pairs as materialized (
    select c.policy_id as copy_id, b.id as base_id, c.original_policy_id, c.original_policy_number
    from clock_copies c
    join policies p on p.id = c.policy_id and ${seenBy('policies', 'p')}
    left join policies b on ${seenBy('policies', 'b')} and b.id = ${
      withClockId === undefined
        ? 'c.original_policy_id'
        : `(select other.policy_id from clock_copies other
            where other.original_policy_id = c.original_policy_id and other.clock_id = ?
            order by other.copied_at desc, other.policy_id limit 1)`
    }
    where c.clock_id = ?
  )`;

const bindingsOf = ({ organizationId, clockId, withClockId }: Comparison): string[] => [
  organizationId,
  organizationId,
  ...(withClockId === undefined ? [] : [withClockId]),
  clockId,
];

/** The figures of the policies with the ids of a set, by sums over their bills, payments and ledgers. */
const figuresOf = (ids: string) => `
  select p.id as "policyId", p.policy_number as "policyNumber", p.product_version_id as "productVersionId",
    p.policy_state as "policyState", p.term_number as "termNumber", p.effective_date as "effectiveDate",
    p.expiration_date as "expirationDate", p.cancelled_on as "cancelledOn",
    p.cancelled_on is not null and exists (
      select from policy_changes c where c.policy_id = p.id and c.kind = 'CANCEL' and c.term_number = p.term_number
        and c.data ->> 'ground' = 'NON_PAYMENT'
        and not exists (select from policy_changes later
          where later.policy_id = p.id and later.kind = 'CANCEL' and later.seq > c.seq)
    ) as "isLapsed",
    (select coalesce(sum(j.premium_change), 0.00) from ledger_journal j where j.policy_id = p.id) as premium,
    bills.billed, money.paid, bills.live - money.paid as balance, bills.past_due as "pastDue"
  from policies p
  cross join lateral (
    select coalesce(sum(amount) filter (where state <> 'SCHEDULED'), 0.00) as billed,
      coalesce(sum(amount), 0.00) as live,
      coalesce(sum(amount - paid_amount) filter (where state = 'PAST_DUE'), 0.00) as past_due
    from statements where policy_id = p.id and state <> 'VOID'
  ) bills
  cross join lateral (select coalesce(sum(amount), 0.00) as paid from payments where policy_id = p.id) money
  where p.id in (${ids})`;

/** A page of the compared policies, by the numbers of the originals; `total` counts all, `unpaired` those that are left out. */
export async function compareCopies(
  db: Database,
  comparison: Comparison,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ policies: ComparedPolicy[]; total: number; unpaired: number }> {
  const bindings = bindingsOf(comparison);
  const counted = await db.raw<{ rows: [{ total: string; unpaired: string }] }>(
    `with ${pairs(comparison)}
     select count(base_id) as total, count(*) filter (where base_id is null) as unpaired from pairs`,
    bindings,
  );
  const { rows } = await db.raw<{ rows: ComparedPolicy[] }>(
    `with ${pairs(comparison)}, page as materialized (
       select * from pairs where base_id is not null order by original_policy_number, copy_id limit ? offset ?
     ), figures as materialized (${figuresOf('select copy_id from page union select base_id from page')})
     select page.original_policy_id as "originalPolicyId", page.original_policy_number as "originalPolicyNumber",
       row_to_json(copy) as copy, row_to_json(base) as base
     from page join figures copy on copy."policyId" = page.copy_id
       join figures base on base."policyId" = page.base_id
     order by page.original_policy_number, page.copy_id`,
    [...bindings, limit, offset],
  );
  const { total, unpaired } = counted.rows[0];
  return { policies: rows, total: Number(total), unpaired: Number(unpaired) };
}

const counts = {
  policies: 'true',
  active: `"policyState" in ('ACTIVE', 'PENDING_FINANCE_CONFIRMATION')`,
  canceled: '"cancelledOn" is not null',
  lapsed: '"isLapsed"',
  expired: `"policyState" not in ('ACTIVE', 'PENDING_FINANCE_CONFIRMATION') and "cancelledOn" is null`,
  late: '"pastDue" > 0',
} as const;
const amounts = ['premium', 'billed', 'paid', 'balance', 'pastDue'] as const;

/** The totals of both sides, for each product version of the copies. */
export async function totalsOfCopies(
  db: Database,
  comparison: Comparison,
): Promise<{ productVersionId: string; copy: FigureTotals; base: FigureTotals }[]> {
  const sums = [
    ...Object.entries(counts).map(([name, when]) => `'${name}', count(*) filter (where ${when})`),
    ...amounts.map((name) => `'${name}', cast(sum(figures."${name}") as text)`),
    `'renewals', sum("termNumber" - 1)`,
  ].join(', ');
  const { rows } = await db.raw<{
    rows: { productVersionId: string; side: 'copy' | 'base'; totals: FigureTotals }[];
  }>(
    `with ${pairs(comparison)}, figures as materialized (
       ${figuresOf('select copy_id from pairs where base_id is not null union select base_id from pairs')}
     ), sides as (
       select pair.copy_id, 'copy' as side, pair.copy_id as id from pairs pair where pair.base_id is not null
       union all
       select pair.copy_id, 'base', pair.base_id from pairs pair where pair.base_id is not null
     )
     select version.product_version_id as "productVersionId", sides.side, json_build_object(${sums}) as totals
     from sides join figures on figures."policyId" = sides.id join policies version on version.id = sides.copy_id
     group by version.product_version_id, sides.side`,
    bindingsOf(comparison),
  );
  const ofSide = (versionId: string, side: 'copy' | 'base') =>
    rows.find((row) => row.productVersionId === versionId && row.side === side)?.totals;
  return [...new Set(rows.map(({ productVersionId }) => productVersionId))].flatMap((productVersionId) => {
    const [copy, base] = [ofSide(productVersionId, 'copy'), ofSide(productVersionId, 'base')];
    return copy && base ? [{ productVersionId, copy, base }] : [];
  });
}
