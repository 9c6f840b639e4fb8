import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Drafts } from '../../api/drafts/service.js';
import type { Caller } from '../../api/http/caller.js';
import { deleteOldDrafts, mostDrafts } from '../../db/drafts/drafts.js';
import { createUser } from '../../db/identity/people.js';
import { Draft } from '../../db/models/draft.js';
import type { Policy } from '../../db/models/policy.js';
import { eraseClient } from '../../db/personal-data/erase-client.js';
import { aClient } from '../support/client-factory.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { testPassword } from '../support/identity-factory.js';
import { aPolicy } from '../support/policy-factory.js';

const now = new Date('2039-07-01T08:00:00Z');
let database: TestDatabase;
let drafts: Drafts;
let policy: Policy;
beforeAll(async () => {
  database = await createTestDatabase();
  drafts = new Drafts({ db: database.db, now: () => now });
  policy = await aPolicy(database.db);
});
afterAll(() => database?.drop());

const aKey = (organizationId = policy.sellerOrganizationId): Caller => ({
  ...{ kind: 'API_KEY', organizationId, organizationName: 'Agency', name: 'Key', permissions: new Set() },
});

let people = 0;
async function somebody(organizationId = policy.sellerOrganizationId): Promise<Caller> {
  people += 1;
  const user = { organizationId, userId: `person-${people}`, password: testPassword };
  const { id: personId } = await createUser(database.db, user);
  return { ...aKey(organizationId), kind: 'USER', personId };
}
const endorsement = () => ({ draftKind: 'ENDORSEMENT' as const, subjectId: policy.id });
const given = { clientId: null, title: 'Ana', content: { day: '2039-07-02' } };

describe('a draft', () => {
  it('is found by its person until it is discarded, and by nobody else', async () => {
    const [person, colleague] = [await somebody(), await somebody()];
    expect(await drafts.read(person, endorsement())).toMatchObject({ version: 0, content: null });
    const saved = await drafts.save(person, endorsement(), { ...given, version: 0 });
    expect(saved).toEqual({
      ...{ kind: 'ENDORSEMENT', subjectId: policy.id, clientId: policy.clientId, title: 'Ana', version: 1 },
      ...{ updatedTimestamp: now.toISOString(), content: { day: '2039-07-02' } },
    });
    expect(await drafts.read(person, endorsement())).toEqual(saved);
    const { content: _, ...head } = saved;
    expect(await drafts.list(person)).toEqual({ drafts: [head] });
    expect(await drafts.read(colleague, endorsement())).toMatchObject({ version: 0, content: null });
    expect(await drafts.list(colleague)).toEqual({ drafts: [] });
    for (let times = 0; times < 2; times += 1) await drafts.discard(person, endorsement());
    expect(await drafts.read(person, endorsement())).toMatchObject({ version: 0 });
  });

  it('is not overwritten by another tab in silence', async () => {
    const person = await somebody();
    const save = (version: number) => drafts.save(person, endorsement(), { ...given, version });
    expect(await save(0)).toMatchObject({ version: 1 });
    expect(await save(1)).toMatchObject({ version: 2 });
    for (const stale of [0, 1, 3]) await expect(save(stale)).rejects.toMatchObject({ code: 'DRAFT_CHANGED' });
    const both = await Promise.allSettled([save(2), save(2)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is of a record that the organization sees, and of a person', async () => {
    const stranger = await somebody((await aPolicy(database.db)).sellerOrganizationId);
    await expect(drafts.read(stranger, endorsement())).rejects.toMatchObject({ status: 404 });
    await expect(drafts.save(stranger, endorsement(), { ...given, version: 0 })).rejects.toMatchObject({
      status: 404,
    });
    const sale = { draftKind: 'SALE' as const, subjectId: policy.productId };
    const person = await somebody();
    expect(await drafts.save(person, sale, { ...given, version: 0 })).toMatchObject({ clientId: null });
    const other = { ...given, clientId: (await aPolicy(database.db)).clientId };
    await expect(drafts.save(person, sale, { ...other, version: 1 })).rejects.toMatchObject({ status: 404 });
    await expect(drafts.list(aKey())).rejects.toMatchObject({ status: 409 });
  });

  it('is bounded, and one of a hundred at most', async () => {
    const person = await somebody();
    const long = { ...given, content: { text: 'x'.repeat(262_145) }, version: 0 };
    await expect(drafts.save(person, endorsement(), long)).rejects.toMatchObject({ status: 400 });
    const rows = Array.from({ length: mostDrafts }, (_, index) => ({
      ...{ personId: person.personId!, kind: 'SALE' as const, content: {}, version: 1, updatedAt: now },
      subjectId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    }));
    await Draft.query(database.db).insert(rows);
    await expect(drafts.save(person, endorsement(), { ...given, version: 0 })).rejects.toMatchObject({
      status: 409,
    });
  });

  it('goes when nobody has saved it for long, and with its client', async () => {
    const person = await somebody();
    const { id: clientId } = await aClient(database.db, policy.sellerOrganizationId);
    const sale = { draftKind: 'SALE' as const, subjectId: policy.productId };
    await drafts.save(person, sale, { ...given, clientId, version: 0 });
    expect(await deleteOldDrafts(database.db, now)).toBe(0);
    await database.db.transaction((trx) =>
      eraseClient(trx, { clientId, today: '2039-07-01', now, policyYears: 0 }),
    );
    expect(await drafts.read(person, sale)).toMatchObject({ version: 0 });
    expect(await deleteOldDrafts(database.db, new Date(now.getTime() + 1))).toBeGreaterThan(0);
  });
});
