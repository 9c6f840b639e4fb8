import type { ModelObject } from 'objection';
import type { BatchProgress } from '../../db/events/read-batch.js';
import type { StoredEvent, StoredEventRun } from '../../db/events/read-run.js';
import type { ActionRun } from '../../db/models/action-run.js';
import type { EarlierActionRun } from '../../db/models/earlier-action-run.js';
import { type EveryField, nothingLeft } from '../../domain/ground/every-field.js';
import { interfacePath } from '../../domain/ground/interface-path.js';
import { withoutSecrets } from '../../domain/ground/without-secrets.js';
import { workflowIdOf } from '../../domain/runs/workflow-ids.js';
import type { ActionStatus, RunStatus } from '../../workflows/contracts/event-run.js';
import type {
  BatchProgressObject,
  EarlierRunObject,
  EventActionObject,
  EventRunObject,
  ListedEvent,
} from './schemas.js';

/** The Temporal UI of runs. */
export interface TemporalUi {
  /** Without a trailing slash. */
  url: string;
  namespace: string;
}

const notShared = { batchId: null, parentTriggerRequestId: null, acknowledgement: null };

/** An event as it is listed for an organization. The other one's batches, parents and acknowledgements are not shown. */
export function listedEvent(
  event: StoredEvent,
  viewerId: string = event.organizationId,
): EveryField<ListedEvent> {
  const { clientId, policyId, closedAt, organizationId } = event;
  const { batchId, parentTriggerRequestId, acknowledgement } =
    organizationId === viewerId ? event : notShared;
  return {
    triggerRequestId: event.triggerRequestId,
    organizationId,
    type: event.type,
    state: event.state,
    lineId: event.productId,
    lineName: event.productName,
    productVersionId: event.productVersionId,
    clientId: clientId ?? undefined,
    clockId: event.clockId ?? undefined,
    businessTimestamp: event.businessTime?.toISOString(),
    policyId: policyId ?? undefined,
    batchId: batchId ?? undefined,
    parentTriggerRequestId: parentTriggerRequestId ?? undefined,
    failedActionCount: event.failedActionCount,
    firedBy: event.firedBy,
    retries: event.retries,
    createdTimestamp: event.createdAt.toISOString(),
    closedTimestamp: closedAt?.toISOString(),
    acknowledgement: acknowledgement ?? undefined,
  };
}

/** An event with its actions and links. */
export function eventRunObject(
  event: StoredEventRun,
  { running, ui }: { running?: RunStatus | undefined; ui: TemporalUi | undefined },
): EveryField<EventRunObject> {
  const { source, cancelRequestedAt, triggerResult } = event;
  return {
    ...listedEvent(event),
    source: source ?? undefined,
    cancelRequestedTimestamp: cancelRequestedAt?.toISOString(),
    triggerResult: shownResult(event),
    refusal: triggerResult?.refusal,
    actions: actionsOf(event, running),
    links: linksOf(event, ui),
  };
}

/**
 * An event of the other organization of its policy or quotes: that it happened, how it ended, and the records that the
 * viewer sees. Answers, messages, actions and their errors are its organization's.
 */
export function sharedEvent(event: StoredEventRun): EveryField<EventRunObject> {
  return {
    ...listedEvent({ ...event, ...notShared }),
    source: undefined,
    cancelRequestedTimestamp: undefined,
    triggerResult: undefined,
    refusal: event.triggerResult?.refusal,
    actions: [],
    links: linksOf({ ...event, ...notShared }, undefined),
  };
}

/** The trigger result as its caller gets it, without secrets; a refused event has none. */
function shownResult({
  triggerRequestId,
  triggerResult: result,
  metadata: kept,
}: StoredEventRun): EventRunObject['triggerResult'] {
  if (result === null || result.refusal !== undefined) return undefined;
  const { executedActionCount, expectedResponseCount, metadata } = result;
  return {
    triggerRequestId,
    executedActionCount: Number(executedActionCount),
    expectedResponseCount: Number(expectedResponseCount),
    metadata: withoutSecrets({ ...metadata, ...kept }),
  };
}

/** The planned actions in order, followed by others that ran, such as fallbacks. */
function actionsOf(
  { defaultActions, plannedActions, actions, earlier, closedAt }: StoredEventRun,
  running: RunStatus | undefined,
) {
  const statuses = new Map(running?.actions.map((status) => [status.actionId, status]));
  const rows = new Map(actions.map((action) => [action.actionId, action]));
  const notBegun = closedAt === null ? ('PLANNED' as const) : ('NOT_RUN' as const);
  const planned = [
    ...defaultActions.map((plan) => ({ ...plan, kind: 'DEFAULT' as const })),
    ...plannedActions
      .toSorted((a, b) => a.order - b.order)
      .map((plan) => ({ ...plan, kind: 'CONFIGURED' as const })),
  ].map((plan) => {
    const row = rows.get(plan.actionId);
    rows.delete(plan.actionId);
    return row ? actionObject(row, earlier) : unstarted(plan, notBegun, earlier);
  });
  const others = [...rows.values()].map((row) => actionObject(row, earlier));
  return [...planned, ...others].map((action) => asRunning(action, statuses.get(action.actionId)));
}

/** An action as its open run tells it; the row of one that has ended says more. */
function asRunning(
  action: EveryField<EventActionObject>,
  status: ActionStatus | undefined,
): EveryField<EventActionObject> {
  if (status === undefined || action.endedTimestamp !== undefined) return action;
  const { state, error, waitsFor, waitsUntil } = status;
  return {
    ...action,
    state,
    lastError: error ?? action.lastError,
    waitsFor: waitsFor ?? action.waitsFor,
    waitsUntil: waitsUntil ?? action.waitsUntil,
  };
}

function actionObject(
  action: ActionRun,
  earlier: readonly EarlierActionRun[],
): EveryField<EventActionObject> {
  if (isWaitToCome(action)) return unstarted(action, 'PLANNED', earlier);
  const { actionId, kind, type, name, state, attempts, startedAt, endedAt } = action;
  return {
    actionId,
    kind,
    type,
    name,
    state,
    attempts,
    lastError: action.lastError ?? undefined,
    requestId: action.requestId ?? undefined,
    answeredBy: action.quotingOrganizationId ?? undefined,
    waitsFor: action.waitsFor ?? undefined,
    waitsUntil: action.waitsUntil?.toISOString(),
    startedTimestamp: startedAt.toISOString(),
    endedTimestamp: endedAt?.toISOString(),
    earlierRuns: earlierRunsOf(actionId, earlier),
  };
}

/** An action before its turn; a wait that is open already has the id that it can be answered by. */
function unstarted(
  {
    actionId,
    kind,
    type,
    name,
    requestId,
    quotingOrganizationId,
  }: Pick<ActionRun, 'actionId' | 'kind' | 'type' | 'name'> & {
    requestId?: string | null;
    quotingOrganizationId?: string | null;
  },
  state: 'PLANNED' | 'NOT_RUN',
  earlier: readonly EarlierActionRun[],
): EveryField<EventActionObject> {
  return {
    actionId,
    kind,
    type,
    name,
    state,
    attempts: 0,
    lastError: undefined,
    requestId: requestId ?? undefined,
    answeredBy: quotingOrganizationId ?? undefined,
    waitsFor: undefined,
    waitsUntil: undefined,
    startedTimestamp: undefined,
    endedTimestamp: undefined,
    earlierRuns: earlierRunsOf(actionId, earlier),
  };
}

/**
 * A wait is open from the start of the run, so that an early message is kept; before its turn it waits for
 * nothing.
 */
function isWaitToCome({ type, state, waitsUntil }: ActionRun): boolean {
  return type === 'INBOUND_WAIT' && state === 'RUNNING' && waitsUntil === null;
}

function earlierRunsOf(
  actionId: string,
  earlier: readonly EarlierActionRun[],
): EventActionObject['earlierRuns'] {
  const own = earlier.filter((run) => run.actionId === actionId);
  return own.length === 0 ? undefined : own.map(earlierRunObject);
}

function earlierRunObject(run: ModelObject<EarlierActionRun>): EveryField<EarlierRunObject> {
  const { retry, state, attempts, lastError, startedAt, endedAt, ...others } = run;
  const { triggerRequestId, actionId, ...rest } = others;
  nothingLeft(rest);
  return {
    run: retry,
    state,
    attempts,
    lastError: lastError ?? undefined,
    startedTimestamp: startedAt.toISOString(),
    endedTimestamp: endedAt?.toISOString(),
  };
}

/** The id of an event's latest run. */
export function workflowOf({ retries, workflowId }: StoredEventRun): string {
  return workflowIdOf({ workflowId, fired: { retry: retries } });
}

function linksOf(event: StoredEventRun, ui: TemporalUi | undefined): EveryField<EventRunObject['links']> {
  const { triggerRequestId, batchId, policyId, parentTriggerRequestId } = event;
  const policyIds = new Set([...(policyId === null ? [] : [policyId]), ...event.policyIds]);
  return {
    self: `${interfacePath}/event/${triggerRequestId}`,
    quotesOfEvent: `${interfacePath}/quotes/trigger/${triggerRequestId}`,
    quotes: event.quoteIds.map((id) => `${interfacePath}/quote/${id}`),
    policies: [...policyIds].map((id) => `${interfacePath}/policy/${id}`),
    batch: batchId === null ? undefined : `${interfacePath}/event/batch/${batchId}`,
    parent: parentTriggerRequestId === null ? undefined : `${interfacePath}/event/${parentTriggerRequestId}`,
    children: event.childIds.map((id) => `${interfacePath}/event/${id}`),
    temporal: ui && `${ui.url}/namespaces/${ui.namespace}/workflows/${workflowOf(event)}`,
  };
}

/** The progress of a batch. */
export function batchObject(batchId: string, progress: BatchProgress): EveryField<BatchProgressObject> {
  const { total, states, quoted, declined, lastClosedAt } = progress;
  return {
    batchId,
    totalEvents: total,
    openEvents: states.ACCEPTED + states.RUNNING,
    states,
    quotes: { quoted, declined },
    firstCreatedTimestamp: progress.firstCreatedAt.toISOString(),
    lastCreatedTimestamp: progress.lastCreatedAt.toISOString(),
    lastClosedTimestamp: lastClosedAt?.toISOString(),
    failedEvents: progress.failedTotal,
    failedTriggerRequestIds: progress.failedIds,
  };
}
