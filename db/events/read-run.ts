import { raw, ref } from 'objection';
import { namedRecords } from '../../domain/events/records-of-event.js';
import type { Author } from '../../domain/ground/author.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { PlannedAction, PlannedDefaultAction } from '../../domain/runs/fired-event.js';
import type { RunResult } from '../../domain/runs/run-result.js';
import type { Database } from '../database.js';
import { ActionRun } from '../models/action-run.js';
import { EarlierActionRun } from '../models/earlier-action-run.js';
import { Event } from '../models/event.js';
import { namingQuotes } from '../models/naming-quotes.js';
import { Policy } from '../models/policy.js';
import { PolicyChange } from '../models/policy-change.js';
import { PolicyEvent } from '../models/policy-event.js';
import { Quote } from '../models/quote.js';
import { metadataOf } from './action-result.js';

/** The most ids of related records that are returned with an event. */
const mostRelated = 200;

/** An event as it is listed. */
export interface StoredEvent
  extends Pick<
    Event,
    | 'triggerRequestId'
    | 'organizationId'
    | 'type'
    | 'state'
    | 'productId'
    | 'productVersionId'
    | 'clientId'
    | 'clockId'
    | 'businessTime'
    | 'policyId'
    | 'batchId'
    | 'parentTriggerRequestId'
    | 'retries'
    | 'createdAt'
    | 'closedAt'
    | 'acknowledgement'
  > {
  productName: string;
  failedActionCount: number;
  firedBy: Author;
}

/** An event with all data of its runs. */
export interface StoredEventRun extends StoredEvent {
  source: JsonObject | null;
  workflowId: string;
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

const listedColumns = [
  ...['trigger_request_id', 'organization_id', 'type', 'state', 'product_id', 'product_version_id'],
  ...['client_id', 'policy_id', 'batch_id', 'parent_trigger_request_id', 'retries', 'events.created_at'],
  ...['closed_at', 'acknowledgement', 'fired_by', 'clock_id', 'business_time'],
];

/** Events as they are listed. */
export const storedEvents = (db: Database) =>
  Event.query(db)
    .leftJoinRelated('product')
    .select(
      ...listedColumns,
      ref('product.name').as('productName'),
      Event.relatedQuery('actions')
        .where('state', 'FAILED')
        .select(raw('count(*)::integer'))
        .as('failedActionCount'),
    )
    .castTo<StoredEvent[]>();

// Not the whole envelope, which may carry documents.
const runColumns = [
  ...['cancel_requested_at', 'trigger_result'],
  ref('events.envelope:source').as('source'),
  ref('events.plan:workflowId').castText().as('workflowId'),
  ref('events.plan:fired.defaultActions').as('defaultActions'),
  ref('events.plan:fired.actions').as('plannedActions'),
  raw(namingQuotes('events')).as('naming'),
];

// Without their results, which may be large.
const actionColumns = [
  ...['action_id', 'kind', 'type', 'name', 'state', 'attempts', 'last_error', 'request_id'],
  ...['quoting_organization_id', 'waits_for', 'waits_until', 'started_at', 'ended_at'],
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
  const found = await storedEvents(db)
    .findById(triggerRequestId)
    .modify('visibleTo', organizationId)
    .select(runColumns)
    .castTo<(StoredEventRun & { naming: JsonObject }) | undefined>();
  if (found === undefined) return undefined;
  const { naming, ...event } = found;
  const isOwn = event.organizationId === organizationId;
  const named = isOwn ? [] : namedRecords({ payload: naming }, 'QUOTE').map((quote) => quote.id);
  const ofEvent = { trigger_request_id: triggerRequestId };
  const [metadata, actions, earlier, quotes, policies, children] = await Promise.all([
    event.triggerResult === null ? {} : metadataOf(db, triggerRequestId),
    ActionRun.query(db).where(ofEvent).select(actionColumns).orderBy(['started_at', 'action_id']),
    EarlierActionRun.query(db).where(ofEvent).orderBy('retry'),
    Quote.query(db)
      .where((either) => either.where(ofEvent).orWhereIn('request_id', named))
      .whereNull('package_request_id')
      .modify('visibleTo', organizationId)
      .select('request_id')
      .orderBy(['quote_timestamp', 'request_id'])
      .limit(mostRelated),
    Policy.query(db)
      .whereIn(
        'id',
        PolicyChange.query()
          .where(ofEvent)
          .select('policy_id')
          .union(PolicyEvent.query().where(ofEvent).select('policy_id')),
      )
      .modify('visibleTo', organizationId)
      .select('id')
      .limit(mostRelated),
    Event.query(db)
      .where('parent_trigger_request_id', triggerRequestId)
      .modify('visibleTo', organizationId)
      .select('trigger_request_id')
      .orderBy(['created_at', 'trigger_request_id'])
      .limit(mostRelated),
  ]);
  return {
    ...event,
    metadata,
    actions,
    earlier,
    quoteIds: quotes.map(({ requestId }) => requestId),
    policyIds: policies.map(({ id }) => id),
    childIds: children.map((child) => child.triggerRequestId),
  };
}
