import type { WorkflowHandle } from '@temporalio/client';
import type { Caller } from '../../api/http/caller.js';
import { Event } from '../../db/models/event.js';
import { LedgerLine } from '../../db/models/ledger-line.js';
import { Policy } from '../../db/models/policy.js';
import { PolicyChange } from '../../db/models/policy-change.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { Statement } from '../../db/models/statement.js';
import type { EventType } from '../../domain/events/catalog.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { Term } from '../../domain/ground/term.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { lookAfterUpdate, type PolicyTermStatus } from '../../workflows/contracts/policy-term.js';
import { aFire, intakeOf } from './event-factory.js';
import { anEventWorld, type EventWorld } from './event-world.js';
import { isInsurers } from './full-authority.js';
import { shopOfLives } from './shop-of-lives.js';
import { shopIds } from './shop-product.js';
import { termOf } from './workflow-handles.js';

export interface PolicyToIssue {
  /** A hundredth of it is the premium of a year. */
  revenue?: number;
  plan?: string;
  effectiveDate?: string;
  term?: Term;
}

export interface PolicyLives extends EventWorld {
  /** Sets the clock to the morning of a day. */
  setDay(date: string): void;
  /** Sets the clock and lets the policy's workflow look, until nothing is due and every event has run. */
  goTo(policyId: string, date: string): Promise<PolicyTermStatus>;
  issue(policy?: PolicyToIssue): Promise<Policy>;
  /**
   * Fires an event, by the agency unless it is the issuer's to fire, and answers its metadata. Throws a `Conflict`
   * where it was refused.
   */
  fire(type: EventType, payload: object, by?: Caller): Promise<JsonObject>;
  term(policyId: string): Promise<WorkflowHandle>;
  policy(policyId: string): Promise<Policy>;
  statements(policyId: string): Promise<Statement[]>;
  changes(policyId: string): Promise<PolicyChange[]>;
  journal(policyId: string): Promise<LedgerLine[]>;
  /** Types of what a full policy shows as its events, oldest first. */
  happenings(policyId: string): Promise<string[]>;
  /** Types of the events that were fired about a policy, with their states. */
  fired(policyId: string): Promise<string[]>;
}

/** The insurer says what only it can say; all else the agency does. */
export function whoSays(
  { agency, carrier }: Pick<EventWorld, 'agency' | 'carrier'>,
  type: EventType,
  payload: object,
): Caller {
  return isInsurers(type, payload) ? carrier : agency;
}

/**
 * An update that comes as a run begins anew is dropped with the task that it came with, one that comes as the run
 * ends is answered by its result; and a policy's workflow may begin a moment after its issue was answered.
 */
async function lookedAfter(term: WorkflowHandle): Promise<PolicyTermStatus> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await term.executeUpdate<PolicyTermStatus, []>(lookAfterUpdate);
    } catch (error) {
      // The client wraps what the server said.
      const said = `${error} ${error instanceof Error ? error.cause : ''}`;
      if (said.includes('aborted by closing workflow') && (await isOver(term))) return await term.result();
      if (tries === 50 || !/workflow task failure|not found|aborted by closing workflow/.test(said))
        throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function isOver(term: WorkflowHandle): Promise<boolean> {
  return (await term.describe()).status.name !== 'RUNNING';
}

/** Policies that live by a clock of the test, on a real Temporal server, from 2040-01-01 on: a leap year. */
export async function policyLives(
  definition: ProductDefinition = shopOfLives(),
  start: (world: EventWorld) => Promise<() => Promise<void>> = (world) => world.startWorker(),
): Promise<PolicyLives> {
  let today = '2040-01-01';
  const world = await anEventWorld(definition, { now: () => new Date(`${today}T08:00:00Z`) });
  const stopWorker = await start(world);
  const { db, agency } = world;
  const policy = (id: string) => Policy.query(db).findById(id).throwIfNotFound().execute();
  const term = (id: string) => termOf(world, id);
  const about = (id: string) => Event.query(db).whereRaw(`envelope->'payload'->>'policyId' = ?`, [id]);

  const fire: PolicyLives['fire'] = async (type, payload, by = whoSays(world, type, payload)) => {
    const envelope = eventEnvelope.parse({ type, lineId: shopIds.line, payload });
    return (await world.events.fire(by, envelope)).metadata as JsonObject;
  };
  return {
    ...world,
    fire,
    term,
    policy,
    setDay: (date) => {
      today = date;
    },
    async goTo(policyId, date) {
      today = date;
      for (;;) {
        const status = await lookedAfter(await term(policyId));
        const open = await about(policyId).whereIn('state', ['ACCEPTED', 'RUNNING']).resultSize();
        if (open === 0 && (status.next === null || status.next.on > date)) return status;
        // As in every API process: an event whose start was lost is started again.
        await world.sweep.sweep();
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    },
    async issue({ revenue = 120_000, plan = 'FULL_PAYMENT', effectiveDate = today, term: length } = {}) {
      const { metadata } = await world.events.fire(
        agency,
        aFire({
          forceSync: true,
          eventTargets: [shopIds.standard],
          payload: {
            effectiveDate,
            intake: intakeOf({ 'client.name': 'Corner Shop', 'shop.revenue': String(revenue) }),
            ...(length && { term: length }),
          },
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
    changes: (policyId) => PolicyChange.query(db).where({ policy_id: policyId }).orderBy('seq').execute(),
    journal: (policyId) => LedgerLine.query(db).where({ policy_id: policyId }).orderBy('seq').execute(),
    happenings: async (policyId) => {
      const events = await PolicyEvent.query(db).where({ policy_id: policyId }).orderBy(['created_at', 'id']);
      return events.map(({ type }) => type);
    },
    fired: async (policyId) => {
      const events = await about(policyId).orderBy('created_at');
      return events.map(({ type, state }) => `${type} ${state}`);
    },
    close: async () => {
      await stopWorker();
      await world.close();
    },
  };
}
