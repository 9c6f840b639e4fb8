import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClientWorld, type ClientWorld } from '../support/client-world.js';

let world: ClientWorld;
/** In the order in which they were created. */
const made = { bakery: '', diner: '', office: '' };
beforeAll(async () => {
  world = await aClientWorld();
  made.bakery = await world.created({ clientName: 'Harbor Bakery LLC', locationCode: 'NYC-01' });
  made.diner = await world.created({ clientName: '100% Diner_', clientType: 'PERSONAL' });
  made.office = await world.created({ clientName: 'HARBOR Offices', clientStatus: 'CLIENT' });
  await world.created({ clientName: 'Harbor of a stranger' }, world.stranger);
});
afterAll(() => world?.close());

const list = async (query = '', by = world.agency) => (await world.list(query, by).expect(200)).body;
const idsIn = async (query = ''): Promise<string[]> =>
  (await list(query)).content.map(({ clientId }: { clientId: string }) => clientId);

describe('the list of clients', () => {
  it('has the organization’s own, the latest created first, without answers', async () => {
    expect(await idsIn()).toEqual([made.office, made.diner, made.bakery]);
    expect(await list('size=1&page=2')).toMatchObject({
      content: [
        {
          ...{ clientId: made.bakery, clientName: 'Harbor Bakery LLC', clientType: 'COMMERCIAL' },
          ...{ clientStatus: 'LEAD', locationCode: 'NYC-01', createdTimestamp: expect.any(String) },
        },
      ],
      ...{ number: 2, totalElements: 3, totalPages: 3, last: true, totalIsExact: true },
    });
    expect((await list('', world.licensee)).content).toEqual([]);
  });

  it('is narrowed by its filters', async () => {
    expect(await idsIn('clientName=harbor')).toEqual([made.office, made.bakery]);
    expect(await idsIn('clientName=100%25')).toEqual([made.diner]);
    expect(await idsIn('clientName=r_b')).toEqual([]);
    expect(await idsIn('clientType=PERSONAL')).toEqual([made.diner]);
    expect(await idsIn('clientStatus=CLIENT')).toEqual([made.office]);
    expect(await idsIn('locationCode=NYC-01')).toEqual([made.bakery]);
    expect(await idsIn(`clientId=${made.diner}&clientName=diner`)).toEqual([made.diner]);
    const { createdTimestamp } = (await list(`clientId=${made.diner}`)).content[0];
    expect(await idsIn(`createdFrom=${createdTimestamp}`)).toEqual([made.office, made.diner]);
    expect(await idsIn(`createdTo=${createdTimestamp}`)).toEqual([made.diner, made.bakery]);
  });

  it('tells what has changed since, the latest changed first', async () => {
    const { updatedTimestamp } = (await list(`clientId=${made.office}`)).content[0];
    await world.put({ clientId: made.bakery, clientStatus: 'CLIENT' }).expect(200);
    expect(await idsIn(`updatedFrom=${updatedTimestamp}`)).toEqual([made.bakery, made.office]);
    const changed = (await list(`clientId=${made.bakery}`)).content[0];
    expect(changed.updatedTimestamp > changed.createdTimestamp).toBe(true);
    expect(await idsIn(`updatedTo=${updatedTimestamp}`)).toEqual([made.office, made.diner]);
  });

  it('refuses what it cannot search for, and pages that nobody reads', async () => {
    const short = (await world.list('clientName=ab').expect(400)).body;
    expect(short.detail).toBe('clientName: must have three characters at least');
    const far = (await world.list('updatedFrom=2020-01-01&page=500').expect(400)).body;
    expect(far.detail).toContain('continue with updatedTo of the oldest client read');
  });

  it('leaves out erased clients', async () => {
    const erased = await world.created({ clientName: 'Harbor, erased' });
    await world.db('clients').where({ id: erased }).update({ erased_at: new Date() });
    expect(await idsIn('clientName=harbor')).toEqual([made.office, made.bakery]);
    expect(await idsIn(`clientId=${erased}`)).toEqual([]);
  });
});
