import type { ModelObject } from 'objection';
import type { StoredLedger } from '../../db/ledger/read-ledger.js';
import type { LedgerEntry } from '../../db/models/ledger-entry.js';
import type { LedgerLine } from '../../db/models/ledger-line.js';
import { Decimal } from '../../domain/expression/index.js';
import { daysBetween } from '../../domain/ground/calendar.js';
import { type EveryField, nothingLeft } from '../../domain/ground/every-field.js';
import { answersTo } from '../../domain/intake/selected-answers.js';
import { sumOfAmounts } from '../../domain/money/cents.js';
import { exposurePlaces } from '../../domain/policy/exposure-setting.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import type {
  Ledger,
  LedgerEntryObject,
  LedgerLineObject,
  LedgerRecordObject,
  LedgerSearchRequest,
} from './schemas.js';

/** A ledger (spec 2.7), with the id of an entry that was just recorded. */
export function ledgerObject(
  { policy, entries }: StoredLedger,
  definition: ProductDefinition | undefined,
  newLedgerEntryId?: string,
): EveryField<Ledger> {
  const form = definition?.forms?.find(({ kind }) => kind === 'EVALUATION');
  return {
    formConfigId: form?.formConfigId ?? null,
    backofficeProductId: policy.productId,
    rating: Object.keys(definition?.ratingPlans ?? {}).length > 0,
    entries: entries.map(ledgerEntryObject),
    totalPremium: Number(sumOfAmounts(entries.map(({ premium }) => premium))),
    policyClientId: policy.clientId,
    newLedgerEntryId,
  };
}

/** An entry of a ledger (spec 2.7). */
export function ledgerEntryObject(entry: ModelObject<LedgerEntry>): EveryField<LedgerEntryObject> {
  const { id, policyNumber, parentPolicyId, quoteId, organizationId, productId, premium, ...others } = entry;
  const { effectiveDate, appliedToStatement, eventAnswers, doc, additionalDocs, statementId, ...made } =
    others;
  const { createdAt, createdBy, ...notShown } = made;
  const { version, updatedAt, ...hidden } = notShown;
  const { termNumber, deletedAt, quoteRateMeta, ...rest } = hidden;
  nothingLeft(rest);
  return {
    id,
    policyNumber,
    parentPolicyId,
    quoteId: quoteId ?? undefined,
    organizationId,
    productId,
    premium: Number(premium),
    effectiveDate,
    appliedToStatement,
    eventAnswers: eventAnswers ?? {},
    doc,
    additionalDocs,
    statementId,
    createdTimestamp: createdAt.toISOString(),
    createdBy,
    version,
    updatedTimestamp: (updatedAt ?? createdAt).toISOString(),
  };
}

/** A found entry with the requested fields (spec 2.7, 4.8). */
export function ledgerRecordObject(
  entry: LedgerEntry,
  asked: LedgerSearchRequest,
  lines: readonly LedgerLine[] = [],
): EveryField<LedgerRecordObject> {
  const { includeQuoteRateMeta, includeAllEventAnswers, includeDocuments, includeLines } = asked;
  const answers = entry.eventAnswers ?? {};
  return {
    id: entry.id,
    productId: entry.productId,
    parentPolicyId: entry.parentPolicyId,
    policyNumber: entry.policyNumber,
    premium: Number(entry.premium),
    quoteId: entry.quoteId ?? undefined,
    quoteRateMeta: includeQuoteRateMeta ? (entry.quoteRateMeta ?? {}) : undefined,
    effectiveDate: entry.effectiveDate,
    eventIntakeMap: includeAllEventAnswers ? answers : answersTo(answers, asked.intakeQuestionIds),
    createdTimestamp: withOffset(entry.createdAt),
    doc: includeDocuments ? entry.doc : undefined,
    additionalDocs: includeDocuments ? entry.additionalDocs : undefined,
    lines: includeLines ? lines.map(ledgerLineObject) : undefined,
  };
}

/** A line of the ledger's journal. */
export function ledgerLineObject(line: LedgerLine): EveryField<LedgerLineObject> {
  const { kind, coverage, unit, unitClass, state, basis, chargeType, authority } = line;
  return {
    kind,
    coverage,
    unit,
    unitClass,
    state,
    basis,
    premium: Number(line.premiumChange),
    charge: Number(line.chargeChange),
    chargeType,
    authority,
    exposure: exposureOf(line),
    earnedFrom: line.earnedFrom ?? '',
    earnedUntil: line.earnedUntil ?? '',
    createdTimestamp: line.createdAt.toISOString(),
  };
}

/** As the reports round it. */
function exposureOf({ exposureChange, exposureDays, earnedFrom, earnedUntil }: LedgerLine): number | null {
  if (exposureChange === null || exposureDays === null) return null;
  const days = daysBetween(earnedFrom ?? '', earnedUntil ?? '');
  return Number(Decimal.of(exposureChange).times(days).dividedBy(exposureDays).toFixed(exposurePlaces));
}

/** Milliseconds and an offset from UTC, as this record requires. */
function withOffset(instant: Date): string {
  return instant.toISOString().replace('Z', '+00:00');
}
