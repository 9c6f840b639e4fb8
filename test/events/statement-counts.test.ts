import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventService } from '../../api/event-firing/service.js';
import { aFire } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { shopIds } from '../support/shop-product.js';

/** How many statements a request costs, `begin` and `commit` included: a count, since time depends on the machine. */
let world: EventWorld;
let events: EventService;
let stop: () => Promise<void>;

const fire = (forceSync: boolean, payload: object = {}) => {
  const envelope = aFire({ forceSync, eventTargets: [shopIds.standard] });
  return { ...envelope, payload: { ...envelope.payload, ...payload } } as typeof envelope;
};

beforeAll(async () => {
  world = await anEventWorld();
  ({ events, stop } = await world.besideWorker());
  await events.fire(world.agency, fire(true));
  await events.fire(world.carrier, fire(true));
});

afterAll(async () => {
  await stop?.();
  await world?.close();
});

/** The statements of the service and its worker until the answer. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const listen = ({ sql }: { sql: string }) => statements.push(sql);
  world.db.on('query', listen);
  await work();
  world.db.removeListener('query', listen);
  return statements;
}

describe('statements', () => {
  it('of a quote that the insurer makes for itself: its event, and the client with the quote', async () => {
    let answered: unknown;
    const statements = await statementsOf(async () => {
      const { metadata } = await events.fire(world.carrier, fire(true));
      answered = metadata.quotes;
    });
    expect(statements).toEqual([
      expect.stringContaining('with client as'),
      expect.stringContaining('insert into action_runs'),
    ]);
    const [quote] = answered as { requestId: string }[];
    const { text: read } = await world.quotes.one(world.carrier, quote!.requestId, { includeRawData: false });
    expect(answered).toEqual([JSON.parse(read)]);
  });

  it('of a quote for a seller: also reading the quote, which depends on the authority', async () => {
    const statements = await statementsOf(() => events.fire(world.agency, fire(true)));
    expect(statements).toEqual([
      expect.stringContaining('with client as'),
      expect.stringContaining('insert into action_runs'),
      expect.stringContaining('requestId'),
    ]);
  });

  it('of a quote for a known client: also the records that the event names', async () => {
    const { metadata } = await events.fire(world.agency, fire(true));
    const statements = await statementsOf(() =>
      events.fire(world.agency, fire(true, { clientId: metadata.client })),
    );
    expect(statements).toHaveLength(4);
  });

  it('of an asynchronous fire', async () => {
    const statements = await statementsOf(() => events.fire(world.agency, fire(false)));
    expect(statements).toHaveLength(2);
  });
});
