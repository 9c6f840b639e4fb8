import type { Knex } from 'knex';
import type { Policy } from '../../db/models/policy.js';
import { policyInTerm } from '../../db/policies/policy-in-term.js';
import { readPolicyStanding } from '../../db/policies/read-history.js';
import { utcDate } from '../../domain/ground/calendar.js';
import { againstAuditing, endedTermOn } from '../../domain/policy/audit.js';
import { againstEndorsing } from '../../domain/policy/change-rules.js';
import type { PolicySettings } from '../../domain/policy/policy-settings.js';
import { refuseWhere } from './policy-of-event.js';

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

/** A policy in the term that a change belongs to. */
export interface PolicyToChange {
  policy: Policy;
  /** The term has ended. */
  isAudit: boolean;
}

/**
 * The policy in the term of a change: the current one or, for a premium audit, one that ended within the
 * product's window. Refused if it cannot be changed from the day.
 */
export async function policyToChange(
  db: Knex,
  policy: Policy,
  { effectiveDate, dateField, isTrueUp, settings: { audit }, now }: ChangeOfTerm,
): Promise<PolicyToChange> {
  const ended =
    isTrueUp && audit !== undefined
      ? endedTermOn((await readPolicyStanding(db, policy)).history, policy, effectiveDate)
      : undefined;
  if (audit === undefined || ended === undefined) {
    refuseWhere(againstEndorsing(policy, effectiveDate), dateField);
    return { policy, isAudit: false };
  }
  const asked = { from: effectiveDate, today: utcDate(now), windowDays: audit.windowDays };
  refuseWhere(againstAuditing(policy, ended, asked), dateField);
  return { policy: await policyInTerm(db, policy, ended), isAudit: true };
}
