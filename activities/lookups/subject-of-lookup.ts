import { ApplicationFailure } from '@temporalio/common';
import { businessTimeOf } from '../../db/clock.js';
import { intakeOf } from '../../db/events/new-event.js';
import { termVersionOf } from '../../db/events/term-version.js';
import type { CatalogVersion } from '../../db/products/catalog.js';
import { refusalType } from '../../domain/events/refusal.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { keepingLookedUp, withoutLookedUp } from '../../domain/lookups/without-looked-up.js';
import type { ActionToRun } from '../../domain/runs/fired-event.js';
import { type ConfiguredWork, readConfiguredWork } from '../flow/configured-work.js';
import { type DefaultActionWork, envelopeOf } from '../ground/default-action.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { readEventWithVersion } from '../ground/event-with-version.js';
import { endorsementRequest } from '../policy-changes/endorsement-request.js';
import { policyOfEvent } from '../policy-changes/policy-of-event.js';
import { standingOfRequest } from '../policy-changes/quote-change.js';
import { versionOfPolicy } from '../policy-changes/rate-policy.js';
import { keepingSources, nextTermOf, versionOfNextTerm } from '../rating/next-term.js';

/** Reads a lookup and its event: of an endorsement, as the version of the policy's term has it. */
export async function readLookup(
  dependencies: ActivityDependencies,
  triggerRequestId: string,
  planned: ActionToRun<'DATA_LOOKUP'>,
  clientId?: string,
): Promise<ConfiguredWork<'DATA_LOOKUP'>> {
  const { db, catalog } = dependencies;
  const { event, version } = await readEventWithVersion(dependencies, triggerRequestId);
  const ofTerm = await termVersionOf(db, catalog, event.envelope, event.policyId);
  const action = ofTerm?.compiled.lookups.get(planned.actionId);
  if (action === undefined) return readConfiguredWork(dependencies, triggerRequestId, planned, clientId);
  return { event, version, action, clientId: clientId ?? event.clientId ?? undefined };
}

/** What a lookup asks about. */
export interface LookupSubject {
  answers: AnswerMap;
  /** Of a change: the answers before it. What is sent for them, too, is not asked again. */
  before?: AnswerMap;
  /** By which the answers are rated. */
  version: CatalogVersion;
  /** The first day of the rating. */
  effectiveDate?: string;
}

/** Undefined: the event will be refused, by the default action that says why. */
export async function subjectOfLookup(
  dependencies: ActivityDependencies,
  read: ConfiguredWork<'DATA_LOOKUP'>,
): Promise<LookupSubject | undefined> {
  const { event, version, action } = read;
  const now = await businessTimeOf(dependencies.db, dependencies, event);
  const work = { dependencies, event, version, actionId: action.id, now };
  try {
    const { type } = event.envelope;
    if (type === 'POLICY_RENEWAL_QUOTING') return await subjectOfRenewal(work);
    if (type === 'POLICY_ENDORSEMENT_QUOTING') return await subjectOfChange(work);
    const { answers } = withoutLookedUp(intakeOf(event.envelope), version.compiled.questionTypes);
    return { answers, version };
  } catch (error) {
    if (error instanceof ApplicationFailure && error.type === refusalType) return undefined;
    throw error;
  }
}

async function subjectOfRenewal(work: DefaultActionWork): Promise<LookupSubject> {
  const { event, dependencies, now } = work;
  const { policyId } = envelopeOf(event, 'POLICY_RENEWAL_QUOTING').payload;
  const policy = await policyOfEvent(dependencies.db, event, policyId);
  const next = await nextTermOf(dependencies.db, event, policy);
  const effectiveDate = next.renewal.expiringOn;
  const at = { effectiveDate, asConfiguredAt: now };
  const version = await versionOfNextTerm(dependencies.catalog, policy, at);
  return { answers: keepingSources(next, version).intake, effectiveDate, version };
}

async function subjectOfChange(work: DefaultActionWork): Promise<LookupSubject> {
  const request = endorsementRequest(work.event);
  const { known, onDay: before, term } = await standingOfRequest(work, request);
  const version = await versionOfPolicy(work, known);
  const asked = keepingLookedUp(before, request.changed(before), version.compiled.questionTypes);
  return { answers: { ...before, ...asked.answers }, before, version, effectiveDate: term.effectiveDate };
}
