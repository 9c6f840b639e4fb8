import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answered, iteration, looped } from '../support/client-factory.js';
import { aClientWorld, type ClientWorld } from '../support/client-world.js';
import { anOrganization } from '../support/identity-factory.js';
import { shopIds } from '../support/shop-product.js';

let world: ClientWorld;
beforeAll(async () => {
  world = await aClientWorld();
});
afterAll(() => world.close());

const site = (city: string) => iteration(answered('site.city', city));

describe('GET /client/{client_id}/product/{product_id}', () => {
  it('answers the whole map as it was saved, for whatever product', async () => {
    const clientData = {
      ...answered('client.name', 'Boulangerie Ünïcode 🥐 "quoted" \\ </script>'),
      ...answered('never.asked', ''),
      ...answered('constructor', 'x'),
      ...looped('sites', site('Albany'), site('Troy')),
      ...looped('drivers'),
    };
    const clientId = await world.created({ clientName: 'Harbor "Bakery"', clientData });

    const { body, headers } = await world
      .get(clientId.toUpperCase(), {
        product: shopIds.line.toUpperCase(),
      })
      .expect(200);

    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      clientId,
      clientName: 'Harbor "Bakery"',
      clientType: 'COMMERCIAL',
      locationCode: null,
      language: null,
      clientData,
      version: expect.any(Number),
      updatedTimestamp: expect.any(String),
    });
  });

  it('is 404 for a client or product that is unknown or not the caller’s', async () => {
    const clientId = await world.created();
    const theirs = await world.created({}, world.stranger);

    await world.get(randomUUID()).expect(404);
    await world.get(clientId, { product: randomUUID() }).expect(404);
    await world.get(clientId, { by: world.licensee }).expect(404);
    await world.get(theirs).expect(404);
    await world.get(theirs, { by: world.stranger }).expect(404);
    await world.get(await world.created({}, world.licensee), { by: world.licensee }).expect(200);
  });

  it('is 400 for an id that is no UUID', async () => {
    expect((await world.get('1').expect(400)).body.errors).toMatchObject([{ parameter: 'client_id' }]);
    expect((await world.get(randomUUID(), { product: 'shop' }).expect(400)).body.errors).toMatchObject([
      { parameter: 'product_id' },
    ]);
  });

  it('needs the permission to read clients', async () => {
    const writer = await anOrganization(world.db, { permissions: ['clients:write'] });

    await world.get(randomUUID(), { by: writer }).expect(403);
    await world.get(randomUUID(), { by: writer, at: '2026-01-01T00:00:00Z' }).expect(403);
  });
});

describe('GET …/datetime/{date}', () => {
  it('answers the answers of then with the profile of now', async () => {
    const clientId = await world.created({ clientName: 'Before', clientData: answered('a', '1') });
    await world.put({ clientId, clientData: answered('a', '2') }).expect(200);
    await world
      .put({
        clientId,
        clientName: 'After',
        clientType: 'PERSONAL',
        clientData: answered('a', '3'),
      })
      .expect(200);

    const { current, past } = await world.rows(clientId);
    const begins = [...past.map(({ validFrom }) => validFrom), current!.answersValidFrom];
    for (const [index, begin] of begins.entries()) {
      const { body } = await world.get(clientId, { at: begin.toISOString() }).expect(200);
      expect(body).toEqual({
        clientId,
        clientName: 'After',
        clientType: 'PERSONAL',
        locationCode: null,
        language: null,
        clientData: answered('a', String(index + 1)),
        version: expect.any(Number),
        updatedTimestamp: expect.any(String),
      });
    }
    await world.get(clientId, { at: new Date(begins[0]!.getTime() - 1).toISOString() }).expect(404);
    await world.get(clientId, { at: '0001-01-01T00:00:00+14:00' }).expect(404);
    const future = await world.get(clientId, { at: '9999-12-31T23:59:59-12:00' }).expect(200);
    expect(future.body.clientData).toEqual(answered('a', '3'));
  });

  it('takes the offset’s plus plain, encoded, or as the space that form decoding makes of it', async () => {
    const clientId = await world.created({ clientData: answered('a', '1') });
    const { answersValidFrom } = (await world.rows(clientId)).current!;
    const local = new Date(answersValidFrom.getTime() + 2 * 3_600_000).toISOString().replace('Z', '');
    const tooEarly = new Date(answersValidFrom.getTime() + 2 * 3_600_000 - 1)
      .toISOString()
      .replace('Z', '999');

    for (const plus of ['+', '%2B', '%20']) {
      await world.get(clientId, { at: `${local}${plus}02:00` }).expect(200);
      await world.get(clientId, { at: `${tooEarly}${plus}02:00` }).expect(404);
    }
  });

  it.each(['today', '2026-03-01', '2026-02-30T00:00:00Z', '2026-03-01T00:00:00', '2026-03-01T00:00:00%00Z'])(
    'is 400 for the date %s',
    async (at) => {
      const { body } = await world.get(await world.created(), { at }).expect(400);
      expect(body.errors).toMatchObject([{ parameter: 'date' }]);
    },
  );

  it('is 404 for a client or product that is unknown or not the caller’s', async () => {
    const clientId = await world.created();
    const at = '9999-01-01T00:00:00Z';

    await world.get(clientId, { at }).expect(200);
    await world.get(randomUUID(), { at }).expect(404);
    await world.get(clientId, { at, product: randomUUID() }).expect(404);
    await world.get(clientId, { at, by: world.licensee }).expect(404);
  });
});
