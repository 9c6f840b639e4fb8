import type { Transaction } from 'objection';
import { businessTimeOf } from '../../db/clock.js';
import { linkAddressBy } from '../../db/collection/links.js';
import { firedByService } from '../../db/events/event-keys.js';
import { acceptFollowUp } from '../../db/events/follow-up.js';
import { Policy } from '../../db/models/policy.js';
import { readPolicyToPlan, reminderDaysOf } from '../../db/policies/read-plan.js';
import { lockPolicy, neverDue } from '../../db/policy-changes/lock-policy.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { addDays } from '../../domain/ground/calendar.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import { stateToday } from '../../domain/policy/state-on.js';
import { eventOfTask, type PolicyTask, upcoming } from '../../domain/policy/upcoming.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity, missing } from '../ground/failures.js';
import { stopOfNextTerm, waitForHold } from '../holds/held-renewal.js';
import { billAfterTheEnd, performTask } from './perform-task.js';

/** The result of checking a policy, small because the workflow's history stores it. */
export interface PolicyCheck {
  /** Null if there is no such policy. */
  status: CheckedStatus | null;
  /**
   * Until the next check; 0 if more is due now. Null: the policy is closed. `UNTIL_WOKEN`: its test clock wakes it.
   */
  sleepMs: number | 'UNTIL_WOKEN' | null;
  /** Runs of the fired events. */
  fired: RunPlan[];
}

type CheckedStatus = Pick<
  Policy,
  'policyNumber' | 'policyState' | 'termNumber' | 'effectiveDate' | 'expirationDate'
> & { policyId: string; lookedAt: string; next: Pick<PolicyTask, 'kind' | 'on'> | null };

/** Each task is one transaction; all together stay far below the activity's timeout. */
const mostTasksAtOnce = 20;
/** A clock error or an unnoticed correction of a date is caught up with after this time. */
const longestSleepMs = 30 * 86_400_000;
/** Dates change for all policies at the same instant: their checks are spread over the following hour. */
const spreadMs = 3_600_000;
/** A fired event usually signals that it has begun; the check after this time covers a lost signal. */
const eventPatienceMs = 15_000;

/**
 * Performs a policy's due tasks, one by one. Each is one transaction that locks the policy and decides on its
 * state, so that a retry of a committed attempt finds nothing due. Returns when to check next.
 */
export function createCheckPolicy(dependencies: ActivityDependencies) {
  return (policyId: string): Promise<PolicyCheck> =>
    asActivity(async () => {
      const fired: RunPlan[] = [];
      for (let done = 0; done < mostTasksAtOnce; done += 1) {
        const step = await dependencies.db.transaction((trx) => takeStep(trx, dependencies, policyId));
        // The last step finds what an earlier one fired.
        const known = new Set(fired.map((plan) => plan.fired.triggerRequestId));
        fired.push(...step.fired.filter((plan) => !known.has(plan.fired.triggerRequestId)));
        if (!step.more) return { status: step.status, sleepMs: step.sleepMs, fired };
        if (done === mostTasksAtOnce - 1) return { status: step.status, sleepMs: 0, fired };
      }
      throw new RangeError('unreachable');
    });
}

interface Step extends PolicyCheck {
  more: boolean;
}

async function takeStep(trx: Transaction, sources: ActivityDependencies, policyId: string): Promise<Step> {
  const policy = await lockPolicy(trx, policyId);
  if (policy === undefined) return { status: null, sleepMs: null, fired: [], more: false };
  const { catalog } = sources;
  const version = await catalog.version(policy.productVersionId);
  if (version === null) throw missing('product version', policy.productVersionId);
  const settings = policySettingsOf(version.definition);
  const now = await businessTimeOf(trx, sources, policy);
  const by = { now, settings, reminderDays: reminderDaysOf(version.definition) };
  const tasks = upcoming(await readPolicyToPlan(trx, policy, by), settings);
  const { open, waitsFor } = await stillToDo(trx, policy, tasks);
  const waits = waitsFor.length > 0;
  const stop =
    open[0]?.kind === 'END_TERM' && open[0].on <= now.today && !waits
      ? await stopOfNextTerm(trx, sources, policy, now)
      : undefined;
  const isPostponed = stop !== undefined && stop.action !== 'DECLINE';
  const [next] = isPostponed ? tomorrow(open, now) : open;
  const status = statusOf(policy, next, now);

  const isDue = next !== undefined && next.on <= now.today && !waits;
  const addressOf = linkAddressBy(sources.documents.urls);
  const toDo = { policy, settings, now, whyNotRenewed: stop?.message, addressOf };
  const events =
    (await billAfterTheEnd(trx, toDo)) ??
    (isPostponed ? await waitForHold(trx, policy, stop, now) : undefined) ??
    (isDue ? await performTask(trx, toDo, next) : undefined);
  if (events !== undefined) {
    const context = {
      organizationId: policy.sellerOrganizationId,
      productId: policy.productId,
      productVersionId: policy.productVersionId,
      asConfiguredAt: now.systemTime,
      sourceType: 'SCHEDULED_AUTOMATION' as const,
      policyId,
    };
    const fired: RunPlan[] = [];
    for (const event of events) fired.push(await acceptFollowUp(trx, catalog, context, event));
    return { status, sleepMs: 0, fired, more: true };
  }
  if (policy.policyState === 'CLOSED') return { status, sleepMs: null, fired: [], more: false };
  const { sleepMs, nextLookAt } = nextCheck(policy, { next: waits ? 'WAITS' : next, now });
  await Policy.query(trx).findById(policyId).patch({ nextLookAt });
  // Started again, in case their start was lost with the attempt that fired them.
  return { status, sleepMs, fired: waitsFor, more: false };
}

/** The tasks of a policy whose term does not end today, although its day has come. */
function tomorrow(open: readonly PolicyTask[], { today }: BusinessTime): PolicyTask[] {
  return open
    .map((task) => (task.kind === 'END_TERM' ? { ...task, on: addDays(today, 1) } : task))
    .toSorted((a, b) => a.on.localeCompare(b.on));
}

/** Tasks whose event is not fired yet, and the runs of fired events that have not taken effect. */
async function stillToDo(
  trx: Transaction,
  { id: policyId, sellerOrganizationId }: Policy,
  tasks: readonly PolicyTask[],
): Promise<{ open: PolicyTask[]; waitsFor: RunPlan[] }> {
  const ids = tasks.flatMap((task) => eventOfTask(policyId, task) ?? []);
  const events = await firedByService(trx, [sellerOrganizationId], ids);
  const fired = new Set(events.map(({ id }) => id));
  return {
    open: tasks.filter((task) => !fired.has(eventOfTask(policyId, task) ?? '')),
    // The event's row leaves this state in the transaction of its effect.
    waitsFor: events.filter(({ state }) => state === 'ACCEPTED').map(({ plan }) => plan),
  };
}

/**
 * When a policy is checked next, after a task or after a fired event. Under a test clock that is the exact moment at which
 * something is due; while it waits for an event, it stays due, and its clock does not move on.
 */
function nextCheck(
  { id: policyId, clockId }: Policy,
  { next, now }: { next: PolicyTask | 'WAITS' | undefined; now: BusinessTime },
): { sleepMs: number | 'UNTIL_WOKEN'; nextLookAt: Date } {
  if (clockId === null) {
    const sleepMs = next === 'WAITS' ? eventPatienceMs : sleepUntil(policyId, next, now);
    return { sleepMs, nextLookAt: new Date(now.getTime() + sleepMs) };
  }
  if (next === 'WAITS') return { sleepMs: eventPatienceMs, nextLookAt: now };
  return { sleepMs: 'UNTIL_WOKEN', nextLookAt: next === undefined ? neverDue : now.startOf(next.on) };
}

function sleepUntil(policyId: string, next: PolicyTask | undefined, now: BusinessTime): number {
  if (next === undefined) return longestSleepMs;
  const dueMs = now.startOf(next.on).getTime() + (Number.parseInt(policyId.slice(0, 8), 16) % spreadMs);
  return Math.max(1_000, Math.min(dueMs - now.getTime(), longestSleepMs));
}

function statusOf(policy: Policy, next: PolicyTask | undefined, now: BusinessTime): CheckedStatus {
  const { id: policyId, policyNumber, termNumber, effectiveDate, expirationDate } = policy;
  return {
    policyId,
    policyNumber,
    policyState: stateToday(policy, now.today),
    termNumber,
    effectiveDate,
    expirationDate,
    lookedAt: now.toISOString(),
    next: next === undefined ? null : { kind: next.kind, on: next.on },
  };
}
