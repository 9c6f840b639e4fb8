import type { BatchProgress } from '../../db/events/read-batch.js';
import type { StoredEvent, StoredEventRun } from '../../db/events/read-run.js';
import type { ActionRun } from '../../db/models/action-run.js';
import type { EarlierActionRun } from '../../db/models/earlier-action-run.js';
import { interfacePath } from '../../domain/ground/interface-path.js';
import { withoutSecrets } from '../../domain/ground/without-secrets.js';
import type { PlannedAction, PlannedDefaultAction } from '../../domain/runs/fired-event.js';
import { workflowIdOf } from '../../domain/runs/workflow-ids.js';
import type { BatchProgressObject, EventActionObject, EventRunObject, ListedEvent } from './schemas.js';

/** The Temporal UI of runs. */
export interface TemporalUi {
  /** Without a trailing slash. */
  url: string;
  namespace: string;
}

const notShared = { batchId: null, parentTriggerRequestId: null, acknowledgement: null };

/** An event as it is listed for an organization. The other one's batches, parents and acknowledgements are not shown. */
export function listedEvent(event: StoredEvent, viewerId: string = event.organizationId): ListedEvent {
  const { clientId, policyId, closedAt, organizationId } = event;
  const { batchId, parentTriggerRequestId, acknowledgement } =
    organizationId === viewerId ? event : notShared;
  return {
    triggerRequestId: event.triggerRequestId,
    organizationId,
    type: event.type as ListedEvent['type'],
    state: event.state,
    lineId: event.productId,
    lineName: event.productName,
    productVersionId: event.productVersionId,
    ...(clientId !== null && { clientId }),
    ...(policyId !== null && { policyId }),
    ...(batchId !== null && { batchId }),
    ...(parentTriggerRequestId !== null && { parentTriggerRequestId }),
    failedActionCount: event.failedActionCount,
    firedBy: event.firedBy,
    retries: event.retries,
    createdTimestamp: event.createdAt.toISOString(),
    ...(closedAt !== null && { closedTimestamp: closedAt.toISOString() }),
    ...(acknowledgement !== null && { acknowledgement }),
  };
}

/** An event with its actions and links. */
export function eventRunObject(event: StoredEventRun, ui: TemporalUi | undefined): EventRunObject {
  const { source, cancelRequestedAt } = event;
  return {
    ...listedEvent(event),
    ...(source !== null && { source }),
    ...(cancelRequestedAt !== null && { cancelRequestedTimestamp: cancelRequestedAt.toISOString() }),
    ...outcomeOf(event),
    actions: actionsOf(event),
    links: linksOf(event, ui),
  };
}

/**
 * An event of the other organization of its policy or quotes: that it happened, how it ended, and the records that the
 * viewer sees. Answers, messages, actions and their errors are its organization's.
 */
export function sharedEvent(event: StoredEventRun): EventRunObject {
  const { self, quotesOfEvent, quotes, policies, children } = linksOf(event, undefined);
  const refusal = event.triggerResult?.refusal;
  return {
    ...listedEvent({ ...event, ...notShared }),
    ...(refusal !== undefined && { refusal }),
    actions: [],
    links: { self, quotesOfEvent, quotes, policies, children },
  };
}

/** The trigger result as its caller gets it, without secrets; for a refused event, the refusal. */
function outcomeOf({
  triggerRequestId,
  triggerResult: result,
  metadata: kept,
}: StoredEventRun): Pick<EventRunObject, 'triggerResult' | 'refusal'> {
  if (result === null) return {};
  const { refusal, executedActionCount, expectedResponseCount, metadata } = result;
  if (refusal !== undefined) return { refusal };
  return {
    triggerResult: {
      triggerRequestId,
      executedActionCount: Number(executedActionCount),
      expectedResponseCount: Number(expectedResponseCount),
      metadata: withoutSecrets({ ...metadata, ...kept }),
    },
  };
}

/** The planned actions in order, followed by others that ran, such as fallbacks. */
function actionsOf({ defaultActions, plannedActions, actions, earlier, closedAt }: StoredEventRun) {
  const rows = new Map(actions.map((action) => [action.actionId, action]));
  const notBegun = closedAt === null ? 'PLANNED' : 'NOT_RUN';
  const planned = [
    ...defaultActions.map((plan) => ({ kind: 'DEFAULT' as const, plan })),
    ...[...plannedActions]
      .sort((a, b) => a.order - b.order)
      .map((plan) => ({ kind: 'CONFIGURED' as const, plan })),
  ].map(({ kind, plan }): EventActionObject => {
    const row = rows.get(plan.actionId);
    rows.delete(plan.actionId);
    const before = earlierRunsOf(plan.actionId, earlier);
    if (row !== undefined) return { ...actionObject(row), ...before };
    return { ...namesOf(plan), kind, state: notBegun, attempts: 0, ...before };
  });
  return [
    ...planned,
    ...[...rows.values()].map((row) => ({ ...actionObject(row), ...earlierRunsOf(row.actionId, earlier) })),
  ];
}

function namesOf({ actionId, type, name }: PlannedAction | PlannedDefaultAction | ActionRun) {
  return { actionId, type, name };
}

function actionObject(action: ActionRun): EventActionObject {
  if (isWaitToCome(action)) {
    const { kind, requestId } = action;
    return {
      ...namesOf(action),
      kind,
      state: 'PLANNED',
      attempts: 0,
      ...(requestId !== null && { requestId }),
    };
  }
  const { kind, state, attempts, lastError, requestId, waitsFor, waitsUntil, startedAt, endedAt } = action;
  return {
    ...namesOf(action),
    kind,
    state,
    attempts,
    ...(lastError !== null && { lastError }),
    ...(requestId !== null && { requestId }),
    ...(waitsFor !== null && { waitsFor }),
    ...(waitsUntil !== null && { waitsUntil: waitsUntil.toISOString() }),
    startedTimestamp: startedAt.toISOString(),
    ...(endedAt !== null && { endedTimestamp: endedAt.toISOString() }),
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
): Pick<EventActionObject, 'earlierRuns'> {
  const own = earlier.filter((run) => run.actionId === actionId);
  if (own.length === 0) return {};
  return {
    earlierRuns: own.map(({ retry, state, attempts, lastError, startedAt, endedAt }) => ({
      run: retry,
      state,
      attempts,
      ...(lastError !== null && { lastError }),
      startedTimestamp: startedAt.toISOString(),
      ...(endedAt !== null && { endedTimestamp: endedAt.toISOString() }),
    })),
  };
}

function linksOf(event: StoredEventRun, ui: TemporalUi | undefined): EventRunObject['links'] {
  const { triggerRequestId, retries, batchId, policyId, parentTriggerRequestId } = event;
  const workflowId = workflowIdOf({
    ...(event.workflowId !== null && { workflowId: event.workflowId }),
    fired: { triggerRequestId, retry: retries },
  });
  const policyIds = new Set([...(policyId === null ? [] : [policyId]), ...event.policyIds]);
  return {
    self: `${interfacePath}/event/${triggerRequestId}`,
    quotesOfEvent: `${interfacePath}/quotes/trigger/${triggerRequestId}`,
    quotes: event.quoteIds.map((id) => `${interfacePath}/quote/${id}`),
    policies: [...policyIds].map((id) => `${interfacePath}/policy/${id}`),
    ...(batchId !== null && { batch: `${interfacePath}/event/batch/${batchId}` }),
    ...(parentTriggerRequestId !== null && { parent: `${interfacePath}/event/${parentTriggerRequestId}` }),
    children: event.childIds.map((id) => `${interfacePath}/event/${id}`),
    ...(ui !== undefined && {
      temporal: `${ui.url}/namespaces/${ui.namespace}/workflows/${workflowId}`,
    }),
  };
}

/** The progress of a batch. */
export function batchObject(batchId: string, progress: BatchProgress): BatchProgressObject {
  const { total, states, quoted, declined, lastClosedAt } = progress;
  return {
    batchId,
    totalEvents: total,
    openEvents: states.ACCEPTED + states.RUNNING,
    states,
    quotes: { quoted, declined },
    firstCreatedTimestamp: progress.firstCreatedAt.toISOString(),
    lastCreatedTimestamp: progress.lastCreatedAt.toISOString(),
    ...(lastClosedAt !== null && { lastClosedTimestamp: lastClosedAt.toISOString() }),
    failedEvents: progress.failedTotal,
    failedTriggerRequestIds: progress.failedIds,
  };
}
