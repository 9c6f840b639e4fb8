import type { Knex } from 'knex';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import { type Author, theService } from '../../domain/ground/author.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import { readClock } from '../clock.js';
import { Organization } from '../models/organization.js';
import type { ProductCatalog } from '../products/catalog.js';
import { acceptOwn } from './accept-event.js';
import { audienceOf } from './event-audience.js';
import { ofKind, readNamedRecords } from './named-records.js';
import { newEvent } from './new-event.js';
import type { AcceptedEvent } from './read-event.js';
import { numberOf, subjectOfEvent } from './subject-of-event.js';
import { termVersionOf } from './term-version.js';

/** An event's type with its payload. */
export type EventContent = EventEnvelope extends infer Envelope
  ? Envelope extends { type: infer Type; payload: infer Payload }
    ? { type: Type; payload: Payload }
    : never
  : never;

/** A follow-up event: the service fires it. Its id is derived, so that firing it again changes nothing. */
export type FollowUp = EventContent & { id: string };

/** The owner of the event, the configuration that it runs with, and its parent. */
export interface FollowUpContext {
  organizationId: string;
  productId: string;
  productVersionId: string;
  asConfiguredAt: Date;
  /** The test clock of its parent, for an event that names no record of a client. */
  clockId?: string | null;
  sourceType?: 'INTERNAL_CALL' | 'SCHEDULED_AUTOMATION';
  parent?: { triggerRequestId: string; depth: number; chain: readonly string[] };
  batchId?: string | undefined;
  /** The policy that it is about, unless its payload names it. */
  policyId?: string | undefined;
  /** By default the service itself. */
  firedBy?: Author;
  /** Has the authority of the insurer, by default; else that of its organization. */
  byService?: boolean;
}

/**
 * The context of an event fired by an action: the organization and configuration of the action's event, which
 * is the parent.
 */
export function contextUnder(
  event: AcceptedEvent,
  actionId: string,
): FollowUpContext & Required<Pick<FollowUpContext, 'parent'>> {
  const { triggerRequestId, organizationId, productId, productVersionId, asConfiguredAt, clockId } = event;
  return {
    organizationId,
    productId,
    productVersionId,
    asConfiguredAt,
    clockId,
    batchId: event.batchId ?? undefined,
    parent: { triggerRequestId, depth: event.depth, chain: [...event.chain, actionId] },
  };
}

/**
 * Accepts a follow-up event. Call it in the transaction of the change that it reports, and start the returned
 * plan afterwards; the sweep makes up for a lost start.
 */
export async function acceptFollowUp(
  trx: Knex,
  catalog: ProductCatalog,
  context: FollowUpContext,
  { id, type, payload }: FollowUp,
): Promise<RunPlan> {
  const [organization, version] = await Promise.all([
    Organization.query(trx).findById(context.organizationId).throwIfNotFound(),
    catalog.version(context.productVersionId),
  ]);
  const product = await catalog.product(context.productId);
  if (product === null || version === null) throw new Error(`event ${id} has no product version`);
  const envelope = {
    type,
    payload,
    lineId: context.productId,
    productVersionId: context.productVersionId,
    forceSync: false,
    batchMode: false,
    source: { sourceType: context.sourceType ?? 'INTERNAL_CALL', organizationId: organization.id },
    ...(context.batchId !== undefined && { batchId: context.batchId }),
  } as EventEnvelope;
  const records = await readNamedRecords(trx, organization.id, envelope, context.policyId);
  const about = subjectOfEvent(envelope, records);
  const policyOfContext = ofKind(records, 'POLICY').find(({ id }) => id === context.policyId);
  const subject =
    about.policyId === undefined
      ? { ...about, policyId: context.policyId, ...numberOf(policyOfContext) }
      : about;
  const clockId = subject.clockId ?? context.clockId;
  const content = {
    organization,
    product,
    version,
    termVersion: await termVersionOf(trx, catalog, envelope, subject.policyId),
    asConfiguredAt: context.asConfiguredAt,
    clock: (clockId && (await readClock(trx, clockId))) || null,
    triggerRequestId: id,
    envelope,
    parent: context.parent,
    byService: context.byService ?? true,
    firedBy: context.firedBy ?? theService,
    subject,
    audience: await audienceOf(
      catalog,
      { organizationId: organization.id, type, policyId: subject.policyId },
      records,
    ),
  };
  const named = { organizationId: organization.id, triggerRequestId: id, firedAs: type };
  const { event } = await acceptOwn(trx, named, (key) => newEvent({ ...content, key }));
  return event.plan;
}
