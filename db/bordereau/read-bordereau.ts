import type { Knex } from 'knex';
import type { BordereauRow, TransactionType } from '../../domain/bordereau/row-facts.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { lastOfMonth } from '../../domain/postings/months.js';
import { recordingOfEntry } from '../commissions/read-commissions.js';
import { patienceMs } from '../reports/in-snapshot.js';
import type { BordereauMonth } from './bordereau-month.js';
import { type BordereauToRead, bordereauEntries, decisionsOfRow } from './bordereau-rows.js';

export const rowStates = ['ACCEPTED', 'DISPUTED', 'OPEN'] as const;
export type RowState = (typeof rowStates)[number];

/** A row with what identifies it, and what the insurer said of it last. */
export interface ReadRow extends BordereauRow {
  policyId: string;
  termNumber: number;
  entryId: string | null;
  triggerRequestId: string | null;
  state: RowState;
  /** The last one first. */
  decisions: RowDecision[];
}

/** What the insurer said of a row. */
export interface RowDecision {
  decision: 'ACCEPTED' | 'DISPUTED';
  reason: string | null;
  /** As PostgreSQL writes it. */
  decidedAt: string;
  decidedBy: JsonObject;
}

/** Sums of a bordereau in one currency; decimal text. */
export interface BordereauTotal {
  currency: string;
  rows: number;
  premium: string;
  taxesAndFees: string;
  commission: string;
  accepted: number;
  disputed: number;
}

export interface RowsToRead extends BordereauToRead {
  /** Questions whose answers are read. */
  answers: readonly string[];
  state?: RowState | undefined;
}

/** A page of the rows of a bordereau, in the order of policies. */
export async function rowsOfBordereau(
  trx: Knex,
  asked: RowsToRead,
  month: BordereauMonth,
  { offset, limit }: { offset: number; limit: number },
): Promise<ReadRow[]> {
  const { sql, bindings } = await bordereauEntries(trx, asked, month);
  const { rows } = await trx
    .raw<{ rows: (ReadRow & { answerTexts: (string | null)[] })[] }>(`with ${sql} ${rowsStatement}`, {
      ...bindings,
      timeZone: asked.timeZone,
      periodEnd: lastOfMonth(asked.period),
      state: asked.state ?? null,
      answers: JSON.stringify(asked.answers),
      offset,
      limit,
    })
    .options({ query_timeout: patienceMs });
  return rows.map(({ answerTexts, ...row }) => ({
    ...row,
    type: row.type as TransactionType,
    answers: Object.fromEntries(asked.answers.map((qid, index) => [qid, answerTexts[index] ?? null])),
  }));
}

/** The sums of all rows, whatever their state: those of the ledger and of the commission statement. */
export async function totalsOfBordereau(
  trx: Knex,
  asked: BordereauToRead,
  month: BordereauMonth,
): Promise<BordereauTotal[]> {
  const { sql, bindings } = await bordereauEntries(trx, asked, month);
  const { rows } = await trx
    .raw<{ rows: BordereauTotal[] }>(`with ${sql} ${totalsStatement}`, bindings)
    .options({ query_timeout: patienceMs });
  return rows;
}

const termOfRow = `
  join lateral (
    select c.effective_date, coalesce(cast(c.data ->> 'expirationDate' as date), p.expiration_date) as expiration_date,
      c.quote_id
    from policy_changes c
    where c.policy_id = e.policy_id and c.term_number = e.term_number
      and c.kind in ('ISSUE', 'RENEW', 'CORRECT_EFFECTIVE_DATE')
    order by c.seq desc limit 1
  ) term on true`;

const recordedRow = `
  left join ledger_entries entry on entry.id = e.entry_id
  ${recordingOfEntry('e.entry_id')}
  left join lateral (
    select c.kind, c.quote_id from policy_changes c
    where c.policy_id = e.policy_id and case
      when recorded.trigger_request_id is not null then c.trigger_request_id = recorded.trigger_request_id
      else c.trigger_request_id is null and c.term_number = e.term_number and c.recorded_at = recorded.created_at end
    order by c.seq limit 1
  ) change on true`;

const rowsStatement = `
  select e.policy_id as "policyId", e.term_number as "termNumber", e.entry_id as "entryId",
    recorded.trigger_request_id as "triggerRequestId", p.policy_number as "policyNumber",
    coalesce(p.policy_meta -> 'insured', '{}') as insured, seller.name as "sellerName", insurer.name as "insurerName",
    p.product_name as "productName", term.effective_date::text as "termFrom", term.expiration_date::text as "termUntil",
    case when e.entry_id is null then 'COMMISSION' else coalesce(change.kind, 'BY_HAND') end as type,
    entry.effective_date::text as "effectiveDate",
    (recorded.created_at at time zone :timeZone)::date::text as "recordedOn", cast(:periodEnd as text) as "periodEnd",
    versions.currency, e.premium::text, e.charges::text as "taxesAndFees", e.commission::text,
    s.state, decided.decisions,
    array(
      select quote.intake -> qid ->> 'answer'
      from jsonb_array_elements_text(cast(:answers as jsonb)) with ordinality asked (qid, place)
      order by place
    ) as "answerTexts"
  from entries e
  join policies p on p.id = e.policy_id
  join versions on versions.id = p.product_version_id
  join organizations seller on seller.id = p.seller_organization_id
  join organizations insurer on insurer.id = p.issuing_organization_id
  ${termOfRow}
  ${recordedRow}
  left join quotes quote on quote.request_id = coalesce(entry.quote_id, change.quote_id, term.quote_id, p.quote_id)
  ${decisionsOfRow}
  where cast(:state as text) is null or s.state = cast(:state as text)
  order by p.policy_number, e.policy_id, e.term_number, recorded.created_at nulls last, e.entry_id
  offset :offset limit :limit`;

const totalsStatement = `
  select versions.currency, count(*)::int as rows, sum(e.premium)::text as premium, sum(e.charges)::text as "taxesAndFees",
    sum(e.commission)::text as commission, count(*) filter (where s.state = 'ACCEPTED')::int as accepted,
    count(*) filter (where s.state = 'DISPUTED')::int as disputed
  from entries e
  join policies p on p.id = e.policy_id
  join versions on versions.id = p.product_version_id
  ${decisionsOfRow}
  group by 1 order by 1`;
