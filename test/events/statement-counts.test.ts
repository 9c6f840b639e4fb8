import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aFire } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { shopIds } from '../support/shop-product.js';

/** How many statements a request costs, `begin` and `commit` included: a count, since time depends on the machine. */
let world: EventWorld;
let events: EventWorld['events'];
let stop: () => Promise<void>;

const fire = (forceSync: boolean, payload: object = {}) => {
  const envelope = aFire({ forceSync, eventTargets: [shopIds.standard] });
  return { ...envelope, payload: { ...envelope.payload, ...payload } } as typeof envelope;
};

beforeAll(async () => {
  world = await anEventWorld();
  stop = await world.startWorker();
  ({ events } = world);
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

/** Each statement's verb and the table that it is about; transactions' own are one word. */
function kindOf(sql: string): string {
  const plain = sql.replaceAll(/\(select [^()]*\)/g, '');
  const [, verb = sql, table = ''] = /^(insert into|update|select.*? from(?! \()) "?(\w+)/s.exec(plain) ?? [];
  return `${verb.split(' ')[0]} ${table}`.trim().replace(/;$/, '').toLowerCase();
}

const kindsOf = (statements: readonly string[]) => statements.map(kindOf);

const savingTheClient = ['select action_runs', 'begin', 'insert action_runs'];
const keepingTheResult = ['update action_runs', 'update events', 'commit'];
const rating = [
  ...['begin', 'insert action_runs', 'select holds', 'insert quotes', 'insert quote_worksheets'],
  ...['update events', 'commit'],
];

describe('statements', () => {
  it('of a quote by a new client', async () => {
    const statements = await statementsOf(() => events.fire(world.carrier, fire(true)));
    expect(kindsOf(statements)).toEqual([
      'insert events',
      'select events',
      ...savingTheClient,
      // Which event its changes are for.
      'select',
      'insert clients',
      ...keepingTheResult,
      ...rating,
      'select quotes',
    ]);
  });

  it("of a seller's quote for a known client: also the records that the event names, and the license", async () => {
    const { metadata } = await events.fire(world.agency, fire(true));
    const statements = await statementsOf(() =>
      events.fire(world.agency, fire(true, { clientId: metadata.client })),
    );
    expect(kindsOf(statements)).toEqual([
      'select clients',
      ...['begin', 'select clients', 'insert events', 'commit'],
      'select events',
      ...savingTheClient,
      'select product_licenses',
      'select',
      'select clients',
      ...keepingTheResult,
      ...rating,
      'select quotes',
    ]);
  });
});
