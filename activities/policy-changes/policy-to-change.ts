import type { Knex } from 'knex';
import { readLines } from '../../db/ledger/read-lines.js';
import type { Policy } from '../../db/models/policy.js';
import { type PolicyStanding, readPolicyStanding } from '../../db/policies/read-history.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { earlierTermOn, whyNotEarlierTerm } from '../../domain/policy/across-terms.js';
import { endedTermOn, whyNotAudit } from '../../domain/policy/audit.js';
import type { BindingSide } from '../../domain/policy/binding-rules.js';
import { whyNotChange, whyNotEndorse } from '../../domain/policy/change-rules.js';
import type { PolicySettings } from '../../domain/policy/policy-settings.js';
import { refuseIf } from './policy-of-event.js';

export interface ChangeToMake {
  /** The first day of the change. */
  effectiveDate: string;
  /** The path of the date in the envelope; default: in the payload. */
  dateField?: string;
  /**
   * A true-up may be of a term that has ended: a premium audit. A change that is rated may begin in an earlier term, one
   * with an agreed premium may not.
   */
  kind: 'RATED' | 'AGREED' | 'TRUE_UP';
  /** Who changes it. */
  side: BindingSide;
  settings: PolicySettings;
  now: BusinessTime;
}

/** A policy's standing in the term that a change belongs to. */
export interface StandingToChange extends PolicyStanding {
  /** The term has ended. */
  isAudit: boolean;
}

/**
 * The policy in the term of a change: the current one, an earlier one within the product's `backDays` or, for a premium
 * audit, one that ended within its window. Refused if it cannot be changed from the day.
 */
export async function standingToChange(
  db: Knex,
  policy: Policy,
  { effectiveDate: from, dateField, kind, side, settings: { audit, changes }, now }: ChangeToMake,
): Promise<StandingToChange> {
  const standing = await readPolicyStanding(db, policy);
  const { history } = standing;
  const today = now.today;
  const isTrueUp = kind === 'TRUE_UP';
  const audited = isTrueUp && audit ? endedTermOn(history, policy, from) : undefined;
  if (audit !== undefined && audited !== undefined) {
    refuseIf(whyNotAudit(policy, audited, { from, today, windowDays: audit.windowDays }), dateField);
    return { ...(await inTerm(db, policy, standing, audited.number)), isAudit: true };
  }
  const earlier = isTrueUp ? undefined : earlierTermOn(history, from);
  if (earlier === undefined) {
    refuseIf(whyNotEndorse(policy, from), dateField);
    return { ...standing, isAudit: false };
  }
  const asked = { from, today, side, changes, isAgreed: kind === 'AGREED' };
  refuseIf(whyNotChange(policy, 'changed') ?? whyNotEarlierTerm(history, earlier, asked), dateField);
  return { ...(await inTerm(db, policy, standing, earlier.number)), isAudit: false };
}

/** A policy's standing in one of its terms. */
export async function inTerm(
  db: Knex,
  policy: Policy,
  standing: PolicyStanding,
  termNumber: number,
): Promise<PolicyStanding> {
  if (termNumber === standing.term.number) return standing;
  const term = standing.history.terms[termNumber - 1];
  if (term === undefined) throw new RangeError(`policy ${policy.id} has no term ${termNumber}`);
  return { ...standing, term, layers: await readLines(db, policy.id, { termNumber }) };
}
