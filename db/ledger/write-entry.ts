import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { JsonObject } from '../../domain/ground/json.js';
import { Cents } from '../../domain/money/cents.js';
import { LedgerEntry } from '../models/ledger-entry.js';
import type { Policy } from '../models/policy.js';
import { Quote } from '../models/quote.js';
import { recordLedgerEntry, recordLedgerLine } from './record-entry.js';

/** An entry made by the back office (spec 4.8). */
export interface EntryByHand {
  effectiveDate: string;
  /** Decimal text. */
  premium: string;
  quoteId?: string | undefined;
  eventAnswers?: JsonObject | undefined;
  appliedToStatement: boolean;
}

/** The author and time of a change by hand. */
export interface Hand {
  createdBy: JsonObject;
  now: Date;
}

/** Records an entry by hand. The policy must be locked by the transaction. */
export function recordByHand(
  trx: Knex,
  policy: Policy,
  { effectiveDate, premium, quoteId, eventAnswers, appliedToStatement }: EntryByHand,
  hand: Hand,
): Promise<LedgerEntry> {
  return recordLedgerEntry(trx, policy, {
    id: randomUUID(),
    premium,
    effectiveDate,
    quoteId: quoteId ?? null,
    eventAnswers: eventAnswers ?? null,
    appliedToStatement,
    ...hand,
  });
}

/**
 * `APPLIED`: a statement includes it, so it cannot change. `GONE`: there is no such entry, or it was deleted.
 */
export type EntryChange = 'CHANGED' | 'APPLIED' | 'GONE';

/** Changes date and premium of an entry that no statement includes; the journal keeps the earlier values. */
export async function editByHand(
  trx: Knex,
  policy: Policy,
  { id, effectiveDate, premium }: { id: string; effectiveDate: string; premium: string },
  hand: Hand,
): Promise<EntryChange> {
  const entry = await openEntry(trx, policy, id);
  if (typeof entry === 'string') return entry;
  if (entry.effectiveDate === effectiveDate && Number(entry.premium) === Number(premium)) return 'CHANGED';
  // The patch also changes `entry`.
  const before = { effectiveDate: entry.effectiveDate, premium: entry.premium };
  await entry.$query(trx).patch({ effectiveDate, premium });
  await recordLedgerLine(
    trx,
    { ...entry, effectiveDate },
    {
      kind: 'EDITED',
      premiumChange: Cents.of(premium).minus(Cents.of(before.premium)).toAmount(),
      data: { before },
      ...hand,
    },
  );
  return 'CHANGED';
}

/** Deletes an entry that no statement includes; the journal keeps it. */
export async function deleteByHand(trx: Knex, policy: Policy, id: string, hand: Hand): Promise<EntryChange> {
  const entry = await openEntry(trx, policy, id);
  if (typeof entry === 'string') return entry;
  await entry.$query(trx).patch({ deletedAt: hand.now });
  await recordLedgerLine(trx, entry, {
    kind: 'DELETED',
    premiumChange: Cents.of(entry.premium).negated().toAmount(),
    ...hand,
  });
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

async function openEntry(trx: Knex, policy: Policy, id: string): Promise<LedgerEntry | 'APPLIED' | 'GONE'> {
  const entry = await LedgerEntry.query(trx)
    .findOne({ id, parent_policy_id: policy.id })
    .whereNull('deleted_at');
  if (entry === undefined) return 'GONE';
  return entry.appliedToStatement ? 'APPLIED' : entry;
}
