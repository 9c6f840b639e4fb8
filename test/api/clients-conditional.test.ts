import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answered } from '../support/client-factory.js';
import { aClientWorld, type ClientWorld } from '../support/client-world.js';

let world: ClientWorld;
beforeAll(async () => {
  world = await aClientWorld();
});
afterAll(() => world?.close());

const tagOf = async (clientId: string) => (await world.get(clientId).expect(200)).headers.etag ?? '';

it('a saved client has the tag of its next read, which changes with profile and answers', async () => {
  const created = await world.put({ clientName: 'Before' }).expect(200);
  const { clientId } = created.body;
  expect(created.headers.etag).toBe(await tagOf(clientId));

  const tags = [await tagOf(clientId)];
  for (const change of [
    { clientName: 'After' },
    { clientData: answered('a', '1') },
    { clientStatus: 'CLIENT' },
  ]) {
    const { headers } = await world.put({ clientId, ...change }).expect(200);
    expect(headers.etag).toBe(await tagOf(clientId));
    tags.push(headers.etag ?? '');
  }
  expect(new Set(tags).size).toBe(4);
  const unchanged = await world.put({ clientId, clientName: 'After' }).expect(200);
  expect(unchanged.headers.etag).toBe(tags.at(-1));
  const asOf = await world.get(clientId, { at: '2999-01-01T00:00:00Z' });
  expect(asOf.headers.etag).toBe(tags.at(-1));
  await world
    .get(clientId)
    .set('If-None-Match', tags[0] ?? '')
    .expect(200);
  await world
    .get(clientId)
    .set('If-None-Match', tags[3] ?? '')
    .expect(304);
});

it('of ten changes of the same version one is made', async () => {
  const clientId = await world.created({ clientName: 'Contended' });
  const tag = await tagOf(clientId);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      world
        .put({ clientId, clientName: `Change ${n}` })
        .set('If-Match', tag)
        .then((answer) => answer),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)]);
  const [made] = answers.filter(({ status }) => status === 200);
  expect((await world.get(clientId)).body.clientName).toBe(made?.body.clientName);
  await world.put({ clientId }).set('If-Match', `W/${made?.headers.etag}`).expect(200);
});

it('a condition on a client that does not exist yet is refused, and creates none', async () => {
  const name = randomUUID();
  await world.put({ clientName: name }).set('If-Match', '*').expect(412);
  await world.put({ clientName: name }).set('If-Match', '"1"').expect(412);
  expect(await world.db('clients').where({ name })).toEqual([]);
  await world.put({ clientId: randomUUID() }).set('If-Match', '*').expect(404);
  const clientId = await world.created();
  await world.put({ clientId, clientName: name }).set('If-Match', '*').expect(200);
});
