import { derivedId } from '../../domain/ground/derived-id.js';
import { grouped } from '../../domain/ground/grouped.js';
import { noticesOfChange, subscribesTo } from '../../domain/webhooks/change-notices.js';
import type { ReadChange } from '../changes/read-changes.js';
import type { WebhookEndpoint } from '../models/webhook-endpoint.js';
import { PublicIds } from '../public-ids.js';
import { changeBody } from './change-body.js';
import { namedQuotes, type ToldEvent, toldEvents } from './event-bodies.js';
import { newDelivery } from './open-delivery.js';
import type { NotificationSources } from './policies-in-bodies.js';
import { type ReadSubjects, readSubjects } from './read-subjects.js';
import { type SubjectOfChange, withSubjects } from './subjects-of-changes.js';

/** Whether an endpoint is notified of the end of an event. */
export type IsTold = (event: ToldEvent) => boolean;

/** An endpoint, and of which events it is notified: their changes need no notification of their own. */
export interface EndpointToTell {
  endpoint: WebhookEndpoint;
  isTold: IsTold;
}

/**
 * The deliveries of changes to an endpoint: one for what a transaction did to a client, quote or policy, with the same id
 * however often it is made of the same changes.
 */
export async function deliveriesOfChanges(
  sources: NotificationSources,
  { endpoint, isTold }: EndpointToTell,
  all: readonly ReadChange[],
  now: Date,
) {
  const changes = all.filter(({ isSilent }) => !isSilent);
  const { organizationId, eventTypes } = endpoint;
  const [changed, events] = await Promise.all([
    withSubjects(sources.db, changes),
    eventsOf(sources, changes),
  ]);
  const groups = [
    ...grouped(changed, ({ change, subject }) => `${change.transaction} ${subject.kind} ${subject.id}`),
  ].map(([, [first, ...others]]) => ({
    subject: first.subject,
    changed: [first.change, ...others.map(({ change }) => change)] as const,
  }));
  const subjects = await readSubjects(sources, organizationId, groups, now);
  const deliveries = groups.flatMap(({ subject, changed: [first, ...others] }) => {
    const ofSubject = [first, ...others] as const;
    const shown = subjects.of(subject);
    const event = events.get(first.triggerRequestId ?? '');
    const isToldByEvent =
      event !== undefined &&
      isTold(event) &&
      hasSubject(event, subject, { organizationId, madeBy: subjects.madeBy });
    const became = ofSubject.flatMap((change) => change.became);
    const types = noticesOfChange({ subject: subject.kind, became, isToldByEvent });
    const { isDeleted } = ofSubject.findLast(({ kind }) => kind === subject.kind) ?? { isDeleted: false };
    const by = event && {
      id: event.triggerRequestId,
      isSeen: [event.organizationId, event.sharedOrganizationId].includes(organizationId),
    };
    const last = ofSubject.at(-1) ?? first;
    return types
      .filter((type) => subscribesTo(eventTypes, type))
      .map((type) => ({
        ...newDelivery(endpoint, now, derivedId(endpoint.id, type, last.number)),
        eventType: type,
        clockId: first.clockId,
        body: changeBody(type, ofSubject, shown, { event: by, isDeleted }),
      }));
  });
  const bodies = await new PublicIds(sources.db).inJson(deliveries.map(({ body }) => body));
  return deliveries.map((delivery, index) => ({ ...delivery, body: bodies[index] ?? delivery.body }));
}

/** Whether the notification of an event's end names the record; of the quotes that it made, to its own organization only. */
function hasSubject(
  event: ToldEvent,
  { kind, id }: SubjectOfChange,
  { organizationId, madeBy }: { organizationId: string; madeBy: ReadSubjects['madeBy'] },
): boolean {
  if (kind === 'CLIENT') return event.clientId === id;
  if (kind === 'POLICY') return event.policyId === id;
  const isOwn = event.organizationId === organizationId;
  return (isOwn && madeBy(id) === event.triggerRequestId) || namedQuotes(event).includes(id);
}

/** The events that made changes, with their plans, which have the endpoints that are notified of their ends. */
async function eventsOf(
  { db }: NotificationSources,
  changes: readonly ReadChange[],
): Promise<Map<string, ToldEvent>> {
  const ids = [...new Set(changes.flatMap(({ triggerRequestId }) => triggerRequestId ?? []))];
  if (ids.length === 0) return new Map();
  const events = await toldEvents(db)
    .whereIn('events.trigger_request_id', ids)
    .select('events.plan', 'events.retry_plan');
  return new Map(events.map((event) => [event.triggerRequestId, event]));
}
