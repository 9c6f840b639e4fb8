import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { JsonObject } from '../../domain/ground/json.js';
import { suggestion } from '../../domain/ground/nearest.js';
import type { Objection } from '../../domain/ground/objection.js';
import { lineByHand, whyNotNegativePremium, whyNotOnDateByHand } from '../../domain/policy/by-hand.js';
import { codesOfContract } from '../../domain/policy/policy-contract.js';
import { netted, type PremiumLayer, reversed } from '../../domain/policy/proration.js';
import { LedgerEntry } from '../models/ledger-entry.js';
import type { Policy } from '../models/policy.js';
import { Quote } from '../models/quote.js';
import { digitsOfPolicy } from '../products/currency-of-version.js';
import { readLines } from './read-lines.js';
import { type Recording, recordLedgerEntry, recordLedgerLines } from './record-entry.js';

/** An entry made by the back office (spec 4.8). */
export interface EntryByHand {
  /** If an earlier attempt may have recorded it. */
  id?: string | undefined;
  effectiveDate: string;
  /** Decimal text. */
  premium: string;
  /** The code of a coverage of the policy's contract; by default the policy as a whole. */
  coverage?: string | undefined;
  quoteId?: string | undefined;
  eventAnswers?: JsonObject | undefined;
  appliedToStatement: boolean;
}

/**
 * Records an entry by hand, or returns the objection. It is earned from its date. The policy must be locked by
 * the transaction.
 */
export async function recordByHand(
  trx: Knex,
  policy: Policy,
  { id, effectiveDate, premium, coverage, quoteId, eventAnswers, appliedToStatement }: EntryByHand,
  by: Recording,
): Promise<LedgerEntry | Objection> {
  const recorded = id && (await LedgerEntry.query(trx).findOne({ id, parent_policy_id: policy.id }));
  if (recorded) return recorded;
  const lines = [lineByHand(policy, { effectiveDate, premium, coverage })];
  const objection =
    whyNotCoverage(policy, coverage) ??
    whyNotOnDateByHand(policy, effectiveDate) ??
    (await whyNotLines(trx, policy, lines));
  if (objection !== null) return objection;
  return recordLedgerEntry(trx, policy, {
    id: id ?? randomUUID(),
    lines,
    effectiveDate,
    quoteId: quoteId ?? null,
    eventAnswers: eventAnswers ?? null,
    appliedToStatement,
    ...by,
  });
}

/**
 * `APPLIED`: a statement includes it, so it cannot change. `GONE`: there is no such entry, or it was deleted.
 */
export type EntryChange = 'CHANGED' | 'APPLIED' | 'GONE' | Objection;

/**
 * Changes date, premium and, if one is given, the coverage of an entry that no statement includes; the journal keeps the
 * earlier values.
 */
export async function editByHand(
  trx: Knex,
  policy: Policy,
  {
    id,
    effectiveDate,
    premium,
    coverage: given,
  }: { id: string; effectiveDate: string; premium: string; coverage?: string | undefined },
  by: Recording,
): Promise<EntryChange> {
  const entry = await openEntry(trx, policy, id);
  if (typeof entry === 'string') return entry;
  const earlier = netted(await readLines(trx, policy.id, { entryId: id }));
  const before = earlier[0]?.subject?.coverage ?? undefined;
  const coverage = given ?? before;
  const isSame = entry.effectiveDate === effectiveDate && Number(entry.premium) === Number(premium);
  if (isSame && coverage === before) return 'CHANGED';
  const lines = netted([...reversed(earlier), lineByHand(policy, { effectiveDate, premium, coverage })]);
  const objection =
    whyNotCoverage(policy, given) ??
    whyNotOnDateByHand(policy, effectiveDate) ??
    (await whyNotLines(trx, policy, lines));
  if (objection !== null) return objection;
  // The patch also changes `entry`.
  const data = { before: { effectiveDate: entry.effectiveDate, premium: entry.premium } };
  await entry.$query(trx).patch({ effectiveDate, premium });
  const edited = { ...entry, effectiveDate };
  await recordLedgerLines(trx, edited, { kind: 'EDITED', data, ...by }, { lines });
  return 'CHANGED';
}

/** Deletes an entry that no statement includes; the journal keeps it. */
export async function deleteByHand(
  trx: Knex,
  policy: Policy,
  id: string,
  by: Recording,
): Promise<EntryChange> {
  const entry = await openEntry(trx, policy, id);
  if (typeof entry === 'string') return entry;
  const lines = netted(reversed(await readLines(trx, policy.id, { entryId: id })));
  const objection = await whyNotLines(trx, policy, lines);
  if (objection !== null) return { reason: objection.reason };
  await entry.$query(trx).patch({ deletedAt: by.now });
  await recordLedgerLines(trx, entry, { kind: 'DELETED', ...by }, { lines });
  return 'CHANGED';
}

/**
 * Whether a quote belongs to the policy's client; undefined if the issuer, who keeps the ledger, cannot see
 * it.
 */
export async function isQuoteOfClient(
  trx: Knex,
  policy: Policy,
  quoteId: string,
): Promise<boolean | undefined> {
  const { issuingOrganizationId } = policy;
  const quote = await Quote.query(trx)
    .findById(quoteId)
    .modify('visibleTo', issuingOrganizationId)
    .select('client_id');
  return quote === undefined ? undefined : quote.clientId === policy.clientId;
}

/** Why an entry cannot be for a coverage; null if it can. */
function whyNotCoverage({ policyContract }: Policy, coverage: string | undefined): Objection | null {
  if (coverage === undefined) return null;
  const codes = codesOfContract(policyContract);
  if (codes.includes(coverage)) return null;
  const reason = `the policy has no coverage "${coverage}"${suggestion(coverage, codes)}`;
  return { reason, field: 'coverage' };
}

async function whyNotLines(
  trx: Knex,
  policy: Policy,
  lines: readonly PremiumLayer[],
): Promise<Objection | null> {
  const { id, termNumber } = policy;
  const digits = await digitsOfPolicy(trx, policy);
  return whyNotNegativePremium(await readLines(trx, id, { termNumber }), lines, digits);
}

async function openEntry(trx: Knex, policy: Policy, id: string): Promise<LedgerEntry | 'APPLIED' | 'GONE'> {
  const entry = await LedgerEntry.query(trx)
    .findOne({ id, parent_policy_id: policy.id })
    .whereNull('deleted_at');
  if (entry === undefined) return 'GONE';
  return entry.appliedToStatement ? 'APPLIED' : entry;
}
