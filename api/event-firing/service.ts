import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.js';
import { acceptOwn, ClientErased } from '../../db/events/accept-event.js';
import { metadataOf } from '../../db/events/action-result.js';
import { audienceOf } from '../../db/events/event-audience.js';
import { type KnownId, knownId, withEventKeys } from '../../db/events/event-keys.js';
import { readNamedRecords } from '../../db/events/named-records.js';
import { configuredActions, newEvent } from '../../db/events/new-event.js';
import { latestPlanOf } from '../../db/events/retry-event.js';
import { subjectOfEvent } from '../../db/events/subject-of-event.js';
import { termVersionOf } from '../../db/events/term-version.js';
import { Event } from '../../db/models/event.js';
import type { CatalogVersion, ProductCatalog } from '../../db/products/catalog.js';
import { answeringActionTypes } from '../../domain/actions/configured-action.js';
import { savesClient } from '../../domain/events/catalog.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import { allActions, type RunPlan } from '../../domain/runs/fired-event.js';
import { unknownTargets } from '../../domain/runs/plan-event.js';
import type { RunResult } from '../../domain/runs/run-result.js';
import { workflowIdOf } from '../../domain/runs/workflow-ids.js';
import { BadRequest, Conflict, NotFound, Unavailable } from '../errors/app-error.js';
import type { AnswerLanguages } from '../http/answer-languages.js';
import { type Caller, requireEvent } from '../http/caller.js';
import { authorOf } from '../http/person.js';
import type { QuoteService } from '../quotes/service.js';
import { type EventRuns, endsSoon } from '../runs/event-runs.js';
import { rerunEvent } from '../runs/rerun-event.js';
import { RunClosed, RunUnanswered } from '../runs/run-errors.js';
import { addLogIds } from '../telemetry/log-ids.js';
import { checkAuthority } from './check-authority.js';
import { checkFacts, checkRecords } from './check-records.js';
import { checkUploads } from './check-uploads.js';
import { clockOfEvent } from './clock-of-event.js';
import { refuseUnreadNames } from './refuse-unread-names.js';
import { type RequoteRequest, requoteEvent } from './requote.js';
import type { TriggerResult } from './schemas.js';
import { selectVersion } from './select-version.js';

export interface EventServiceDependencies {
  db: Database;
  catalog: ProductCatalog;
  runs: EventRuns;
  quotes: QuoteService;
  now: () => Date;
  /** Rejects if nothing can be stored: an event that is kept but cannot run would keep its caller waiting. */
  canWrite?: (() => Promise<void>) | undefined;
}

/** How an event's result is answered. */
export interface FiringOptions {
  /** Called when the request only waits for others from then on. */
  onlyWaits?: (() => void) | undefined;
  /** The languages of the quotes in it; by default those of their products. */
  languages?: AnswerLanguages | undefined;
}

/** In this time a run that waits for others has done what it does itself. */
const dispatchMs = 250;

type AcceptedEvent = Pick<Event, 'triggerRequestId' | 'plan' | 'retryPlan' | 'triggerResult' | 'closedAt'> & {
  /** Of an event that an earlier request had accepted. */
  createdAt?: Date;
};

/** Accepts events: each becomes a row and then a run (spec 4.4, 6). */
export class EventService {
  constructor(private readonly uses: EventServiceDependencies) {}

  /**
   * Fires an event and returns its trigger result (spec 2.8). The same envelope under the same
   * `triggerRequestId` returns the first result; a different envelope is 409. 503 if no worker answers in
   * time; the event is kept and runs later. 403 if the caller may not fire events of this type.
   *
   * @param options what the answer depends on, besides the event.
   */
  async fire(
    caller: Caller,
    sent: EventEnvelope,
    { onlyWaits, languages }: FiringOptions = {},
  ): Promise<TriggerResult> {
    requireEvent(caller, sent.type);
    const envelope = await this.#withKeys(caller, withSource(caller, sent));
    const { organizationId } = caller;
    const triggerRequestId = envelope.triggerRequestId ?? randomUUID();
    addLogIds({ triggerRequestId });
    const isGiven = envelope.triggerRequestId !== undefined;
    const known = isGiven ? await knownId(this.uses.db, { organizationId, triggerRequestId }) : undefined;
    const own = known?.own === undefined ? undefined : await this.#find(known.own);
    const event = own
      ? sameEvent(envelope, triggerRequestId, own)
      : await this.#accept(caller, envelope, triggerRequestId, known);
    const plan = latestPlanOf(event);
    addLogIds({ workflowId: workflowIdOf(plan) });
    if (onlyWaits && !endsSoon(plan)) setTimeout(onlyWaits, dispatchMs);
    const result = event.triggerResult ?? (await this.#run(event));
    refuseAs(result, triggerRequestId);
    return { triggerRequestId, ...(await this.#complete(caller, event, result, languages)) };
  }

  /** Quotes again with the answers of a quote, for a client. */
  async requote(
    caller: Caller,
    { quoteId, ...asked }: RequoteRequest & { quoteId: string },
    { triggerRequestId, ...options }: { triggerRequestId?: string | undefined } & FiringOptions,
  ): Promise<TriggerResult> {
    const envelope = await requoteEvent(this.uses.db, caller, quoteId, asked);
    return this.fire(caller, { ...envelope, triggerRequestId }, options);
  }

  async #find(key: string): Promise<Event | undefined> {
    return Event.query(this.uses.db).findById(key);
  }

  async #withKeys({ organizationId }: Caller, envelope: EventEnvelope): Promise<EventEnvelope> {
    const payload = await withEventKeys(this.uses.db, organizationId, envelope.payload);
    return { ...envelope, payload } as EventEnvelope;
  }

  /** Writes the event's row; if another request was first with this id, returns that one's. */
  async #accept(
    caller: Caller,
    envelope: EventEnvelope,
    triggerRequestId: string,
    known: KnownId | undefined,
  ): Promise<AcceptedEvent> {
    await this.uses.canWrite?.();
    const product = await this.uses.catalog.productVisibleTo(caller.organizationId, envelope.lineId);
    if (product === null) throw new NotFound('product', envelope.lineId, { field: 'lineId' });
    const { organizationId } = caller;
    const records = await readNamedRecords(this.uses.db, organizationId, envelope);
    const subject = subjectOfEvent(envelope, records);
    const clock = await clockOfEvent(this.uses.db, subject);
    const system = this.uses.now();
    const { version, asConfiguredAt } = await selectVersion(this.uses.catalog, envelope, {
      isOwner: product.ownerOrganizationId === organizationId,
      now: new BusinessTime(clock?.businessTime ?? system, product.timeZone, system),
    });
    const now = new BusinessTime(clock?.businessTime ?? system, version.timeZone, system);
    refuseUnreadNames(envelope, version);
    await checkRecords(this.uses, { organizationId, envelope, records });
    await checkAuthority(
      { db: this.uses.db, catalog: this.uses.catalog },
      { organizationId, envelope, records },
      now,
    );
    refuseUnknownTargets(envelope, version);
    refuseUnknownForm(envelope, version);
    await checkFacts({ db: this.uses.db, catalog: this.uses.catalog }, caller.organizationId, envelope, now);
    await checkUploads(envelope);
    const { policyId } = subject;
    const context = {
      organization: { id: caller.organizationId, name: caller.organizationName },
      product,
      version,
      termVersion: await termVersionOf(this.uses.db, this.uses.catalog, envelope, policyId),
      asConfiguredAt,
      clock,
      triggerRequestId,
      envelope,
      subject,
      firedBy: authorOf(caller),
      audience: await audienceOf(
        this.uses.catalog,
        { organizationId, type: envelope.type, policyId },
        records,
      ),
    };
    const named = { organizationId, triggerRequestId };
    const make = (key: string) => newEvent({ ...context, key });
    const { event, isNew } = await acceptOwn(this.uses.db, named, make, known).catch((error: unknown) => {
      throw error instanceof ClientErased ? new NotFound('client', String(error.clientId)) : error;
    });
    if (isNew) return { ...event, retryPlan: null, triggerResult: null, closedAt: null };
    const first = await this.#find(event.triggerRequestId);
    if (first === undefined)
      throw new Conflict(`the triggerRequestId ${triggerRequestId} is in use`, { code: 'EVENT_ID_REUSED' });
    return sameEvent(envelope, triggerRequestId, first);
  }

  async #run(event: AcceptedEvent): Promise<RunResult> {
    const { triggerRequestId } = event;
    try {
      return await this.#resultOf(event);
    } catch (error) {
      const isClosed = error instanceof RunClosed;
      if (!isClosed && !(error instanceof RunUnanswered)) throw error;
      // A worker that died before it answered may have closed the event.
      const known = await this.#find(triggerRequestId);
      if (known?.triggerResult) return known.triggerResult;
      if (isClosed) {
        throw new Conflict(`the run of event ${triggerRequestId} was stopped before it had a result`, {
          code: 'EVENT_STOPPED',
        });
      }
      throw new Unavailable(
        'no worker answered in time; the event is kept and will run: fire it again with this triggerRequestId for its result',
        { code: 'EVENT_PENDING', extensions: { triggerRequestId }, retryAfterSeconds: 5, cause: error },
      );
    }
  }

  /** Runs the event, once more if need be. Throws {@link RunClosed} or {@link RunUnanswered}. */
  async #resultOf(event: AcceptedEvent): Promise<RunResult> {
    try {
      if (event.closedAt !== null) throw new RunClosed('closed');
      // The update of a run that the database has lost would answer a repeated fire with results that are lost, too.
      const again = event.createdAt && (await this.#planAgain(event.triggerRequestId));
      return await this.uses.runs.fire(again ?? latestPlanOf(event));
    } catch (error) {
      const plan = error instanceof RunClosed ? await this.#planAgain(event.triggerRequestId) : undefined;
      if (plan === undefined) throw error;
      return this.uses.runs.fire(plan);
    }
  }

  /** The plan of another run for an open event whose closed run is of a past that the database has lost. */
  async #planAgain(key: string): Promise<RunPlan | undefined> {
    const event = await this.#find(key);
    if (event === undefined || event.closedAt !== null) return undefined;
    const isLost = await this.uses.runs.isOfLostPast(latestPlanOf(event), event.createdAt);
    return isLost ? rerunEvent(this.uses, event, this.uses.now()) : undefined;
  }

  async #complete(
    caller: Caller,
    event: AcceptedEvent,
    { executedActionCount, expectedResponseCount, metadata }: RunResult,
    languages: AnswerLanguages | undefined,
  ): Promise<Omit<TriggerResult, 'triggerRequestId'>> {
    const { triggerRequestId } = event;
    const { plan } = event;
    const kept = keepsMetadata(plan) ? await metadataOf(this.uses.db, triggerRequestId) : {};
    const quotes = plan.fired.waitForRating
      ? { quotes: await this.uses.quotes.ofTrigger(caller, triggerRequestId, languages) }
      : {};
    return {
      executedActionCount: Number(executedActionCount),
      expectedResponseCount: Number(expectedResponseCount),
      metadata: { ...metadata, ...kept, ...quotes },
    };
  }
}

/** Whether actions of the event write their `metadata` to their rows instead of returning it to the run. */
function keepsMetadata({ fired }: RunPlan): boolean {
  return (
    fired.defaultActions.some(({ type }) => !savesClient(type)) ||
    allActions(fired.actions).some(({ type }) => answeringActionTypes.has(type))
  );
}

/** A refusal by the business: 409 with the reason, on every repeat. */
function refuseAs(result: RunResult, triggerRequestId: string): void {
  const { refusal } = result;
  if (refusal === undefined) return;
  const { detail, field, code = 'EVENT_REFUSED', holdId } = refusal;
  throw new Conflict(detail, {
    code,
    extensions: { triggerRequestId, ...(holdId !== undefined && { holdId }) },
    ...(field !== undefined && { errors: [{ field, detail }] }),
  });
}

/** The organization's event of an id, which must not be of another envelope. */
function sameEvent(envelope: EventEnvelope, triggerRequestId: string, known: Event): Event {
  if (known.envelopeSha256 === contentHash({ ...envelope, triggerRequestId })) return known;
  throw new Conflict(`the triggerRequestId ${triggerRequestId} was used for another event`, {
    code: 'EVENT_ID_REUSED',
  });
}

/** `source` as the spec completes it: `EXTERNAL`, and the authenticated organization (spec 4.4). */
function withSource(caller: Caller, envelope: EventEnvelope): EventEnvelope {
  const { organizationId } = caller;
  const source = envelope.source ?? { sourceType: 'EXTERNAL' as const };
  if (source.organizationId !== undefined && source.organizationId !== organizationId) {
    throw new BadRequest([
      { field: 'source.organizationId', detail: 'must be the authenticated organization, or left out' },
    ]);
  }
  return { ...envelope, source: { ...source, organizationId } };
}

function refuseUnknownTargets(envelope: EventEnvelope, version: CatalogVersion): void {
  const unknown = unknownTargets(envelope, configuredActions(version, envelope));
  if (unknown.length === 0) return;
  throw new BadRequest(
    unknown.map((index) => ({
      field: `eventTargets.${index}`,
      path: ['eventTargets', index],
      detail: 'is not an action of this event',
    })),
  );
}

function refuseUnknownForm({ type, payload }: EventEnvelope, { compiled }: CatalogVersion): void {
  if (type !== 'CONFIGURATION_FORM_EVALUATION') return;
  const { documents, evaluations } = compiled.forms;
  const { formConfigId } = payload;
  if (!documents.has(formConfigId) && !evaluations.has(formConfigId))
    throw new NotFound('form', formConfigId, { field: 'payload.formConfigId' });
}
