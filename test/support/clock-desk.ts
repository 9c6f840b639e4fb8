import { Conflict } from '../../api/errors/app-error.js';
import type { EventType } from '../../domain/events/catalog.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import type { ClockWorld } from './clock-world.js';
import { aFire } from './event-factory.js';
import type { Outcome, PolicyDesk, PolicyToQuote } from './policy-desk.js';

/** A desk whose policy lives under a test clock, on the engine: the clock is advanced to each moment at which it acts. */
export class ClockDesk implements Pick<PolicyDesk, 'issueQuoted' | 'fire' | 'lookAfter'> {
  readonly #world: ClockWorld;
  readonly #now: () => Date;
  clockId = '';

  constructor(world: ClockWorld, now: () => Date) {
    this.#world = world;
    this.#now = now;
  }

  async issueQuoted({ intake, action, plan, effectiveDate }: PolicyToQuote): Promise<string> {
    const world = this.#world;
    this.clockId = (await world.aClock(this.#now().toISOString())).id;
    const { metadata } = await world.events.fire(
      world.agency,
      aFire({
        forceSync: true,
        eventTargets: [action.actionId],
        payload: { effectiveDate, intake, clockId: this.clockId },
      }),
    );
    const [quote] = metadata.quotes as QuoteObject[];
    const { POLICY_CREATE: created } = await world.fire('POLICY_CREATE', {
      clientId: quote!.clientId,
      quoteIds: [quote!.requestId],
      paymentRequired: false,
      paymentPlans: { [quote!.requestId]: plan },
    });
    return (created as unknown as { policies: { id: string }[] }).policies[0]!.id;
  }

  async fire(type: EventType, payload: object): Promise<Outcome> {
    await this.lookAfter();
    try {
      return { metadata: await this.#world.fire(type, payload) };
    } catch (error) {
      if (error instanceof Conflict) return { refused: error.message };
      throw error;
    }
  }

  /** The engine looks after the policy as its clock advances. */
  async lookAfter(): Promise<void> {
    await this.#world.advance(this.clockId, this.#now().toISOString());
  }
}
