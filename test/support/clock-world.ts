import type { ClockView } from '../../api/clocks/schemas.js';
import { Clocks } from '../../api/clocks/service.js';
import { ClockRuns } from '../../api/runs/clock-runs.js';
import { wakeIdleAdvances } from '../../api/runs/clock-sweep.js';
import { Event } from '../../db/models/event.js';
import { Policy } from '../../db/models/policy.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { Statement } from '../../db/models/statement.js';
import type { EventType } from '../../domain/events/catalog.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { aFire, intakeOf } from './event-factory.js';
import { anEventWorld, type EventWorld } from './event-world.js';
import { whoSays } from './policy-life.js';
import { shopOfLives } from './shop-of-lives.js';
import { shopIds } from './shop-product.js';

export interface ClockWorld extends EventWorld {
  clocks: Clocks;
  /** A clock of the agency. */
  aClock(at: string): Promise<ClockView>;
  /** Issues a policy of a new client under the clock. */
  issue(clockId: string, policy: { effectiveDate: string; plan?: string; revenue?: number }): Promise<Policy>;
  fire(type: EventType, payload: object): Promise<JsonObject>;
  /** Advances the clock and waits until it is ready. */
  advance(clockId: string, to: string): Promise<ClockView>;
  untilReady(clockId: string): Promise<ClockView>;
  /** As every API process does: wakes advances whose run is lost. */
  sweepClocks(): Promise<number>;
  policy(policyId: string): Promise<Policy>;
  statements(policyId: string): Promise<Statement[]>;
  /** The types of a policy's events with their days, oldest first. */
  happenings(policyId: string): Promise<string[]>;
  /** The types of the events about a policy with the days of its clock, and whether they completed. */
  fired(policyId: string): Promise<string[]>;
}

/** Policies under test clocks, on a real Temporal server. The worker is the test's to start. */
export async function aClockWorld(definition: ProductDefinition = shopOfLives()): Promise<ClockWorld> {
  const world = await anEventWorld(definition);
  const { db, client, taskQueue, agency } = world;
  const runs = new ClockRuns({ client, taskQueue });
  const now = () => new Date();
  const clocks = new Clocks({ db, runs, now });
  const day = (at: Date | null) => at?.toISOString().slice(0, 10);
  const fire: ClockWorld['fire'] = async (type, payload) => {
    const envelope = eventEnvelope.parse({ type, lineId: shopIds.line, payload });
    return (await world.events.fire(whoSays(world, type, payload), envelope)).metadata as JsonObject;
  };
  const policy = (id: string) => Policy.query(db).findById(id).throwIfNotFound().execute();
  const untilReady: ClockWorld['untilReady'] = async (clockId) => {
    for (;;) {
      const clock = await clocks.read(agency, clockId);
      if (clock.state === 'READY') return clock;
      if (clock.problem !== undefined) throw new Error(clock.problem);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  return {
    ...world,
    clocks,
    fire,
    policy,
    untilReady,
    sweepClocks: () => wakeIdleAdvances({ db, runs, now }),
    aClock: (at) =>
      clocks.create(agency, { name: 'A year', businessTime: at, waitsTimeOut: false }, undefined),
    advance: async (clockId, to) => {
      await clocks.advance(agency, clockId, to);
      return untilReady(clockId);
    },
    async issue(clockId, { effectiveDate, plan = 'MONTHLY', revenue = 120_000 }) {
      const intake = intakeOf({ 'client.name': 'Corner Shop', 'shop.revenue': String(revenue) });
      const { metadata } = await world.events.fire(
        agency,
        aFire({
          forceSync: true,
          eventTargets: [shopIds.standard],
          payload: { effectiveDate, intake, clockId },
        }),
      );
      const [quote] = metadata.quotes as QuoteObject[];
      const { POLICY_CREATE } = await fire('POLICY_CREATE', {
        clientId: quote!.clientId,
        quoteIds: [quote!.requestId],
        paymentRequired: false,
        paymentPlans: { [quote!.requestId]: plan },
      });
      const [issued] = (POLICY_CREATE as unknown as { policies: { id: string }[] }).policies;
      return policy(issued!.id);
    },
    statements: (policyId) =>
      Statement.query(db)
        .where({ policy_id: policyId })
        .orderBy([{ column: 'term_number' }, { column: 'number' }])
        .execute(),
    happenings: async (policyId) => {
      const events = await PolicyEvent.query(db)
        .where({ policy_id: policyId })
        .orderBy(['created_at', 'seq']);
      return events.map(({ type, createdAt }) => `${day(createdAt)} ${type}`);
    },
    fired: async (policyId) => {
      const events = await Event.query(db)
        .where({ policy_id: policyId })
        .orderBy(['business_time', 'created_at', 'type']);
      return events.map(({ type, state, businessTime }) => `${day(businessTime)} ${type} ${state}`);
    },
  };
}
