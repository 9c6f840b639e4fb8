import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../../api/http/endpoint.js';
import { editEntry, recordEntry, searchLedger } from '../../api/ledger/schemas.js';
import { correctEffectiveDate, correctPolicyNumber } from '../../api/policies/corrections/schemas.js';
import { postFullPolicy } from '../../api/policies/schemas.js';
import { postPolicySearch } from '../../api/policies/search-schemas.js';
import { LedgerEntry } from '../../db/models/ledger-entry.js';
import { Statement } from '../../db/models/statement.js';
import { everything } from '../support/everything.js';
import { aPolicy } from '../support/policy-factory.js';
import { aPolicyWorld, type PolicyWorld } from '../support/policy-world.js';
import { type JsonSchema, violationsOf } from '../support/schema-violations.js';

type Ids = { [kind in 'policy' | 'entry' | 'client' | 'quote' | 'product' | 'statement']: string };

let world: PolicyWorld;
let own: Ids;
let neighbors: Ids;
let strangers: Ids;
let before: object;

beforeAll(async () => {
  world = await aPolicyWorld({ today: '2026-03-15' });
  const { seller, issuer, stranger } = world;
  const parties = { sellerId: seller.organization.id, issuerId: issuer.organization.id };
  own = await idsOf(parties);
  neighbors = await idsOf(parties);
  strangers = await idsOf({ sellerId: stranger.organization.id });
  before = await everything(world.db);
});

afterAll(() => world?.close());

/** A policy with an entry that no statement has taken in. */
async function idsOf(parties: { sellerId: string; issuerId?: string }): Promise<Ids> {
  const { db } = world;
  const policy = await aPolicy(db, parties);
  const statement = await Statement.query(db).findOne('policy_id', policy.id).throwIfNotFound();
  const entry = await LedgerEntry.query(db).insertAndFetch({
    ...{ id: randomUUID(), parentPolicyId: policy.id, policyNumber: policy.policyNumber },
    ...{ organizationId: policy.issuingOrganizationId, productId: policy.productId },
    ...{ termNumber: 1, premium: '0.00', effectiveDate: '2026-04-01' },
  });
  const { id, clientId, quoteId, productId } = policy;
  const ids = { policy: id, client: clientId, quote: quoteId, product: productId };
  return { ...ids, entry: entry.id, statement: statement.id };
}

const risks = { riskOfPolicyholderConfusionAccepted: true, existingDocsRemainUnchangedAccepted: true };
const texts = [
  ...['policyNumber', 'insuredName', 'insuredDbaName', 'insuredContactFirstName', 'insuredContactLastName'],
  ...[
    'insuredContactEmail',
    'insuredContactPhone',
    'agencyId',
    'agencyName',
    'producerId',
    'producerFirstName',
  ],
  ...['producerLastName', 'producerEmail', 'producerPhone', 'carrierId', 'carrierName', 'anyMatch'],
];
const flags = [
  ...['includePolicy', 'includeQuote', 'includeAnswers', 'includeFinanceState', 'includePolicyEvents'],
  ...['includeClientIndustryInfo', 'includeAgencyInfo', 'includeStatements', 'includeLastStatements'],
  ...['includeClientSummary', 'includeCommentsStats'],
];
const all = <T>(names: readonly string[], value: T) => Object.fromEntries(names.map((name) => [name, value]));

interface Case {
  endpoint: Endpoint;
  body: () => { [field: string]: unknown };
  /** What its schema does not say, by field. */
  more?: { [field: string]: unknown[] };
  /** Fields that must be given although their schema has a default. */
  needed?: string[];
}

const notMoney = [0.001, 1.005, 1e12, -1e12, 1e300, 5e-324, '7.00', '1e2'];
const cases: [string, Case][] = [
  [
    'record an entry',
    {
      endpoint: recordEntry as Endpoint,
      body: () => ({
        ...{ parentPolicyId: own.policy, effectiveDate: '2026-04-01', premium: 1, quoteId: own.quote },
        ...{ eventAnswers: { a: 1 }, appliedToStatement: false, coverage: 'LIABILITY' },
      }),
      more: { premium: notMoney },
    },
  ],
  [
    'edit an entry',
    {
      endpoint: editEntry as Endpoint,
      body: () => ({
        id: own.entry,
        parentPolicyId: own.policy,
        effectiveDate: '2026-04-02',
        premium: 1,
        coverage: 'LIABILITY',
        quoteId: own.quote,
        eventAnswers: { reason: 'a second location' },
      }),
      more: { premium: notMoney },
    },
  ],
  [
    'search entries',
    {
      endpoint: searchLedger as Endpoint,
      body: () => ({
        ...{ page: 0, size: 20, effectiveDateStart: '2026-01-01', effectiveDateEnd: '2026-12-31' },
        ...{ includeAllEventAnswers: false, intakeQuestionIds: ['a'] },
        ...{ includeQuoteRateMeta: false, includeDocuments: false, includeLines: false },
      }),
      more: { page: [1e300, '0'], intakeQuestionIds: [[''], [7], [null], ['a\u0000']] },
    },
  ],
  [
    'search policies',
    {
      endpoint: postPolicySearch as Endpoint,
      body: () => ({
        // Blank, so that the other texts are looked at.
        ...{ page: 0, size: 20, ...all(texts, 'x'), anyMatch: ' ' },
        ...{ effectiveDateFrom: '2026-01-01', effectiveDateTo: '2026-12-31' },
        ...{ expirationDateFrom: '2026-01-01', expirationDateTo: '2027-12-31' },
        ...{ lineId: own.client, clockId: own.client, productVersionId: own.client },
        ...{ sellerOrganizationId: own.client, insuredState: 'TX', policyState: 'ACTIVE', status: 'PAID' },
        ...{ createdFrom: '2026-01-01', createdTo: '2026-12-31', sort: 'policyNumber', cursor: 'x' },
        ...{ updatedFrom: '2026-01-01', updatedTo: '2026-12-31' },
      }),
      more: { page: [1e300, '0'], ...all(texts, ['a\u0000b', '\ud800']) },
    },
  ],
  [
    'read sections of a policy',
    {
      endpoint: postFullPolicy as Endpoint,
      body: () => ({
        ...{ ...all(flags, true), intakeFormat: 'DAIS' },
        ...{ effectiveOn: '2026-02-01', knownAt: '2026-02-01T00:00:00Z' },
      }),
      more: {
        effectiveOn: ['2026-02-30', '2026-2-1', 'today'],
        knownAt: ['2026-02-01', '2026-02-30T00:00:00Z', 'now'],
      },
    },
  ],
  [
    'correct an effective date',
    {
      endpoint: correctEffectiveDate as Endpoint,
      body: () => ({
        ...{ policyId: own.policy, effectiveDate: '2026-02-01', ...risks },
        riskOfChangingPolicyEffectiveDateAccepted: true,
      }),
      more: {
        effectiveDate: ['9000-01-01', '9999-12-31'],
        ...all(Object.keys(risks), [false]),
        riskOfChangingPolicyEffectiveDateAccepted: [false],
      },
      needed: ['riskOfChangingPolicyEffectiveDateAccepted', ...Object.keys(risks)],
    },
  ],
  [
    'correct a number',
    {
      endpoint: correctPolicyNumber as Endpoint,
      body: () => ({
        ...{ policyId: own.policy, newPolicyNumber: 'NEW-1', ...risks },
        riskOfChangingPolicyNumberAccepted: true,
      }),
      more: {
        newPolicyNumber: [' ', 'a\u0000', 'a\nb', '\u200b', '\ud800'],
        ...all(Object.keys(risks), [false]),
        riskOfChangingPolicyNumberAccepted: [false],
      },
      needed: ['riskOfChangingPolicyNumberAccepted', ...Object.keys(risks)],
    },
  ],
];

const pathOf = ({ path }: Endpoint) => path.replace(':policyId', own.policy);
const send = ({ endpoint }: Case, body: object) => world.post(pathOf(endpoint), body, world.issuer);

describe.each(cases)('%s', (_, wrong) => {
  it('is refused for each field that is wrong, naming it', async () => {
    const body = wrong.body();
    const schema = z.toJSONSchema(wrong.endpoint.body!, { io: 'input' }) as JsonSchema;
    const shape = schema.$defs?.[schema.$ref?.replace('#/$defs/', '') ?? ''] ?? schema;
    const known = Object.keys(shape.properties ?? {});
    expect(Object.keys(body).sort()).toEqual(known.sort());
    const without = (field: string) =>
      Object.fromEntries(Object.entries(body).filter(([key]) => key !== field));
    const tries = [
      ...violationsOf(schema, body)
        .filter(({ path, isAbsence }) => path.length > 0 && !isAbsence)
        .map(({ path, how, value }) => ({ field: path.join('.'), how, value }))
        // A moment may be a day instead.
        .filter(
          ({ field, value }) => !/(From|To)$/.test(field) || !wrong.endpoint.body!.safeParse(value).success,
        ),
      ...Object.entries(wrong.more ?? {}).flatMap(([field, values]) =>
        values.map((value) => ({ field, how: JSON.stringify(value), value: { ...body, [field]: value } })),
      ),
      ...(wrong.needed ?? []).map((field) => ({ field, how: 'left out', value: without(field) })),
    ];
    const survivors: string[] = [];
    for (const { field, how, value } of tries) {
      const answer = await send(wrong, value as object);
      const named: string[] = (answer.body.errors ?? []).map((error: { field: string }) => error.field);
      const isNamed = named.some((name) => name === field || name.startsWith(`${field}.`));
      if (answer.status !== 400 || !isNamed) survivors.push(`${field} ${how}: ${answer.status} ${named}`);
    }
    expect(survivors).toEqual([]);
    expect(tries.length).toBeGreaterThan(known.length * 3);
  });

  it.each(['[]', 'null', '"x"', '7', '{', '{"a":1,}', '\u0000', '['.repeat(50_000)])(
    'is refused with a body such as %.20j',
    async (text) => {
      await world.post(pathOf(wrong.endpoint), undefined, world.issuer).type('json').send(text).expect(400);
    },
  );
});

describe('an id', () => {
  type Send = (id: string) => ReturnType<PolicyWorld['get']>;
  const body = (name: string) => cases.find(([of]) => of === name)![1];
  const withField =
    (name: string, field: string): Send =>
    (id) =>
      send(body(name), { ...body(name).body(), [field]: id });
  const inPath =
    (method: 'get' | 'post' | 'delete', path: string): Send =>
    (id) => {
      const to = path.replace('{}', id);
      return method === 'post' ? world.post(to, {}, world.issuer) : world[method](to, world.issuer);
    };

  /** How each is sent, which kind it is of, and the field that is named where there are several. */
  const places: [string, Send, keyof Ids, string?][] = [
    ['the policy of a new entry', withField('record an entry', 'parentPolicyId'), 'policy', 'parentPolicyId'],
    ['the quote of a new entry', withField('record an entry', 'quoteId'), 'quote', 'quoteId'],
    ['an edited entry', withField('edit an entry', 'id'), 'entry', 'id'],
    [
      'the policy of an edited entry',
      withField('edit an entry', 'parentPolicyId'),
      'policy',
      'parentPolicyId',
    ],
    ['a deleted entry', inPath('delete', '/policy/ledger/entry/{}/delete'), 'entry', 'entryId'],
    ['the policy of a new date', withField('correct an effective date', 'policyId'), 'policy', 'policyId'],
    ['the policy of a new number', withField('correct a number', 'policyId'), 'policy', 'policyId'],
    ['a full policy', inPath('get', '/policy/{}'), 'policy'],
    ['sections of a policy', inPath('post', '/policy/{}'), 'policy'],
    ['a ledger', inPath('get', '/policy/{}/ledger'), 'policy'],
    ['the policy of a search', inPath('post', '/policy/ledger/entries/policy/{}'), 'policy'],
    ['a timeline', inPath('get', '/policy/{}/timeline'), 'policy'],
    ['what comes next', inPath('get', '/policy/{}/upcoming'), 'policy'],
    ['the client of policies', inPath('get', '/policy/client/{}'), 'client'],
  ];

  it.each(places)(
    'of %s is not found where it is unknown, foreign or of another kind',
    async (_, to, kind, field) => {
      const others = (Object.keys(own) as (keyof Ids)[]).filter((other) => other !== kind);
      for (const id of [randomUUID(), strangers[kind], ...others.map((other) => own[other])]) {
        const answer = await to(id);
        expect(answer.status, id).toBe(404);
        expect(answer.body.detail).toContain(id);
        if (field !== undefined) expect(answer.body.errors).toMatchObject([{ field }]);
        const said = JSON.stringify(answer.body).replaceAll(id, '');
        for (const hidden of Object.values(strangers)) expect(said).not.toContain(hidden);
      }
    },
  );

  it.each(places)('of %s is refused where it is no UUID', async (_, to) => {
    for (const id of ['x', '1', 'null', own.policy.slice(1), `${own.policy}0`, '%00']) {
      const answer = await to(id);
      expect(answer.status, id).toBe(400);
      expect(answer.body.errors).toHaveLength(1);
    }
  });

  it('of an entry is not found under another policy, nor is a quote of another client taken', async () => {
    await withField('edit an entry', 'id')(neighbors.entry).expect(404);
    await withField('edit an entry', 'parentPolicyId')(neighbors.policy).expect(404);
    const { body: answer } = await withField('record an entry', 'quoteId')(neighbors.quote).expect(400);
    expect(answer.errors).toMatchObject([{ field: 'quoteId' }]);
  });
});

it('changes nothing, whatever was wrong', async () => {
  expect(await everything(world.db)).toEqual(before);
  expect(world.told).toEqual([]);
});
