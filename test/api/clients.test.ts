import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answered, iteration, looped } from '../support/client-factory.js';
import { aClientWorld, type ClientWorld } from '../support/client-world.js';
import { anOrganization } from '../support/identity-factory.js';

let world: ClientWorld;
beforeAll(async () => {
  world = await aClientWorld();
});
afterAll(() => world.close());

const site = (city: string) => iteration(answered('site.city', city));

describe('PUT /client', () => {
  it('creates a client and answers its profile without answers', async () => {
    const { body } = await world
      .put({
        clientName: 'Harbor Bakery LLC',
        clientType: 'PERSONAL',
        locationCode: 'NYC-01',
        clientStatus: 'CLIENT',
        clientData: answered('client.name', 'Harbor Bakery LLC'),
      })
      .expect(200);

    expect(body).toEqual({
      clientId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      clientType: 'PERSONAL',
      language: null,
      clientName: 'Harbor Bakery LLC',
      locationCode: 'NYC-01',
      clientStatus: 'CLIENT',
    });
    expect((await world.rows(body.clientId)).current).toMatchObject({
      organizationId: world.agency.organization.id,
    });
  });

  it('creates a commercial lead where nothing is said, and takes its own answer back', async () => {
    const { body } = await world.put({}).expect(200);

    expect(body).toMatchObject({
      clientName: null,
      clientType: 'COMMERCIAL',
      clientStatus: 'LEAD',
      locationCode: null,
    });
    expect((await world.get(body.clientId)).body.clientData).toEqual({});
    expect((await world.put(body).expect(200)).body).toEqual(body);
  });

  it('keeps answers under any id, and reads them back', async () => {
    const ids = ['toString', 'constructor', 'hasOwnProperty', 'valueOf', 'length', 'toJSON'];
    const clientData = {
      ...Object.assign({}, ...ids.map((qid) => answered(qid, `of ${qid}`))),
      ...looped('size', iteration(answered('toString', 'inside'))),
    };
    const clientId = await world.created({ clientData });
    expect((await world.get(clientId)).body.clientData).toEqual(clientData);
  });

  it('clears the answers that name an iteration which it removes', async () => {
    const [ada, ben] = [iteration(answered('driver.name', 'Ada')), iteration(answered('driver.name', 'Ben'))];
    const driven = (by: string) =>
      iteration({ ...answered('vehicle.driver', by), ...answered('year', '2020') });
    const vehicles = [driven(ada.iterationId), driven(ben.iterationId.toUpperCase())];
    const clientId = await world.created({
      clientData: {
        ...looped('drivers', ada, ben),
        ...looped('vehicles', ...vehicles),
        ...answered('main.driver', ben.iterationId),
      },
    });
    await world.put({ clientId, intakeLoopIterationIdsToDelete: [ben.iterationId] }).expect(200);
    const { clientData } = (await world.get(clientId)).body;
    expect(clientData).toEqual({
      ...looped('drivers', ada),
      ...looped('vehicles', vehicles[0]!, {
        ...vehicles[1]!,
        answers: { ...answered('vehicle.driver', ''), ...answered('year', '2020') },
      }),
      ...answered('main.driver', ''),
    });
  });

  it('replaces the fields supplied and leaves the others', async () => {
    const before = { ...answered('a', '1'), ...answered('b', '1') };
    const clientId = await world.created({ clientName: 'Before', locationCode: 'X', clientData: before });

    const renamed = await world.put({ clientId: clientId.toUpperCase(), clientName: 'After' }).expect(200);
    expect(renamed.body).toEqual({
      clientId,
      clientType: 'COMMERCIAL',
      language: null,
      clientName: 'After',
      locationCode: 'X',
      clientStatus: 'LEAD',
    });
    expect((await world.get(clientId)).body.clientData).toEqual(before);

    await world
      .put({
        clientId,
        clientStatus: 'CLIENT',
        locationCode: null,
        clientData: answered('b', '2'),
      })
      .expect(200);
    expect((await world.get(clientId)).body).toEqual({
      clientId,
      clientName: 'After',
      clientType: 'COMMERCIAL',
      locationCode: null,
      language: null,
      clientData: answered('b', '2'),
      version: expect.any(Number),
      updatedTimestamp: expect.any(String),
    });
  });

  it('removes loop iterations from what is stored, or from what is sent with them', async () => {
    const [albany, troy, utica] = [site('Albany'), site('Troy'), site('Utica')];
    const clientId = await world.created({
      clientData: { ...answered('a', '1'), ...looped('sites', albany, troy, utica) },
    });
    const remove = (...ids: string[]) => ({ clientId, intakeLoopIterationIdsToDelete: ids });

    await world.put(remove(troy.iterationId, randomUUID())).expect(200);
    expect((await world.get(clientId)).body.clientData).toEqual({
      ...answered('a', '1'),
      ...looped('sites', albany, utica),
    });

    await world.put({ ...remove(albany.iterationId), clientData: looped('sites', albany, troy) }).expect(200);
    expect((await world.get(clientId)).body.clientData).toEqual(looped('sites', troy));
  });

  it('is 404 for a client that does not exist or is another organization’s, and creates none', async () => {
    const clientId = await world.created({ clientData: answered('a', '1') });
    const before = await world.rows(clientId);
    const unknown = randomUUID();

    await world.put({ clientId: unknown, clientName: 'New' }).expect(404);
    await world.put({ clientId, clientName: 'Taken', clientData: {} }, world.stranger).expect(404);
    await world.put({ clientId, clientName: 'Taken', clientData: {} }, world.licensee).expect(404);

    expect(await world.rows(unknown)).toEqual({ current: undefined, past: [] });
    expect(await world.rows(clientId)).toEqual(before);
  });

  it('loses no version of saves at once', async () => {
    const clientId = await world.created({ clientData: answered('a', 'first') });
    const texts = Array.from({ length: 20 }, (_, index) => `save ${index}`);

    await Promise.all(
      texts.map((text) => world.put({ clientId, clientData: answered('a', text) }).expect(200)),
    );

    const { past } = await world.rows(clientId);
    const { body } = await world.get(clientId);
    const all = [...past.map(({ answers }) => answers), body.clientData];
    expect(all.map(({ a }) => a.answer).sort()).toEqual(['first', ...texts].sort());
  });

  it('needs the permission to write clients', async () => {
    const reader = await anOrganization(world.db, { permissions: ['clients:read'] });

    await world.put({}, reader).expect(403);
    await world.putWithoutCredentials({}).expect(401);
  });
});
