import { randomUUID } from 'node:crypto';
import type request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mostNotes } from '../../api/quotes/review-schemas.js';
import { disableUser } from '../../db/identity/user-changes.js';
import { Client } from '../../db/models/client.js';
import type { Person } from '../../db/models/person.js';
import { QuoteNote } from '../../db/models/quote-note.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { aFire, intakeOf } from '../support/event-factory.js';
import { aUser, testPassword } from '../support/identity-factory.js';
import { anInspectionWorld, type InspectionWorld } from '../support/inspection-world.js';
import { shopIds, shopProduct } from '../support/shop-product.js';

let world: InspectionWorld;
let ada: Colleague;
let grace: Colleague;
let reader: Colleague;
let ofSeller: Colleague;
/** In the order in which they were made. */
let referred: string[];
let quoted: string;

interface Colleague {
  person: Person;
  get(path: string): request.Test;
  post(path: string, body?: object): request.Test;
}

beforeAll(async () => {
  world = await anInspectionWorld(shopProduct());
  const stopWorker = await world.startWorker();
  const quote = async (revenue: string) => {
    const payload = {
      effectiveDate: '2027-01-01',
      intake: intakeOf({ 'client.name': 'Corner Shop', 'shop.revenue': revenue }),
    };
    const fire = aFire({ forceSync: true, eventTargets: [shopIds.standard], payload });
    const { metadata } = await world.events.fire(world.agency, fire);
    return (metadata.quotes as QuoteObject[])[0]?.requestId ?? '';
  };
  referred = [await quote('2000000'), await quote('2000000'), await quote('2000000')];
  quoted = await quote('100000');
  await stopWorker();
  const { carrier, agency } = world;
  const underwriter = ['quotes:read', 'quotes:decide'];
  ada = await colleague(carrier.organizationId, underwriter);
  grace = await colleague(carrier.organizationId, underwriter);
  reader = await colleague(carrier.organizationId, ['quotes:read']);
  ofSeller = await colleague(agency.organizationId, underwriter);
});
afterAll(() => world?.close());

async function colleague(organizationId: string, permissions: string[]): Promise<Colleague> {
  const person = await aUser(world.db, { organizationId, permissions });
  const signIn = { userId: person.userId, password: testPassword, grantType: 'PASSWORD' };
  const { body } = await world.post('/token', signIn).expect(200);
  const signed = (test: request.Test) =>
    test.set('Authorization', `Bearer ${body.accessToken}`).set('x-jwt-assertion', body.idToken);
  return {
    person,
    get: (path) => signed(world.get(path)),
    post: (path, sent = {}) => signed(world.post(path, sent)),
  };
}

const list = async (by: Colleague, query: string) =>
  (await by.get(`/quote?${query}`).expect(200)).body.content;
const idsIn = async (by: Colleague, query: string): Promise<string[]> =>
  (await list(by, query)).map(({ requestId }: QuoteObject) => requestId);
const named = ({ person }: Colleague) => ({ personId: person.id, name: 'Ada Byron' });

describe('the queue of referrals', () => {
  it('has the oldest first, with the client, the reasons and nobody who reviews it', async () => {
    const queue = 'underReview=true&oldestFirst=true';
    expect(await idsIn(ada, queue)).toEqual(referred);
    expect(await idsIn(ada, `${queue}&size=1&page=1`)).toEqual([referred[1]]);
    expect(await idsIn(ada, 'underReview=true')).toEqual(referred.toReversed());
    const [first] = await list(ada, queue);
    expect(first).toMatchObject({ clientName: 'Corner Shop', noteCount: 0, underReview: true });
    expect(first.referralReasons).toHaveLength(1);
    expect(first).not.toHaveProperty('assignedTo');
    const [unreferred] = await list(ada, 'underReview=false');
    expect(unreferred).toMatchObject({ requestId: quoted, referralReasons: [] });
    const beyond = await ada.get('/quote?oldestFirst=true&page=500&size=20').expect(400);
    expect(beyond.body.errors[0].detail).toContain('continue with createdFrom of the newest quote');
  });

  it('names the client of a quote without that answer to its own organization only', async () => {
    const { intake } = await world.db('quotes').where('request_id', quoted).first('intake');
    const { 'client.name': _, ...others } = intake;
    await world.db('quotes').where('request_id', quoted).update({ intake: others });
    await Client.query(world.db)
      .patch({ name: 'Known here' })
      .whereIn('id', world.db('quotes').where('request_id', quoted).select('client_id'));
    expect((await list(ofSeller, 'underReview=false'))[0]).toMatchObject({ clientName: 'Known here' });
    expect((await list(ada, 'underReview=false'))[0]).not.toHaveProperty('clientName');
  });

  it('lists quotes by type, and those that were bound', async () => {
    expect(await idsIn(ada, 'type=QUOTE&bound=false&oldestFirst=true')).toEqual([...referred, quoted]);
    expect(await idsIn(ada, 'type=RENEWAL')).toEqual([]);
    expect(await idsIn(ada, 'bound=true')).toEqual([]);
    await ada.get('/quote?bound=perhaps').expect(400);
  });
});

describe('assigning a quote', () => {
  const review = (id: string, what: string) => `/quote/${id}/review/${what}`;

  it('to oneself, and filtering by who has it', async () => {
    const [mine = ''] = referred;
    const { body } = await ada.post(review(mine, 'assign')).expect(200);
    expect(body).toMatchObject({ requestId: mine, underReview: true, assignedTo: named(ada), notes: [] });
    expect((await ada.post(review(mine, 'assign')).expect(200)).body).toEqual(body);
    expect((await reader.get(`/quote/${mine}/review`).expect(200)).body).toEqual(body);
    expect(await idsIn(ada, 'underReview=true&assignedTo=me')).toEqual([mine]);
    expect(await idsIn(grace, `assignedTo=${ada.person.id}`)).toEqual([mine]);
    expect(await idsIn(grace, 'assignedTo=me')).toEqual([]);
    const { body: refusal } = await grace.get('/quote?assignedTo=anyone who').expect(400);
    expect(JSON.stringify(refusal)).toContain('must be me, nobody, or the id of a person');
    expect(await idsIn(grace, 'underReview=true&oldestFirst=true&assignedTo=nobody')).toEqual(
      referred.slice(1),
    );
    const [listed] = await list(grace, `assignedTo=${ada.person.id}`);
    expect(listed).toMatchObject({ assignedTo: named(ada), assignedTimestamp: body.assignedTimestamp });
    await ada.post(review(mine, 'release')).expect(200);
  });

  it('tells the second of two people at once who was first', async () => {
    const [, both = ''] = referred;
    const answers = await Promise.all([ada.post(review(both, 'assign')), grace.post(review(both, 'assign'))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = answers.find(({ status }) => status === 200)!.body;
    const lost = answers.find(({ status }) => status === 409)!.body;
    expect(lost).toMatchObject({ code: 'ALREADY_ASSIGNED', assignedTo: won.assignedTo });
    const second = won.assignedTo.personId === ada.person.id ? grace : ada;
    await second.post(review(both, 'release')).expect(409);
    const from = won.assignedTo.personId;
    const taken = await second.post(review(both, 'assign'), { from }).expect(200);
    expect(taken.body.assignedTo.personId).toBe(second.person.id);
    // The holder is another one by now.
    const again = await (second === ada ? grace : ada).post(review(both, 'release'), { from }).expect(409);
    expect(again.body.assignedTo.personId).toBe(second.person.id);
    await second.post(review(both, 'release')).expect(200);
  });

  it('to somebody else who may decide, and to nobody else', async () => {
    const [, , third = ''] = referred;
    const to = (personId: string) => ada.post(review(third, 'assign'), { personId });
    expect((await to(grace.person.id).expect(200)).body.assignedTo).toEqual(named(grace));
    for (const other of [reader.person.id, ofSeller.person.id, randomUUID()]) {
      const { body } = await to(other).expect(400);
      expect(body.errors[0].field).toBe('personId');
    }
    await ada.post(review(third, 'release'), { from: grace.person.id }).expect(200);
    const { body } = await ada.get('/underwriter').expect(200);
    expect(body.underwriters).toEqual(expect.arrayContaining([named(ada), named(grace)]));
    expect(body.underwriters).not.toContainEqual(named(reader));
    const gone = await colleague(world.carrier.organizationId, ['quotes:decide']);
    await disableUser(world.db, gone.person.userId);
    await to(gone.person.id).expect(400);
  });

  it('is refused to keys without a person, without the permission, and to the seller', async () => {
    const [first = ''] = referred;
    const key = await world.aKey(world.carrier.organizationId);
    const { body } = await world.post(review(first, 'assign'), {}, key).expect(400);
    expect(body.errors[0]).toMatchObject({ field: 'personId' });
    await world.get('/quote?assignedTo=me', key).expect(400);
    await reader.post(review(first, 'assign')).expect(403);
    for (const what of ['assign', 'release']) await ofSeller.post(review(first, what)).expect(403);
    await ofSeller.post(review(first, 'note'), { text: 'Please' }).expect(403);
    await ofSeller.get(`/quote/${first}/review`).expect(403);
    await ada.post(review(quoted, 'assign')).expect(409);
    await ada.post(review(randomUUID(), 'assign')).expect(404);
  });

  it('is hidden from the seller, and recorded', async () => {
    const [first = ''] = referred;
    await ada.post(review(first, 'assign')).expect(200);
    expect(await idsIn(ofSeller, 'assignedTo=nobody')).toEqual([]);
    for (const listed of await list(ofSeller, 'underReview=true')) {
      expect(listed).not.toHaveProperty('assignedTo');
      expect(listed).not.toHaveProperty('noteCount');
    }
    const entry = await world
      .db('audit_log')
      .where({ action: 'QUOTE_ASSIGNED', target_id: first })
      .orderBy('id', 'desc')
      .first();
    expect(entry).toMatchObject({
      actor_id: ada.person.id,
      details: { assignedTo: ada.person.id, before: null },
    });
  });
});

describe('notes', () => {
  it('are kept in order, with their author, and counted', async () => {
    const [, , third = ''] = referred;
    await ada.post(`/quote/${third}/review/note`, { text: ' Asked for the loss runs. ' }).expect(200);
    const { body } = await grace.post(`/quote/${third}/review/note`, { text: 'They came.' }).expect(200);
    expect(body.notes).toMatchObject([
      { text: 'Asked for the loss runs.', createdBy: { kind: 'USER', personId: ada.person.id } },
      { text: 'They came.', createdBy: { personId: grace.person.id } },
    ]);
    expect((await list(ada, 'underReview=true'))[0]).toMatchObject({ requestId: third, noteCount: 2 });
    await ada.post(`/quote/${third}/review/note`, { text: ' ' }).expect(400);
    await reader.post(`/quote/${third}/review/note`, { text: 'Me, too' }).expect(403);
  });

  it('are added once for a key, and bounded', async () => {
    const [first = ''] = referred;
    const note = () =>
      ada
        .post(`/quote/${first}/review/note`, { text: 'Once' })
        .set('Idempotency-Key', '2d7f4c52-1f3c-4a0e-9a55-6a3c1f0e7b11');
    await note().expect(200);
    expect((await note().expect(200)).body.notes).toHaveLength(1);
    const row = await QuoteNote.query(world.db).findOne('request_id', first).throwIfNotFound();
    const more = Array.from({ length: mostNotes - 1 }, () => ({ ...row.toJSON(), id: randomUUID() }));
    await QuoteNote.query(world.db).insert(more);
    await ada.post(`/quote/${first}/review/note`, { text: 'Too many' }).expect(409);
  });
});
