import { isInsurerOf, lackOfEvent } from '../../db/authority/lack-of-event.js';
import { businessTimeOf } from '../../db/clock.js';
import { amountFaults } from '../../db/events/amount-faults.js';
import { type AnnouncementFault, announcementFaults } from '../../db/events/announced-facts.js';
import { knownId, withEventKeys } from '../../db/events/event-keys.js';
import { acceptFollowUp, contextUnder, type FollowUp } from '../../db/events/follow-up.js';
import { readNamedRecords } from '../../db/events/named-records.js';
import { readBreadth } from '../../db/events/read-breadth.js';
import { recordFaults } from '../../db/events/record-faults.js';
import { Event } from '../../db/models/event.js';
import { type EventEnvelope, eventEnvelope } from '../../domain/events/envelope.js';
import { dayIn } from '../../domain/ground/business-time.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { faultsIn } from '../../domain/ground/issue-sentence.js';
import { parsed, tooManyErrors } from '../../domain/ground/parse.js';
import type { ActionToRun, RunPlan } from '../../domain/runs/fired-event.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity } from '../ground/failures.js';
import {
  type ConfiguredWork,
  filledTemplate,
  readConfiguredWork,
  type SettledStep,
} from './configured-work.js';
import { endAction, type StepEnd } from './end-action.js';

/** The most events in the chain above one that an action fires. */
const maxDepth = 8;

/** The most events that the actions of a chain could fire beside each other. */
const maxBreadth = 100;

/**
 * Fires a follow-up event of the same organization, once. A chain that returns to an action above, or that is
 * too deep or too broad, fails the action.
 */
export function createFireEvent(dependencies: ActivityDependencies) {
  const { db, catalog, now } = dependencies;
  return (
    triggerRequestId: string,
    planned: ActionToRun<'FIRE_EVENT'>,
    clientId?: string,
  ): Promise<SettledStep & { fired: RunPlan[] }> =>
    asActivity(async () => {
      const work = await readConfiguredWork(dependencies, triggerRequestId, planned, clientId);
      const { event, action } = work;
      const id = derivedId(triggerRequestId, action.id, 'fired');
      const wanted = await followUpOf(dependencies, work, id);
      const settled = await db.transaction(async (trx) => {
        const end: StepEnd =
          typeof wanted === 'string'
            ? { state: 'FAILED', failure: wanted }
            : { state: 'SUCCEEDED', fired: [id] };
        return endAction(trx, triggerRequestId, planned, {
          end,
          now: now(),
          effect: async () => {
            if (typeof wanted === 'string') return;
            const { followUp, ...more } = wanted;
            const context = { ...contextUnder(event, action.id), ...more };
            await acceptFollowUp(trx, catalog, context, followUp);
          },
        });
      });
      const { organizationId } = event;
      const { own } = await knownId(db, {
        organizationId,
        triggerRequestId: id,
        firedAs: action.eventType,
      });
      const accepted = own === undefined ? undefined : await Event.query(db).findById(own).select('plan');
      return { ...settled, fired: accepted === undefined ? [] : [accepted.plan] };
    });
}

interface WantedEvent {
  productId: string;
  productVersionId: string;
  /** The action is the insurer's. Any other event is checked as its organization's, in its transaction, too. */
  byService: boolean;
  followUp: FollowUp;
}

/** The event to fire, or why it must not be fired. */
async function followUpOf(
  dependencies: ActivityDependencies,
  work: ConfiguredWork<'FIRE_EVENT'>,
  id: string,
): Promise<WantedEvent | string> {
  const { db, catalog } = dependencies;
  const { event, action } = work;
  if (event.chain.includes(action.id)) {
    return `${action.eventType} would loop: this action fired an event above this one already`;
  }
  if (event.depth >= maxDepth)
    return `${action.eventType} would be event ${maxDepth + 1} in the chain below the first; ${maxDepth} are allowed`;
  const breadth = await readBreadth(db, event.triggerRequestId);
  if (breadth > maxBreadth)
    return `${action.eventType} would be one of ${breadth} events that these actions fire together; ${maxBreadth} are allowed`;
  const productId = action.lineId ?? event.productId;
  const productVersionId = await versionFor(catalog, event, productId);
  if (productVersionId === null) return `no version of product ${productId} can be used here`;
  const written = {
    type: action.eventType,
    lineId: productId,
    payload: (await filledTemplate(db, work, action.payload)) ?? {},
  };
  // Names that only actions of the fired event read reach it so.
  const result = parsed(eventEnvelope, written, { refuseUnknownNames: true });
  if (result === undefined) return `the payload of ${action.eventType} ${tooManyErrors}`;
  if (!result.success) {
    const [first] = faultsIn(result.error);
    return `the payload of ${action.eventType} is invalid: ${first?.path.join('.')} ${first?.detail}`;
  }
  const { organizationId } = event;
  const payload = await withEventKeys(db, organizationId, result.data.payload);
  const envelope = { ...result.data, payload } as EventEnvelope;
  const records = await readNamedRecords(db, organizationId, envelope);
  const fired = { organizationId, envelope, records };
  const [fault] = [...(await recordFaults(catalog, fired)), ...(await amountFaults(db, fired))];
  if (fault !== undefined) return `the payload refers to an invalid record: ${textOf(fault)}`;
  const owner = await catalog.product(event.productId);
  const now = await businessTimeOf(db, dependencies, event);
  const sources = { catalog, licenseOf: catalog.licenseOf };
  // An action has the authority of its product's owner, so that a seller's product gains it none.
  const asked = { ...fired, actingId: owner?.ownerOrganizationId, now };
  const lack = await lackOfEvent(db, sources, asked);
  if (lack !== undefined) return `the owner of the product may not fire ${action.eventType}: ${lack.reason}`;
  const byService = await isInsurerOf(db, sources, asked);
  const [untrue] = await announcementFaults({ db, catalog }, { ...fired, now });
  if (untrue !== undefined) return `${action.eventType} is not true: ${textOf(untrue)}`;
  const { type } = envelope;
  return { productId, productVersionId, byService, followUp: { id, type, payload } as FollowUp };
}

function textOf(fault: AnnouncementFault): string {
  if (fault.kind === 'UNTRUE') return fault.detail;
  return fault.kind === 'UNSEEN' ? `no ${fault.what} ${fault.id}` : `${fault.path.join('.')} ${fault.detail}`;
}

/** The event's own version, or for another product the version deployed for today. */
async function versionFor(
  catalog: ActivityDependencies['catalog'],
  event: ConfiguredWork<'FIRE_EVENT'>['event'],
  productId: string,
): Promise<string | null> {
  if (productId === event.productId) return event.productVersionId;
  const visible = await catalog.productVisibleTo(event.organizationId, productId);
  if (visible === null) return null;
  const effectiveDate = dayIn(visible.timeZone, event.businessTime ?? event.asConfiguredAt);
  return catalog.versionFor(productId, { effectiveDate, asConfiguredAt: event.asConfiguredAt });
}
