import { randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { noMail } from '../../activities/ground/mail-settings.js';
import { paymentProviders } from '../../activities/ground/payment-provider.js';
import { type Activities, type ActivityDependencies, createActivities } from '../../activities/index.js';
import { offlineProvider } from '../../activities/payments/offline-provider.js';
import { authorOf } from '../../api/http/person.js';
import { acceptEvent } from '../../db/events/accept-event.js';
import { metadataOf } from '../../db/events/action-result.js';
import { readNamedRecords } from '../../db/events/named-records.js';
import { newEvent } from '../../db/events/new-event.js';
import { EventReader } from '../../db/events/read-event.js';
import { subjectOfEvent } from '../../db/events/subject-of-event.js';
import { Event } from '../../db/models/event.js';
import { Quote } from '../../db/models/quote.js';
import type { EventType } from '../../domain/events/catalog.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import { testDocuments, testRater } from './documents.js';
import { intakeOf } from './event-factory.js';
import type { EventWorld } from './event-world.js';
import { whoSays } from './policy-life.js';
import { shopIds } from './shop-product.js';
import { noWebhooks } from './webhook-settings.js';

/** Refusals are not news here. */
const silent = new DefaultLogger('ERROR');

export interface PolicyToQuote {
  intake: AnswerMap;
  action: Parameters<Activities['rateQuote']>[1];
  plan: string;
  effectiveDate: string;
}

export type QuoteToAsk = Omit<PolicyToQuote, 'plan'> & { clientId?: string };

/** What an event came to: its metadata, or why it was refused. */
export type Outcome = { metadata: JsonObject } | { refused: string };

/**
 * Runs events' default actions and looks after policies through the real activities on the real database, without
 * Temporal in between: for lives with many steps.
 */
export class PolicyDesk {
  readonly #world: EventWorld;
  readonly #activities: Activities;
  readonly #environment = new MockActivityEnvironment({}, { logger: silent });
  readonly #now: () => Date;

  constructor(world: EventWorld, now: () => Date, changed: Partial<ActivityDependencies> = {}) {
    this.#world = world;
    this.#now = now;
    this.#activities = createActivities({
      db: world.db,
      catalog: world.catalog,
      events: new EventReader(world.db),
      now,
      outbound: { endpoints: {}, environment: 'DEV', webhooks: noWebhooks },
      payments: paymentProviders(offlineProvider),
      mail: noMail,
      documents: testDocuments(world.db),
      rater: testRater(),
      ...changed,
    });
  }

  async fire(type: EventType, payload: object): Promise<Outcome> {
    return this.#run(await this.accept(type, payload));
  }

  /** Fires an event that is not refused, and gives its metadata. */
  async done(type: EventType, payload: object): Promise<JsonObject> {
    const outcome = await this.fire(type, payload);
    if ('refused' in outcome) throw new Error(outcome.refused);
    return outcome.metadata;
  }

  /** Fires an event that is refused, and gives the reason. */
  async refusal(type: EventType, payload: object): Promise<string> {
    const outcome = await this.fire(type, payload);
    if ('refused' in outcome) return outcome.refused;
    throw new Error(`${type} was not refused`);
  }

  /** Accepts an event, of the agency unless it is the issuer's to fire, without running anything of it. */
  async accept(type: EventType, payload: object): Promise<RunPlan> {
    const { db, catalog, versionId, definition } = this.#world;
    const by = whoSays(this.#world, type, payload);
    const lineId = definition.product.id;
    const [product, version] = [await catalog.product(lineId), await catalog.version(versionId)];
    const envelope = eventEnvelope.parse({ type, lineId, payload });
    const event = newEvent({
      organization: { id: by.organizationId, name: by.organizationName },
      product: product!,
      version: version!,
      asConfiguredAt: this.#now(),
      triggerRequestId: randomUUID(),
      envelope,
      subject: subjectOfEvent(envelope, await readNamedRecords(db, by.organizationId, envelope)),
      firedBy: authorOf(by),
    });
    await acceptEvent(db, event);
    return event.plan;
  }

  /** Runs the first default action of an event, as its workflow does; again where it is called again. */
  runDefaultAction({ fired }: RunPlan) {
    const [action] = fired.defaultActions;
    return this.#perform('runDefaultAction', fired.triggerRequestId, action!);
  }

  /** Looks after a policy once; what it fires is not run. */
  lookOnce(policyId: string) {
    return this.#perform('lookAfterPolicy', policyId);
  }

  /** Looks after a policy until nothing is due, and runs what that fires. */
  async lookAfter(policyId: string): Promise<void> {
    for (;;) {
      const { fired, sleepMs } = await this.lookOnce(policyId);
      for (const plan of fired) await this.#run(plan);
      if (fired.length === 0 && sleepMs !== 0) return;
    }
  }

  /** A year of a shop by its revenue, a hundredth of which is its premium. */
  issue({ revenue, plan, effectiveDate }: { revenue: number; plan: string; effectiveDate: string }) {
    const intake = intakeOf({ 'client.name': 'Corner Shop', 'shop.revenue': String(revenue) });
    const action = { actionId: shopIds.standard, type: 'IOI_RATING' as const, name: 'Standard' };
    return this.issueQuoted({ intake, action, plan, effectiveDate });
  }

  /** Quotes an intake by an action of the product; a new client, unless one is named. */
  async askForQuote({ intake, action, effectiveDate, ...known }: QuoteToAsk) {
    const quoting = await this.accept('GET_QUOTES', { effectiveDate, intake, ...known });
    const { triggerRequestId } = quoting.fired;
    const { client } = await this.runDefaultAction(quoting);
    const clientId = client ?? known.clientId;
    const { quoteIds } = await this.#perform('rateQuote', triggerRequestId, action, clientId);
    await this.#close(triggerRequestId, 'COMPLETED');
    return { clientId, quoteIds };
  }

  /** Quotes an intake by an action of the product, and issues the quote. */
  async issueQuoted({ plan, ...asked }: PolicyToQuote): Promise<string> {
    const { clientId, quoteIds } = await this.askForQuote(asked);
    const [quoteId] = quoteIds;
    const { POLICY_CREATE: created } = await this.done('POLICY_CREATE', {
      clientId,
      quoteIds,
      paymentRequired: false,
      paymentPlans: { [quoteId!]: plan },
    });
    return (created as unknown as { policies: { id: string }[] }).policies[0]!.id;
  }

  async quote(quoteId: string): Promise<Quote> {
    return Quote.query(this.#world.db).findById(quoteId).throwIfNotFound();
  }

  async #run({ fired }: RunPlan): Promise<Outcome> {
    const { triggerRequestId, defaultActions } = fired;
    for (const action of defaultActions) {
      try {
        const done = await this.#perform('runDefaultAction', triggerRequestId, action);
        for (const plan of done.fired) await this.#run(plan);
      } catch (error) {
        if (!(error instanceof ApplicationFailure) || error.type !== 'REFUSED') throw error;
        await this.#close(triggerRequestId, 'FAILED');
        return { refused: error.message };
      }
    }
    await this.#close(triggerRequestId, 'COMPLETED');
    return { metadata: await metadataOf(this.#world.db, triggerRequestId) };
  }

  #perform<Name extends 'runDefaultAction' | 'lookAfterPolicy' | 'rateQuote'>(
    name: Name,
    ...args: Parameters<Activities[Name]>
  ): ReturnType<Activities[Name]> {
    const activity = this.#activities[name] as (...given: unknown[]) => Promise<unknown>;
    return this.#environment.run(() => activity(...args)) as Promise<unknown> as ReturnType<Activities[Name]>;
  }

  async #close(triggerRequestId: string, state: 'FAILED' | 'COMPLETED'): Promise<void> {
    await Event.query(this.#world.db).findById(triggerRequestId).patch({ state });
  }
}
