import type { Knex } from 'knex';
import { daysBetween } from '../../domain/ground/calendar.js';
import type { Term } from '../../domain/ground/term.js';
import { exposureChange, exposureOfTerm } from '../../domain/policy/exposure.js';
import type { PolicySettings } from '../../domain/policy/policy-settings.js';
import { ratedForAnswers } from '../../domain/policy/rated-parts.js';
import { readExposure } from '../ledger/read-lines.js';
import { type Recording, recordLedgerLines } from '../ledger/record-entry.js';
import type { LedgerEntry } from '../models/ledger-entry.js';
import type { LedgerLineKind } from '../models/ledger-line.js';
import { ProductVersion } from '../models/product-version.js';
import type { PolicyWithHistory } from './apply-contract.js';
import { policyInTerm } from './policy-in-term.js';
import { issuedMetaOf } from './read-contract.js';

type Reporting = Partial<PolicySettings['reporting']>;

/** The change whose exposure is recorded. */
export interface ExposureToRecord extends Recording {
  /** Its ledger entry: the lines are of its term. */
  entry: LedgerEntry;
  kind?: Extract<LedgerLineKind, 'RECORDED' | 'MOVED'>;
  /** What the product's version has; by default it is read. */
  reporting?: Reporting;
}

/**
 * Brings the exposure in the journal of a term up to date with the policy's history, if the product names one. The lines are what
 * the journal lacks, or has too much, so they are the same in whatever order changes are recorded. Call it after every change that
 * alters answers or the days of coverage. The policy must be locked by the transaction.
 */
export async function recordExposure(
  trx: Knex,
  { policy, history }: PolicyWithHistory,
  { entry, kind = 'RECORDED', reporting, ...by }: ExposureToRecord,
): Promise<void> {
  const { termNumber } = entry;
  const term = history.terms[termNumber - 1];
  if (term === undefined) throw new RangeError(`policy ${policy.id} has no term ${termNumber}`);
  const { productVersionId, premiumTerm } = await policyInTerm(trx, policy, term);
  const { exposure, unitClassQuestion } = reporting ?? (await reportingOf(trx, productVersionId));
  if (exposure === undefined) return;
  const policyMeta = issuedMetaOf(policy);
  const now = exposureOfTerm(term, {
    exposure,
    premiumTerm: premiumTerm as Term,
    daysOfTerm: daysBetween(term.effectiveDate, term.expirationDate),
    ratedFor: (answers) => ratedForAnswers(answers, { policyMeta, unitClassQuestion }),
  });
  const lacking = exposureChange(await readExposure(trx, policy.id, { termNumber }), now);
  if (lacking.length > 0)
    await recordLedgerLines(trx, entry, { kind, ...by }, { lines: [], exposure: lacking });
}

/** The definition is large: only the settings are read. */
async function reportingOf(trx: Knex, productVersionId: string): Promise<Reporting> {
  const version = await ProductVersion.query(trx)
    .findById(productVersionId)
    .select(trx.raw("definition #> '{policy,reporting}' as reporting"))
    .castTo<{ reporting: Reporting | null } | undefined>();
  return version?.reporting ?? {};
}
