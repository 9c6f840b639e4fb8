import {
  type ConfiguredAction,
  carrierActionOf,
  type DataLookupAction,
} from '../../domain/actions/configured-action.js';
import { clientOfEvent } from '../../domain/events/client-of-event.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import { namedRecords } from '../../domain/events/records-of-event.js';
import type { Author } from '../../domain/ground/author.js';
import { dayIn } from '../../domain/ground/business-time.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { type EventValues, expressionValueAt } from '../../domain/runs/event-values.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import { planEvent } from '../../domain/runs/plan-event.js';
import { eventWorkflowId } from '../../domain/runs/workflow-ids.js';
import type { ClockReading } from '../clock.js';
import type { Event } from '../models/event.js';
import type { CatalogVersion, ProductHeader } from '../products/catalog.js';
import type { NewEvent } from './accept-event.js';
import type { EventAudience } from './event-audience.js';
import type { EventSubject } from './subject-of-event.js';

export interface EventContext {
  /** The organization that owns the event and its records. */
  organization: { id: string; name: string };
  product: ProductHeader;
  version: CatalogVersion;
  /** Of an endorsement: by `termVersionOf`. */
  termVersion?: CatalogVersion | undefined;
  asConfiguredAt: Date;
  /** The test clock that it is under, and what that shows. Default: none. */
  clock?: ClockReading | null;
  triggerRequestId: string;
  /** Its key, if another organization has an event with its id. */
  key?: string;
  envelope: EventEnvelope;
  /** Whom and which policy it is about, by `subjectOfEvent` or by the action that fires it. */
  subject: EventSubject;
  /** The service fires it itself. */
  byService?: boolean;
  /** The caller, or the service. */
  firedBy: Author;
  /** The event whose action fires this one; `chain` ends with that action. */
  parent?: EventParent | undefined;
  /**
   * The other organization that sees it, and the webhook endpoints that are notified when the run is over. Default:
   * none.
   */
  audience?: EventAudience;
}

export interface EventParent {
  triggerRequestId: string;
  depth: number;
  chain: readonly string[];
}

/** The row of an event about to be accepted, with the plan of its run. */
export function newEvent(context: EventContext): NewEvent {
  const {
    organization,
    product,
    version,
    triggerRequestId,
    key = triggerRequestId,
    asConfiguredAt,
  } = context;
  const envelope = { ...context.envelope, triggerRequestId };
  return {
    triggerRequestId: key,
    ...(key !== triggerRequestId && { publicId: triggerRequestId }),
    organizationId: organization.id,
    type: envelope.type,
    productId: product.id,
    productVersionId: version.versionId,
    clientId: context.subject.clientId ?? null,
    clockId: context.clock?.id ?? null,
    businessTime: context.clock?.businessTime ?? null,
    batchId: envelope.batchId ?? null,
    envelope,
    plan: runPlan(context),
    asConfiguredAt,
    policyId: context.subject.policyId ?? null,
    parentTriggerRequestId: context.parent?.triggerRequestId ?? null,
    depth: context.parent === undefined ? 0 : context.parent.depth + 1,
    chain: [...(context.parent?.chain ?? [])],
    byService: context.byService ?? false,
    firedBy: context.firedBy,
    sharedOrganizationId: context.audience?.sharedOrganizationId ?? null,
  };
}

/** The actions that a product version configures for an event type, and what the service sends by itself. */
export function configuredActions(
  { definition, compiled }: Pick<CatalogVersion, 'definition' | 'compiled'>,
  { type, batchMode }: Pick<EventEnvelope, 'type' | 'batchMode'>,
): readonly ConfiguredAction[] {
  const actions = definition.configurations.flatMap((configuration) => configuration.events[type] ?? []);
  const send = compiled.sends.get(type);
  // In batch mode nothing has happened that a mail could tell.
  return send === undefined || batchMode ? actions : [...actions, send];
}

/** The values for an event's conditions and templates when it is fired. */
export function eventValues(
  { triggerRequestId, envelope }: Pick<EventContext, 'triggerRequestId' | 'envelope'>,
  known: EventSubject & { metadata?: JsonObject; requestIds?: JsonObject },
): EventValues {
  const { type, lineId, batchId, payload } = envelope;
  const { clientId, policyId } = known;
  const [quote, ...otherQuotes] = namedRecords(envelope, 'QUOTE');
  return {
    payload: payload as JsonObject,
    metadata: known.metadata ?? {},
    requestIds: known.requestIds ?? {},
    event: {
      triggerRequestId: envelope.triggerRequestId ?? triggerRequestId,
      type,
      productId: lineId,
      ...(batchId !== undefined && { batchId }),
      ...(clientId !== undefined && { clientId }),
      ...(policyId !== undefined && { policyId }),
      ...(quote !== undefined && otherQuotes.length === 0 && { quoteId: quote.id }),
    },
  };
}

/** The answers for conditions and ratings of an event; empty if it has no intake. */
export function intakeOf({ payload }: EventEnvelope): AnswerMap {
  return 'intake' in payload && payload.intake !== undefined ? payload.intake : {};
}

/** The business day of an event, and the effective date of the quotes that it asks for. */
export function eventDates(
  { envelope, asConfiguredAt, businessTime }: Pick<Event, 'envelope' | 'asConfiguredAt' | 'businessTime'>,
  { timeZone }: Pick<CatalogVersion, 'timeZone'>,
) {
  const { payload, type } = envelope;
  return {
    today: dayIn(timeZone, businessTime ?? asConfiguredAt),
    ...(type === 'GET_QUOTES' && { effectiveDate: payload.effectiveDate }),
  };
}

/** The lookups that a policy's event repeats: those of its quotes, as the product refreshes them. */
function lookupsOf({ compiled }: CatalogVersion, type: EventEnvelope['type']): DataLookupAction[] {
  const refreshed = {
    POLICY_RENEWAL_QUOTING: 'renewal',
    POLICY_ENDORSEMENT_QUOTING: 'endorsement',
  } as const;
  if (type !== 'POLICY_RENEWAL_QUOTING' && type !== 'POLICY_ENDORSEMENT_QUOTING') return [];
  return [...compiled.lookups.values()].filter(({ refresh }) => refresh[refreshed[type]]);
}

function runPlan(context: EventContext): RunPlan {
  const { organization, product, version, envelope, asConfiguredAt, clock } = context;
  const { key = context.triggerRequestId } = context;
  const notify = context.audience?.notify ?? [];
  const { policyId, policyNumber, ratedBy } = context.subject;
  const clientId = context.subject.clientId ?? clientOfEvent(key, envelope);
  const intake = intakeOf(envelope);
  const values = eventValues(context, { clientId, policyId });
  const fired = planEvent(key, envelope, {
    actions: configuredActions(version, envelope),
    ownerOrganizationId: product.ownerOrganizationId,
    renewingCarrier:
      envelope.type === 'POLICY_RENEWAL_QUOTING' && ratedBy !== undefined
        ? carrierActionOf(version.compiled.actions, ratedBy)
        : undefined,
    lookups: lookupsOf(context.termVersion ?? version, envelope.type),
    applies: ({ id }) =>
      version.compiled.actionApplies(id, intake, {
        values: (path) => expressionValueAt(values, path),
        ...eventDates({ envelope, asConfiguredAt, businessTime: clock?.businessTime ?? null }, version),
      }),
    isDecidedLate: ({ id }) => version.compiled.isDecidedLate(id),
  });
  return {
    fired: { ...fired, ...(notify.length > 0 && { notify: [...notify] }) },
    workflowId: eventWorkflowId({
      type: envelope.type,
      key,
      clientId,
      policyNumber,
      productKey: product.key,
      organizationName: organization.name,
    }),
    organizationId: organization.id,
    organizationName: organization.name,
    productKey: product.key,
    productTitle: product.name,
    ...(clientId !== undefined && { clientId }),
    ...(policyId !== undefined && { policyId }),
    ...(clock && { clock: { id: clock.id, time: clock.businessTime.toISOString() } }),
  };
}
