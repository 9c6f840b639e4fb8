import type { Knex } from 'knex';
import { readLines } from '../../db/ledger/read-lines.js';
import type { Policy } from '../../db/models/policy.js';
import { type PolicyStanding, readPolicyStanding } from '../../db/policies/read-history.js';
import { utcDate } from '../../domain/ground/calendar.js';
import { endedTermOn, whyNotAudit } from '../../domain/policy/audit.js';
import { whyNotEndorse } from '../../domain/policy/change-rules.js';
import type { PolicySettings } from '../../domain/policy/policy-settings.js';
import { refuseIf } from './policy-of-event.js';

export interface ChangeOfTerm {
  /** The first day of the change. */
  effectiveDate: string;
  /** The path of the date in the envelope; default: in the payload. */
  dateField?: string;
  /** A true-up may be of a term that has ended: a premium audit. */
  isTrueUp: boolean;
  settings: PolicySettings;
  now: Date;
}

/** A policy's standing in the term that a change belongs to. */
export interface StandingToChange extends PolicyStanding {
  /** The term has ended. */
  isAudit: boolean;
}

/**
 * The policy in the term of a change: the current one or, for a premium audit, one that ended within the
 * product's window. Refused if it cannot be changed from the day.
 */
export async function standingToChange(
  db: Knex,
  policy: Policy,
  { effectiveDate, dateField, isTrueUp, settings: { audit }, now }: ChangeOfTerm,
): Promise<StandingToChange> {
  const standing = await readPolicyStanding(db, policy);
  const term = isTrueUp && audit ? endedTermOn(standing.history, policy, effectiveDate) : undefined;
  if (audit === undefined || term === undefined) {
    refuseIf(whyNotEndorse(policy, effectiveDate), dateField);
    return { ...standing, isAudit: false };
  }
  const asked = { from: effectiveDate, today: utcDate(now), windowDays: audit.windowDays };
  refuseIf(whyNotAudit(policy, term, asked), dateField);
  const isCurrent = term.number === policy.termNumber;
  const layers = isCurrent ? standing.layers : await readLines(db, policy.id, { termNumber: term.number });
  return { ...standing, term, layers, isAudit: true };
}
