import { asyncLocalStorage, Context, type Info } from '@temporalio/activity';
import { ApplicationFailure, noopMetricMeter } from '@temporalio/common';
import { DefaultLogger } from '@temporalio/worker';
import { createRunDefaultAction } from '../../../activities/default-actions/run-default-action.js';
import type { ActivityDependencies } from '../../../activities/ground/dependencies.js';
import { createRecordOutcome } from '../../../activities/outcome/record-outcome.js';
import { createRecordRefusal } from '../../../activities/outcome/record-refusal.js';
import { createCheckPolicy } from '../../../activities/policy-term/check-policy.js';
import type { RatingToRun } from '../../../activities/rating/quote-maker.js';
import { createRateQuote } from '../../../activities/rating/rate-quote.js';
import type { Database } from '../../../db/database.js';
import { acceptEvent } from '../../../db/events/accept-event.js';
import { metadataOf } from '../../../db/events/action-result.js';
import { readNamedRecords } from '../../../db/events/named-records.js';
import { newEvent } from '../../../db/events/new-event.js';
import { EventReader } from '../../../db/events/read-event.js';
import { subjectOfEvent } from '../../../db/events/subject-of-event.js';
import type { EventType } from '../../../domain/events/catalog.js';
import { eventEnvelope } from '../../../domain/events/envelope.js';
import { refusalType } from '../../../domain/events/refusal.js';
import type { Author } from '../../../domain/ground/author.js';
import { derivedId } from '../../../domain/ground/derived-id.js';
import type { JsonObject } from '../../../domain/ground/json.js';
import { type PlannedDefaultAction, type RunPlan, toRun } from '../../../domain/runs/fired-event.js';
import type { BookProduct } from './products.js';

/** Who fires an event: a person or desk of an organization. */
export interface Firing {
  organization: { id: string; name: string };
  firedBy: Author;
  product: BookProduct;
}

/** What an event came to: its metadata, or why the business refused it. */
export type Outcome = { metadata: JsonObject } | { refused: string };

/**
 * Fires events and checks policies by the service's own activities, on a day that is given. The runs are carried out
 * here, one after the other, instead of by workflows.
 */
export class Office {
  /** `YYYY-MM-DD`. */
  today = '';
  readonly #activities: ReturnType<typeof activitiesOf>;
  readonly #db: Database;
  readonly #seed: string;
  #seconds = 0;
  #events = 0;

  /** @param seed of the ids of its events, from which those of all records are derived. */
  constructor(dependencies: Omit<ActivityDependencies, 'now' | 'events'>, seed: string) {
    const { db } = dependencies;
    this.#db = db;
    this.#seed = seed;
    this.#activities = activitiesOf({ ...dependencies, events: new EventReader(db), now: () => this.now() });
  }

  /** In the morning of the day, each time a second later. */
  now(): Date {
    return new Date(Date.parse(`${this.today}T00:00:00Z`) + this.#seconds++ * 1000);
  }

  goTo(day: string): void {
    this.today = day;
    this.#seconds = 0;
  }

  /** Fires an event, and runs it with those that it fires. */
  async fire(by: Firing, type: EventType, payload: object): Promise<Outcome> {
    const { organization, firedBy, product } = by;
    const triggerRequestId = derivedId(this.#seed, String(this.#events++));
    const source = { sourceType: 'INTERNAL_CALL', organizationId: organization.id };
    const personId = firedBy.personId && { personId: firedBy.personId };
    const envelope = eventEnvelope.parse({
      type,
      lineId: product.header.id,
      payload,
      source: { ...source, ...personId },
    });
    const event = newEvent({
      organization,
      product: product.header,
      version: product.version,
      asConfiguredAt: this.now(),
      triggerRequestId,
      envelope,
      subject: subjectOfEvent(envelope, await readNamedRecords(this.#db, organization.id, envelope)),
      firedBy,
    });
    await acceptEvent(this.#db, event);
    const refused = await this.#run(event.plan);
    return refused === undefined ? { metadata: await metadataOf(this.#db, triggerRequestId) } : { refused };
  }

  /** Performs what is due for a policy and runs what that fires; the day of the next task, if there is one. */
  async check(policyId: string): Promise<string | undefined> {
    for (;;) {
      const { fired, sleepMs, status } = await this.#perform(() => this.#activities.checkPolicy(policyId));
      for (const plan of fired) await this.#run(plan);
      if (fired.length === 0 && sleepMs !== 0) return status?.next?.on;
    }
  }

  /** Why the event was refused; undefined if it was not. */
  async #run({ fired }: RunPlan): Promise<string | undefined> {
    const { triggerRequestId, defaultActions, actions } = fired;
    let clientId: string | undefined;
    const followUps: RunPlan[] = [];
    for (const action of defaultActions) {
      const done = await this.#runDefaultAction(triggerRequestId, action);
      if ('refused' in done) return done.refused;
      clientId ??= done.client;
      followUps.push(...done.fired);
    }
    for (const action of actions) {
      const rating = toRun(action) as RatingToRun;
      const rated = await this.#perform(() => this.#activities.rateQuote(triggerRequestId, rating, clientId));
      followUps.push(...rated.fired);
    }
    const result = {
      executedActionCount: actions.length,
      expectedResponseCount: actions.filter(({ responds }) => responds).length,
      metadata: {},
    };
    await this.#perform(() => this.#activities.recordOutcome(triggerRequestId, result));
    for (const plan of followUps) await this.#run(plan);
    return undefined;
  }

  async #runDefaultAction(triggerRequestId: string, action: PlannedDefaultAction) {
    try {
      return await this.#perform(() => this.#activities.runDefaultAction(triggerRequestId, action));
    } catch (error) {
      if (!(error instanceof ApplicationFailure) || error.type !== refusalType) throw error;
      const refused = error.message;
      await this.#perform(() =>
        this.#activities.recordRefusal(triggerRequestId, action, { detail: refused }),
      );
      return { refused };
    }
  }

  /** Activities ask Temporal which attempt they are, and when it was scheduled. Nobody cancels them here. */
  #perform<Result>(activity: () => Promise<Result>): Promise<Result> {
    const info = { attempt: 1, currentAttemptScheduledTimestampMs: this.now().getTime() } as Info;
    const context = new Context(
      info,
      new Promise<never>(() => undefined),
      new AbortController().signal,
      () => undefined,
      undefined,
      new DefaultLogger('ERROR'),
      noopMetricMeter,
      {},
    );
    return asyncLocalStorage.run(context, activity);
  }
}

function activitiesOf(dependencies: ActivityDependencies) {
  return {
    runDefaultAction: createRunDefaultAction(dependencies),
    rateQuote: createRateQuote(dependencies),
    recordOutcome: createRecordOutcome(dependencies),
    recordRefusal: createRecordRefusal(dependencies),
    checkPolicy: createCheckPolicy(dependencies),
  };
}
