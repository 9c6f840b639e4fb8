import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { businessTimeOf } from '../../db/clock.js';
import { beginWaitingAction } from '../../db/events/waiting-action.js';
import { outboundSecretOf } from '../../db/identity/outbound-secrets.js';
import { lookupsOfAction } from '../../db/lookups/data-lookups.js';
import { ActionRun } from '../../db/models/action-run.js';
import type { DataLookupAction } from '../../domain/actions/configured-action.js';
import { changedRequests, type LookupRequest, lookupRequests } from '../../domain/lookups/lookup-request.js';
import type { ActionToRun } from '../../domain/runs/fired-event.js';
import type { ConfiguredWork, SettledStep } from '../flow/configured-work.js';
import { endAction, type StepEnd } from '../flow/end-action.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity, missing } from '../ground/failures.js';
import { withSignsOfLife } from '../ground/sign-of-life.js';
import { endpointOfProduct } from '../outbound/endpoints.js';
import type { Source } from './ask-source.js';
import { LookupRound } from './lookup-round.js';
import { type LookupSubject, readLookup, subjectOfLookup } from './subject-of-lookup.js';

const retryMs = 300;

/**
 * Asks a source for what a product looks up before it rates, and keeps its answers. What was answered by an earlier attempt
 * is not asked again, and each request has the same `webhook-id` in every attempt. A failure that may pass is retried, up to
 * the action's attempts and deadline; what has no answer then is kept as a failure, which the ratings judge.
 */
export function createLookUpData(dependencies: ActivityDependencies) {
  const { db, now } = dependencies;
  return (
    triggerRequestId: string,
    planned: ActionToRun<'DATA_LOOKUP'>,
    clientId?: string,
  ): Promise<SettledStep> =>
    asActivity(async () => {
      const { attempt } = Context.current().info;
      const work = await readLookup(dependencies, triggerRequestId, planned, clientId);
      const beginning = { ...planned, triggerRequestId, attempts: attempt, startedAt: now() };
      const isOpen = await beginWaitingAction(db, {
        ...beginning,
        requestId: null,
        quotingOrganizationId: null,
      });
      const end = isOpen ? await lookUp(dependencies, work, attempt) : { state: 'SKIPPED' as const };
      return db.transaction((trx) => endAction(trx, triggerRequestId, planned, { end, now: now() }));
    });
}

async function lookUp(
  dependencies: ActivityDependencies,
  work: ConfiguredWork<'DATA_LOOKUP'>,
  attempt: number,
): Promise<StepEnd> {
  const { db } = dependencies;
  const { event } = work;
  const subject = await subjectOfLookup(dependencies, work);
  const action = subject && actionOf(subject, work.action, event.policyId !== null);
  if (subject === undefined || action === undefined) return { state: 'SKIPPED' };
  const { triggerRequestId } = event;
  const known = await lookupsOfAction(db, triggerRequestId, action.id);
  // A failure that an earlier attempt kept is final.
  const failed = attempt === 1 ? [] : known.filter(({ failure }) => failure !== null);
  const isOver = ({ failure }: { failure: string | null }) => failure === null || attempt > 1;
  const over = new Set(known.filter(isOver).map(({ iterationId }) => iterationId));
  const all = requestsOf(action, subject);
  const open = all.filter(({ iterationId }) => !over.has(iterationId));
  if (open.length + failed.length === 0) return { state: 'SUCCEEDED' };

  const round = new LookupRound(dependencies, {
    work: { ...work, action },
    questions: subject.version.compiled.questionTypes,
    source: await sourceOf(dependencies, work, action),
    now: await businessTimeOf(db, dependencies, event),
    deadline: await deadlineOf(dependencies, triggerRequestId, action),
  });
  const left = await withSignsOfLife(() => round.ask(open));
  const passing = left.find(({ mayPass }) => mayPass);
  if (passing !== undefined && attempt < action.attempts && round.leftMs() > retryMs) {
    await round.giveUp(left.filter(({ mayPass }) => !mayPass));
    throw ApplicationFailure.create({
      type: 'NO_ANSWER',
      message: passing.failure,
      nextRetryDelay: retryMs,
    });
  }
  await round.giveUp(left);
  const failures = [...failed, ...left].flatMap(({ failure }) => failure ?? []);
  const [first] = failures;
  if (first === undefined) return { state: 'SUCCEEDED' };
  return { state: 'FAILED', failure: failureOf(first, { failed: failures.length, of: all.length }) };
}

/** The lookup as the version has it that rates; none where that asks no more, or its condition does not hold. */
function actionOf(
  { answers, version, ...subject }: LookupSubject,
  { id }: DataLookupAction,
  ofPolicy: boolean,
): DataLookupAction | undefined {
  const action = version.compiled.lookups.get(id);
  // A condition of a new quote was decided when its event was accepted.
  if (action === undefined || !ofPolicy) return action;
  return version.compiled.actionApplies(id, answers, datesOf(subject)) ? action : undefined;
}

/** The requests to make; of a change, those that it changes: all of them where the condition did not hold before it. */
function requestsOf(
  action: DataLookupAction,
  { answers, before, version, ...subject }: LookupSubject,
): LookupRequest[] {
  const isChange =
    before !== undefined && version.compiled.actionApplies(action.id, before, datesOf(subject));
  return isChange ? changedRequests(action, answers, before) : lookupRequests(action, answers);
}

function datesOf({ effectiveDate }: Pick<LookupSubject, 'effectiveDate'>) {
  return effectiveDate === undefined ? {} : { effectiveDate, today: effectiveDate };
}

async function sourceOf(
  { db, catalog, outbound: { endpoints }, now }: ActivityDependencies,
  { event: { productId } }: ConfiguredWork<'DATA_LOOKUP'>,
  { endpoint: name }: DataLookupAction,
): Promise<Source> {
  const product = await catalog.product(productId);
  if (product === null) throw missing('product', productId);
  return {
    endpoint: await endpointOfProduct({ endpoints, catalog }, productId, name),
    // Not of the event's organization, which may only sell the product.
    secret: await outboundSecretOf(db, product.ownerOrganizationId),
    now,
  };
}

/** When the source is late. A worker that takes over from one that died asks once, however long that took. */
async function deadlineOf(
  { db, now }: ActivityDependencies,
  triggerRequestId: string,
  { id, deadlineSeconds, timeoutSeconds }: DataLookupAction,
): Promise<Date> {
  const run = await ActionRun.query(db)
    .findById([triggerRequestId, id])
    .select('started_at')
    .throwIfNotFound();
  const planned = run.startedAt.getTime() + deadlineSeconds * 1000;
  const least = now().getTime() + Math.min(timeoutSeconds, deadlineSeconds) * 1000;
  return new Date(planned > now().getTime() ? planned : least);
}

function failureOf(failure: string, { failed, of }: { failed: number; of: number }): string {
  return of === 1 ? failure : `${failed} of ${of} requests have no usable answer: ${failure}`;
}
