import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LedgerEntry } from '../../db/models/ledger-entry.js';
import { LedgerLine } from '../../db/models/ledger-line.js';
import { Policy } from '../../db/models/policy.js';
import { aClient } from '../support/client-factory.js';
import { aPolicy, aQuoteRow } from '../support/policy-factory.js';
import { aPolicyWorld, type PolicyWorld } from '../support/policy-world.js';

let world: PolicyWorld;
let policy: Policy;

beforeAll(async () => {
  world = await aPolicyWorld({ today: '2026-03-15' });
});
beforeEach(async () => {
  policy = await aPolicy(world.db, {
    sellerId: world.seller.organization.id,
    issuerId: world.issuer.organization.id,
    premium: '1000.00',
  });
});
afterAll(() => world.close());

const post = (path: string, body: object, by = world.issuer) => world.post(`/policy/ledger${path}`, body, by);
const anEntry = (changes: object = {}) => ({
  parentPolicyId: policy.id,
  effectiveDate: '2026-04-01',
  premium: 120.5,
  ...changes,
});
const recorded = async (changes: object = {}): Promise<string> => {
  const { body } = await post('/entry/record', anEntry(changes)).expect(200);
  return body.newLedgerEntryId;
};
const premiumOf = async () => (await Policy.query(world.db).findById(policy.id))?.premium;
const journalOf = (entryId: string) =>
  LedgerLine.query(world.db).where('entry_id', entryId).orderBy('seq').select('kind', 'premium_change');

describe('a ledger', () => {
  it('has the entries that no statement has taken in, and what they come to', async () => {
    const before = await world.get(`/policy/${policy.id}/ledger`).expect(200);
    const { body } = await post(
      '/entry/record',
      anEntry({ eventAnswers: { why: { answer: 'roof' } } }),
    ).expect(200);
    await post('/entry/record', anEntry({ premium: -20.25, effectiveDate: '2026-03-20' })).expect(200);
    const after = await world.get(`/policy/${policy.id}/ledger`).expect(200);

    expect(before.body).toEqual({
      formConfigId: null,
      backofficeProductId: policy.productId,
      rating: true,
      entries: [],
      totalPremium: 0,
      policyClientId: policy.clientId,
    });
    expect(body).toMatchObject({ newLedgerEntryId: expect.any(String), totalPremium: 120.5 });
    expect(body.entries).toEqual([
      {
        id: body.newLedgerEntryId,
        policyNumber: policy.policyNumber,
        parentPolicyId: policy.id,
        organizationId: world.issuer.organization.id,
        productId: policy.productId,
        premium: 120.5,
        effectiveDate: '2026-04-01',
        appliedToStatement: false,
        eventAnswers: { why: { answer: 'roof' } },
        doc: null,
        additionalDocs: [],
        statementId: null,
        createdTimestamp: '2026-03-15T12:00:00.000Z',
        createdBy: expect.objectContaining({ organizationId: world.issuer.organization.id }),
        version: 1,
        updatedTimestamp: '2026-03-15T12:00:00.000Z',
      },
    ]);
    expect(after.body.entries.map(({ premium }: { premium: number }) => premium)).toEqual([-20.25, 120.5]);
    expect(after.body).toMatchObject({ totalPremium: 100.25 });
    expect(after.body).not.toHaveProperty('newLedgerEntryId');
    expect(await premiumOf()).toBe('1100.25');
  });

  it('does not show an entry that is recorded as applied', async () => {
    const { body } = await post('/entry/record', anEntry({ appliedToStatement: true })).expect(200);

    expect(body).toMatchObject({ entries: [], totalPremium: 0, newLedgerEntryId: expect.any(String) });
    expect(await premiumOf()).toBe('1120.50');
  });

  it('is edited and deleted on a journal that keeps everything', async () => {
    const id = await recorded();
    const edited = await post(
      '/entry/edit',
      anEntry({ id, premium: 100, effectiveDate: '2026-05-01' }),
    ).expect(200);
    const deleted = await world.delete(`/policy/ledger/entry/${id}/delete`, world.issuer).expect(200);

    expect(edited.body.entries).toMatchObject([{ id, premium: 100, effectiveDate: '2026-05-01' }]);
    expect(deleted.body).toMatchObject({ entries: [], totalPremium: 0 });
    expect(await journalOf(id)).toMatchObject([
      { kind: 'RECORDED', premiumChange: '120.50' },
      { kind: 'EDITED', premiumChange: '-120.50' },
      { kind: 'EDITED', premiumChange: '100.00' },
      { kind: 'DELETED', premiumChange: '-100.00' },
    ]);
    expect(await premiumOf()).toBe('1000.00');
    await world.delete(`/policy/ledger/entry/${id}/delete`, world.issuer).expect(404);
    await post('/entry/edit', anEntry({ id })).expect(404);
  });

  it('has the workflow of its policy look at each change, and at nothing that was refused', async () => {
    world.told.length = 0;
    const id = await recorded();
    await post('/entry/edit', { ...anEntry(), id, premium: 7 }).expect(200);
    await world.delete(`/policy/ledger/entry/${id}/delete`, world.issuer).expect(200);
    await post('/entry/record', anEntry({ premium: null })).expect(400);
    await post('/entry/edit', { ...anEntry(), id }).expect(404);
    await world.delete(`/policy/ledger/entry/${id}/delete`, world.issuer).expect(404);

    expect(world.told).toEqual([policy.id, policy.id, policy.id]);
  });

  it('shows in the timeline from when it is recorded, earned from its date', async () => {
    const timeline = async (day: string, query = '') =>
      (await world.get(`/policy/${policy.id}/timeline?effectiveOn=${day}&${query}`).expect(200)).body.policy;
    await recorded({ premium: 365, effectiveDate: '2026-12-01' });

    expect(await timeline('2026-07-02')).toMatchObject({
      premium: Number(await premiumOf()),
      earnedPremium: 498.63,
      unearnedPremium: 866.37,
      termPremium: 1_000,
    });
    // 334 of 365 days of 1,000.00, and none of 365.00; ten days later ten of its 31 days.
    expect(await timeline('2026-12-01')).toMatchObject({ earnedPremium: 915.07 });
    expect(await timeline('2026-12-11')).toMatchObject({ earnedPremium: 1_060.21, unearnedPremium: 304.79 });
    const before = await timeline('2026-07-02', 'knownAt=2026-03-15T11:59:59Z');
    expect(before).toMatchObject({ premium: 1_000 });
  });

  it('is changed by one of two editors after the other, each whole', async () => {
    const id = await recorded();
    const edits = Array.from({ length: 8 }, (_, index) => ({
      ...anEntry({ premium: index * 10, effectiveDate: `2026-04-0${index + 1}` }),
      id,
    }));

    const answers = await Promise.all(edits.map((edit) => post('/entry/edit', edit)));

    expect(answers.map(({ status }) => status)).toEqual(edits.map(() => 200));
    const entry = await LedgerEntry.query(world.db).findById(id).throwIfNotFound();
    expect(edits).toContainEqual(
      expect.objectContaining({ premium: Number(entry.premium), effectiveDate: entry.effectiveDate }),
    );
    expect(await premiumOf()).toBe((1_000 + Number(entry.premium)).toFixed(2));
    const lines = await LedgerLine.query(world.db).where('entry_id', id);
    const sum = lines.reduce((total, { premiumChange }) => total + Number(premiumChange), 0);
    expect(sum).toBeCloseTo(Number(entry.premium), 2);
  });

  it('leaves an applied entry as it is', async () => {
    const applied = await LedgerEntry.query(world.db).findOne({ parent_policy_id: policy.id });
    const id = String(applied?.id);

    await post('/entry/edit', anEntry({ id, premium: 1 })).expect(409);
    await world.delete(`/policy/ledger/entry/${id}/delete`, world.issuer).expect(409);

    expect(await premiumOf()).toBe('1000.00');
  });

  it('lets one of two who delete the same entry do it', async () => {
    const id = await recorded();

    const answers = await Promise.all(
      Array.from({ length: 6 }, () => world.delete(`/policy/ledger/entry/${id}/delete`, world.issuer)),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
    expect(await premiumOf()).toBe('1000.00');
  });

  it('is read by the seller and kept by the issuer', async () => {
    const id = await recorded();

    await world.get(`/policy/${policy.id}/ledger`, world.seller).expect(200);
    await post('/entry/record', anEntry(), world.seller).expect(403);
    await post('/entry/edit', anEntry({ id }), world.seller).expect(403);
    await world.delete(`/policy/ledger/entry/${id}/delete`, world.seller).expect(403);
    for (const path of [`/policy/${policy.id}/ledger`, `/policy/${randomUUID()}/ledger`]) {
      await world.get(path, world.stranger).expect(404);
    }
    await post('/entry/record', anEntry(), world.stranger).expect(404);
    await world.delete(`/policy/ledger/entry/${id}/delete`, world.stranger).expect(404);
    await post(`/entries/policy/${policy.id}`, {}, world.stranger).expect(404);
    expect(await premiumOf()).toBe('1120.50');
  });

  it.each([
    ['premium', { premium: undefined }],
    ['premium', { premium: null }],
    ['premium', { premium: '12' }],
    ['premium', { premium: 1.005 }],
    ['premium', { premium: 1e15 }],
    ['effectiveDate', { effectiveDate: '2026-02-30' }],
    ['effectiveDate', { effectiveDate: undefined }],
    ['parentPolicyId', { parentPolicyId: 'P-1' }],
    ['quoteId', { quoteId: 'Q-1' }],
    ['eventAnswers', { eventAnswers: [] }],
    ['appliedToStatement', { appliedToStatement: 'no' }],
  ])('names %s where it is wrong, and keeps nothing', async (field, changes) => {
    const { body } = await post('/entry/record', anEntry(changes)).expect(400);

    expect(body.errors).toMatchObject([{ field }]);
    expect(await LedgerEntry.query(world.db).where('parent_policy_id', policy.id).resultSize()).toBe(1);
  });

  it('takes a quote of the client, not one of another client or organization', async () => {
    const other = await aClient(world.db, world.seller.organization.id);
    const given = {
      sellerId: world.seller.organization.id,
      productId: policy.productId,
      productVersionId: policy.productVersionId,
    };
    const issuerId = world.issuer.organization.id;
    const quoteOfOther = await aQuoteRow(world.db, { ...given, issuerId, clientId: other.id });
    const quoteBySomebodyElse = await aQuoteRow(world.db, { ...given, clientId: policy.clientId });

    await post('/entry/record', anEntry({ quoteId: policy.quoteId })).expect(200);
    const { body } = await post('/entry/record', anEntry({ quoteId: quoteOfOther.requestId })).expect(400);
    // The rates of a quote that another organization made are not the issuer's to read.
    await post('/entry/record', anEntry({ quoteId: quoteBySomebodyElse.requestId })).expect(404);
    await post('/entry/record', anEntry({ quoteId: randomUUID() })).expect(404);

    expect(body.errors).toMatchObject([{ field: 'quoteId' }]);
  });

  it.each(['1999-01-01', '2025-12-31', '2027-01-01', '2035-01-01'])(
    'takes no entry of %s, outside of the term',
    async (effectiveDate) => {
      const id = await recorded();
      for (const refused of [
        await post('/entry/record', anEntry({ effectiveDate })).expect(409),
        await post('/entry/edit', anEntry({ id, effectiveDate })).expect(409),
      ]) {
        expect(refused.body.errors).toMatchObject([
          { field: 'effectiveDate', detail: expect.stringContaining('from 2026-01-01 to before 2027-01-01') },
        ]);
      }
      expect(await premiumOf()).toBe('1120.50');
    },
  );

  it('is never below zero', async () => {
    const id = await recorded({ premium: 500 });
    await recorded({ premium: -1_400, effectiveDate: '2026-12-30' });
    const refused = [
      await post('/entry/record', anEntry({ premium: -5_000 })).expect(409),
      await post('/entry/edit', anEntry({ id, premium: 300 })).expect(409),
    ];
    for (const { body } of refused) expect(body.errors).toMatchObject([{ field: 'premium' }]);
    await world.delete(`/policy/ledger/entry/${id}/delete`, world.issuer).expect(409);
    expect(await premiumOf()).toBe('100.00');
  });

  it('takes nothing for a closed policy', async () => {
    await Policy.query(world.db).findById(policy.id).patch({ policyState: 'CLOSED' });
    await post('/entry/record', anEntry()).expect(409);
  });
});

describe('a search', () => {
  it('finds applied entries, too, and answers only what is asked for', async () => {
    const eventAnswers = { 'shop.roof': { answer: 'new' }, 'shop.size': { answer: '12' } };
    const id = await recorded({ eventAnswers, quoteId: policy.quoteId });

    const plain = await post(`/entries/policy/${policy.id}`, {}, world.seller).expect(200);
    const rich = await post(
      `/entries/policy/${policy.id}`,
      {
        effectiveDateStart: '2026-04-01',
        effectiveDateEnd: '2026-04-01',
        intakeQuestionIds: ['shop.roof', 'nobody.asks'],
        includeQuoteRateMeta: true,
        includeDocuments: true,
      },
      world.seller,
    ).expect(200);
    const all = await post(`/entries/policy/${policy.id}`, {
      includeAllEventAnswers: true,
      page: 1,
      size: 1,
    }).expect(200);

    expect(plain.body).toMatchObject({
      number: 0,
      size: 20,
      totalElements: 2,
      totalPages: 1,
      first: true,
      last: true,
      numberOfElements: 2,
    });
    expect(plain.body.content[1]).toEqual({
      id,
      productId: policy.productId,
      parentPolicyId: policy.id,
      policyNumber: policy.policyNumber,
      premium: 120.5,
      quoteId: policy.quoteId,
      effectiveDate: '2026-04-01',
      eventIntakeMap: {},
      createdTimestamp: '2026-03-15T12:00:00.000+00:00',
    });
    expect(rich.body.content).toMatchObject([
      {
        id,
        eventIntakeMap: { 'shop.roof': { answer: 'new' } },
        quoteRateMeta: {},
        doc: null,
        additionalDocs: [],
      },
    ]);
    expect(rich.body.content[0].eventIntakeMap).not.toHaveProperty('shop.size');
    expect(all.body).toMatchObject({
      content: [{ id, eventIntakeMap: eventAnswers }],
      first: false,
      last: true,
    });
  });

  it.each([1, 1_000_001, Number.MAX_SAFE_INTEGER])('has an empty page %d behind the last', async (page) => {
    const { body } = await post(`/entries/policy/${policy.id}`, { page, size: 1_000 }).expect(200);
    const behind = { content: [], number: page, totalElements: 1, totalPages: 1, first: false, last: true };
    expect(body).toMatchObject({ ...behind, numberOfElements: 0, empty: true });
  });

  it.each([
    ['page', { page: -1 }],
    ['size', { size: 0 }],
    ['effectiveDateEnd', { effectiveDateEnd: 'soon' }],
    ['intakeQuestionIds', { intakeQuestionIds: 'all' }],
  ])('names %s where it is wrong', async (field, body) => {
    const answer = await post(`/entries/policy/${policy.id}`, body).expect(400);
    expect(answer.body.errors).toMatchObject([{ field }]);
  });
});
