import { namedRecords } from '../../domain/events/records-of-event.js';
import type { Author } from '../../domain/ground/author.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { PlannedAction, PlannedDefaultAction } from '../../domain/runs/fired-event.js';
import type { RunResult } from '../../domain/runs/run-result.js';
import type { Database } from '../database.js';
import { firedBy } from '../identity/author.js';
import { ActionRun } from '../models/action-run.js';
import { EarlierActionRun } from '../models/earlier-action-run.js';
import type { Acknowledgement, EventState } from '../models/event.js';
import { namingQuotes } from '../models/naming-quotes.js';
import { seenBy } from '../models/visibility.js';
import { metadataOf } from './action-result.js';

/** The most ids of related records that are returned with an event. */
const mostRelated = 200;

/** An event as it is listed. */
export interface StoredEvent {
  triggerRequestId: string;
  /** The organization that it belongs to. */
  organizationId: string;
  type: string;
  state: EventState;
  productId: string;
  productName: string;
  productVersionId: string;
  clientId: string | null;
  policyId: string | null;
  batchId: string | null;
  parentTriggerRequestId: string | null;
  retries: number;
  createdAt: Date;
  closedAt: Date | null;
  failedActionCount: number;
  firedBy: Author;
  acknowledgement: Acknowledgement | null;
}

/** An event with all data of its runs. */
export interface StoredEventRun extends StoredEvent {
  source: JsonObject | null;
  /** Null if an earlier version accepted it. */
  workflowId: string | null;
  cancelRequestedAt: Date | null;
  triggerResult: RunResult | null;
  /** The metadata that its actions added to the trigger result. */
  metadata: JsonObject;
  defaultActions: PlannedDefaultAction[];
  plannedActions: PlannedAction[];
  actions: ActionRun[];
  earlier: EarlierActionRun[];
  quoteIds: string[];
  policyIds: string[];
  childIds: string[];
}

/** The common columns of lists and single events, for `events event` and `products product`. */
export const listedColumns = `event.trigger_request_id as "triggerRequestId", event.organization_id as "organizationId",
  event.type, event.state,
  event.product_id as "productId", product.name as "productName", event.product_version_id as "productVersionId",
  event.client_id as "clientId", event.policy_id as "policyId", event.batch_id as "batchId",
  event.parent_trigger_request_id as "parentTriggerRequestId", event.retries, event.created_at as "createdAt",
  event.closed_at as "closedAt", event.acknowledgement, ${firedBy('event')} as "firedBy", (
    select count(*)::integer from action_runs failed
    where failed.trigger_request_id = event.trigger_request_id and failed.state = 'FAILED'
  ) as "failedActionCount"`;

// Not the whole envelope, which may carry documents.
const one = `select ${listedColumns}, event.envelope -> 'source' as source,
    event.cancel_requested_at as "cancelRequestedAt", event.trigger_result as "triggerResult",
    event.plan ->> 'workflowId' as "workflowId", event.plan -> 'fired' -> 'defaultActions' as "defaultActions",
    event.plan -> 'fired' -> 'actions' as "plannedActions", ${namingQuotes('event')} as naming
  from events event
  left join products product on product.id = event.product_id
  where event.trigger_request_id = ? and ${seenBy('events', 'event')}`;

const relatedQuotes = `select request_id as id from quotes
  where (trigger_request_id = ? or request_id = any (?::uuid[])) and package_request_id is null and ${seenBy('quotes')}
  order by quote_timestamp, request_id limit ?`;

const relatedPolicies = `select related.id from (
    select policy_id as id from policy_changes where trigger_request_id = ?
    union select policy_id from policy_events where trigger_request_id = ?
  ) related join policies policy on policy.id = related.id where ${seenBy('policies', 'policy')} limit ?`;

const relatedEvents = `select trigger_request_id as id from events
  where parent_trigger_request_id = ? and ${seenBy('events')} order by created_at, trigger_request_id limit ?`;

// Without their results, which may be large.
const actionColumns = [
  ...['action_id', 'kind', 'type', 'name', 'state', 'attempts', 'last_error', 'request_id'],
  ...['waits_for', 'waits_until', 'started_at', 'ended_at'],
];

/**
 * An event that the organization sees, with its runs; undefined if there is none. Related records are those that it sees;
 * for the other organization also the quotes that the event is about.
 */
export async function readEventRun(
  db: Database,
  organizationId: string,
  triggerRequestId: string,
): Promise<StoredEventRun | undefined> {
  const { rows } = await db.raw<{ rows: (StoredEventRun & { naming: JsonObject })[] }>(one, [
    triggerRequestId,
    organizationId,
  ]);
  const [found] = rows;
  if (found === undefined) return undefined;
  const { naming, ...event } = found;
  const isOwn = event.organizationId === organizationId;
  const named = isOwn ? [] : namedRecords({ payload: naming }, 'QUOTE').map((quote) => quote.id);
  const id = triggerRequestId;
  const [metadata, actions, earlier, quoteIds, policyIds, childIds] = await Promise.all([
    event.triggerResult === null ? {} : metadataOf(db, id),
    ActionRun.query(db)
      .where('trigger_request_id', id)
      .select(actionColumns)
      .orderBy(['started_at', 'action_id']),
    EarlierActionRun.query(db).where('trigger_request_id', id).orderBy('retry'),
    idsOf(db, relatedQuotes, [id, named, organizationId, mostRelated]),
    idsOf(db, relatedPolicies, [id, id, organizationId, mostRelated]),
    idsOf(db, relatedEvents, [id, organizationId, mostRelated]),
  ]);
  return { ...event, metadata, actions, earlier, quoteIds, policyIds, childIds };
}

async function idsOf(db: Database, sql: string, bindings: (string | number | string[])[]): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(sql, bindings);
  return rows.map(({ id }) => id);
}
