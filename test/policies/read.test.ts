import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullPolicy } from '../../api/policies/policy-schemas.js';
import type { Policy } from '../../db/models/policy.js';
import { lockPolicy } from '../../db/policy-changes/lock-policy.js';
import { recordPolicyChange } from '../../db/policy-changes/record-change.js';
import { editsOf } from '../../domain/intake/answer-edits.js';
import { aClient, answered, iteration, looped } from '../support/client-factory.js';
import { anOrganization } from '../support/identity-factory.js';
import { aPolicy, aPolicyEvent } from '../support/policy-factory.js';
import { aPolicyWorld, type PolicyWorld } from '../support/policy-world.js';
import { aProduct } from '../support/product-factory.js';

const warehouse = '5f6f3a52-6f0e-4b7e-9d0e-6f1f4f3d2b10';
const answers = {
  ...answered('client.name', 'Harbor Bakery LLC'),
  ...answered('client.industry.naics', '311811'),
  ...answered('client.contact.name', 'Ada Mae Byron'),
  ...answered('agency.city', 'Boston'),
  ...answered('other.product', 'yes'),
  ...looped(
    'shop.locations',
    iteration({ ...answered('location.state', 'MA'), ...answered('location.area', '1200') }, warehouse),
    iteration(answered('location.state', 'NH')),
  ),
};

let world: PolicyWorld;
let policy: Policy;

beforeAll(async () => {
  world = await aPolicyWorld({ today: '2026-03-15' });
  const definition = aProduct((content) => {
    const [section] = content.product.display.sections;
    section!.subsections[0]!.questions.push({
      qid: 'shop.locations',
      question: 'Locations?',
      answerType: 'TEXT',
      required: false,
      loop: {
        iterationLabel: 'Location',
        questions: [
          { qid: 'location.state', question: 'State?', answerType: 'TEXT', required: true },
          { qid: 'location.area', question: 'Area?', answerType: 'NUMBER', required: false },
        ],
      },
    });
  });
  policy = await aPolicy(world.db, {
    sellerId: world.seller.organization.id,
    issuerId: world.issuer.organization.id,
    definition,
    answers,
    premium: '1000.01',
    instalments: ['333.34', '333.34', '333.33'],
    policyNumber: 'SHOP-1',
  });
});
afterAll(() => world.close());

/** What is answered for a selection of sections. */
async function read(flags?: object) {
  const { body } = await world.post(`/policy/${policy.id}`, flags).expect(200);
  return body;
}

describe('a full policy', () => {
  it('has every section', async () => {
    const { body } = await world.get(`/policy/${policy.id}`).expect(200);

    expect(body.policy).toMatchObject({
      id: policy.id,
      policyNumber: 'SHOP-1',
      productName: 'Small Shop',
      sellerOrganizationName: 'Harbor Street Agency',
      issuingOrganizationName: 'Granite Ridge Mutual',
      status: 'NOT_PAID',
      policyState: 'ACTIVE',
      effectiveDate: '2026-01-01',
      expirationDate: '2027-01-01',
      lastDayWithCoverage: '2026-12-31',
      premium: 1000.01,
      policyMeta: { insuredName: 'Harbor Bakery LLC' },
      createdTimestamp: '2025-12-22T12:00:00.000Z',
    });
    expect(body.policy).toMatchObject({ version: expect.any(Number), updatedTimestamp: expect.any(String) });
    expect(body.quote).toMatchObject({ requestId: policy.quoteId, clientId: policy.clientId });
    expect(body.clientIndustryInfo).toEqual({
      naics: '311811',
      sector: '31-33',
      sectorTitle: 'Manufacturing',
      subsector: '311',
      industryGroup: '3118',
      industry: '31181',
    });
    expect(body.agencyAddressInfo).toMatchObject({ city: 'Boston', agencyName: 'Harbor Street Agency' });
    expect(body.intakeAnswers).toEqual(answers);
    expect(body.events).toMatchObject([
      { type: 'POLICY_ISSUED', label: 'Policy issued', effectiveDate: '2026-01-01', data: {} },
    ]);
    expect(body.statements).toMatchObject([
      { number: 1, dueDate: '2026-01-01', amount: 333.34, balance: 333.34, state: 'SCHEDULED' },
      { number: 2, dueDate: '2026-02-01', amount: 333.34 },
      { number: 3, dueDate: '2026-03-01', amount: 333.33 },
    ]);
    expect(body.lastStatement).toMatchObject({ number: 3 });
    expect(body.collectsSecurityDeposit).toBe(false);
    expect(body.financeState).toEqual({
      paymentPlan: 'MONTHLY',
      paymentStatus: 'NOT_PAID',
      financeConfirmed: true,
      currency: 'USD',
      billedAmount: 1000.01,
      dueAmount: 1000.01,
      paidAmount: 0,
      balance: 1000.01,
      creditAmount: 0,
      unappliedAmount: 0,
      refundableAmount: 0,
      pastDueAmount: 0,
      nextDueDate: '2026-01-01',
      nextDueAmount: 333.34,
      statementCount: 3,
      paidStatementCount: 0,
    });
    expect(body.clientSummary).toMatchObject({
      clientId: policy.clientId,
      clientName: 'Harbor Bakery LLC',
      policyCount: 1,
      activePolicyCount: 1,
      activePremium: 1000.01,
      firstEffectiveDate: '2026-01-01',
    });
    expect(body.commentsStats).toEqual({ commentCount: 0, lastCommentTimestamp: null });
    expect(fullPolicy.safeParse(body).error).toBeUndefined();
  });

  it('counts notes as comments', async () => {
    const noted = await aPolicy(world.db, { sellerId: world.seller.organization.id });
    for (const day of ['01', '03', '02']) {
      const createdAt = new Date(`2026-03-${day}T08:00:00Z`);
      await aPolicyEvent(world.db, noted.id, { type: 'NOTE', description: 'Called.', createdAt });
    }
    const { body } = await world.post(`/policy/${noted.id}`, {}).expect(200);
    expect(body.commentsStats).toEqual({ commentCount: 3, lastCommentTimestamp: '2026-03-03T08:00:00.000Z' });
  });

  it('has its events in order, those of one moment as they were recorded', async () => {
    const late = await aPolicy(world.db, { sellerId: world.seller.organization.id });
    const [first, then] = [new Date('2026-03-01T08:00:00Z'), new Date('2026-03-02T08:00:00Z')];
    const recorded = ['2026-02-16', '2026-01-16', '2026-02-28', '2026-02-01'];
    for (const effectiveDate of recorded) {
      await aPolicyEvent(world.db, late.id, { type: 'NOTE', effectiveDate, createdAt: then });
    }
    const earlier = '2026-04-01';
    await aPolicyEvent(world.db, late.id, { type: 'NOTE', effectiveDate: earlier, createdAt: first });
    const { body } = await world.post(`/policy/${late.id}`, { includePolicyEvents: true }).expect(200);
    expect(body.events.map((event: { effectiveDate: string }) => event.effectiveDate)).toEqual([
      policy.effectiveDate,
      earlier,
      ...recorded,
    ]);
  });

  it('is seen by who sold and who issued it, and is not found by others', async () => {
    await world.get(`/policy/${policy.id}`, world.issuer).expect(200);
    await world.get(`/policy/${policy.id}`, world.stranger).expect(404);
    await world.get(`/policy/${randomUUID()}`).expect(404);
    const { body } = await world.get('/policy/none').expect(400);
    expect(body.errors).toMatchObject([{ field: 'policyId', parameter: 'policyId' }]);
  });

  it('needs the permission', async () => {
    const reader = await anOrganization(world.db, { permissions: ['quotes:read'] });
    await world.get(`/policy/${policy.id}`, reader).expect(403);
    await world.post('/policy/search', {}, reader).expect(403);
  });
});

describe('sections of a policy', () => {
  const nothing = {
    policy: null,
    quote: null,
    clientIndustryInfo: null,
    agencyAddressInfo: null,
    intakeAnswers: null,
    events: [],
    lastStatement: null,
    collectsSecurityDeposit: null,
    financeState: null,
    statements: [],
    clientSummary: null,
    commentsStats: null,
  };

  it('are none but the comment statistics by default', async () => {
    expect(await read({})).toEqual({ ...nothing, commentsStats: expect.anything() });
    expect(await read()).toEqual({ ...nothing, commentsStats: expect.anything() });
    expect(await read({ includeCommentsStats: false })).toEqual(nothing);
  });

  it.each([
    ['includePolicy', ['policy']],
    ['includeQuote', ['quote']],
    ['includeAnswers', ['intakeAnswers']],
    ['includeFinanceState', ['financeState', 'collectsSecurityDeposit']],
    ['includePolicyEvents', ['events']],
    ['includeClientIndustryInfo', ['clientIndustryInfo']],
    ['includeAgencyInfo', ['agencyAddressInfo']],
    ['includeStatements', ['statements']],
    ['includeLastStatements', ['lastStatement']],
    ['includeClientSummary', ['clientSummary']],
  ])('are those that %s asks for', async (flag, sections) => {
    const { body: whole } = await world.get(`/policy/${policy.id}`);
    const expected = Object.fromEntries(sections.map((section) => [section, whole[section]]));
    expect(await read({ [flag]: true, includeCommentsStats: false })).toEqual({ ...nothing, ...expected });
  });

  it('that were not asked for are not read', async () => {
    const statements: string[] = [];
    const listen = ({ sql }: { sql: string }) => void statements.push(sql);
    world.db.on('query', listen);
    await read({ includePolicyEvents: true, includeCommentsStats: false });
    world.db.off('query', listen);

    const [policies, events, ...others] = statements.filter((sql) => sql.includes('polic'));
    expect(others).toEqual([]);
    expect(policies).toContain('from "policies"');
    expect(events).toContain('from "policy_events"');
    expect(statements.join()).not.toMatch(/from "?(statements|payments|policy_changes|clients|quotes)/);
  });

  it.each([
    [{ includePolicy: 'yes' }, 'includePolicy'],
    [{ includeCommentsStats: 'true' }, 'includeCommentsStats'],
    [{ intakeFormat: 'XML' }, 'intakeFormat'],
  ])('are refused for %j', async (flags, field) => {
    const { body } = await world.post(`/policy/${policy.id}`, flags).expect(400);
    expect(body.errors).toMatchObject([{ field }]);
  });
});

describe('answers', () => {
  it('are flat pairs in the format KEY_VALUE', async () => {
    const { intakeAnswers } = await read({ includeAnswers: true, intakeFormat: 'KEY_VALUE' });
    expect(intakeAnswers).toEqual({
      'client.name': 'Harbor Bakery LLC',
      'client.industry.naics': '311811',
      'client.contact.name': 'Ada Mae Byron',
      'agency.city': 'Boston',
      'other.product': 'yes',
      'shop.locations[0].location.state': 'MA',
      'shop.locations[0].location.area': '1200',
      'shop.locations[1].location.state': 'NH',
    });
  });

  it('are in the places of the questions in the format PRODUCT_TREE', async () => {
    const { intakeAnswers } = await read({ includeAnswers: true, intakeFormat: 'PRODUCT_TREE' });
    const [section] = intakeAnswers.product.display.sections;
    const [name, sales, locations] = section.subsections[0].questions;
    expect(name).toMatchObject({ qid: 'client.name', question: 'Name?', answer: 'Harbor Bakery LLC' });
    expect(sales).toMatchObject({ qid: 'shop.sales' });
    expect(sales).not.toHaveProperty('answer');
    expect(locations.iterations).toMatchObject([
      {
        iterationId: warehouse,
        questions: [
          { qid: 'location.state', answer: 'MA' },
          { qid: 'location.area', answer: '1200' },
        ],
      },
      { questions: [{ qid: 'location.state', answer: 'NH' }, { qid: 'location.area' }] },
    ]);
    expect(intakeAnswers.otherAnswers).toEqual({
      'client.industry.naics': '311811',
      'client.contact.name': 'Ada Mae Byron',
      'agency.city': 'Boston',
      'other.product': 'yes',
    });
  });

  it('are those in force today, with what endorsements changed', async () => {
    const { db } = world;
    const endorsed = await aPolicy(db, { sellerId: world.seller.organization.id, answers });
    const endorse = (effectiveDate: string, name: string) =>
      db.transaction(async (trx) => {
        await recordPolicyChange(trx, (await lockPolicy(trx, endorsed.id))!, {
          kind: 'ENDORSE',
          effectiveDate,
          recordedAt: new Date('2026-02-01T00:00:00Z'),
          lines: [],
          termPremium: '1200.00',
          answers: answered('client.name', name),
          edits: [{ from: effectiveDate, edits: editsOf({}, answered('client.name', name)) }],
        });
      });
    await endorse('2026-03-15', 'Harbor Bread LLC');
    await endorse('2026-02-10', 'Harbor Rolls LLC');
    await endorse('2026-03-16', 'Harbor Cakes LLC');

    const { body } = await world.post(`/policy/${endorsed.id}`, { includeAnswers: true }).expect(200);
    expect(body.intakeAnswers).toEqual({ ...answers, ...answered('client.name', 'Harbor Bread LLC') });
  });
});

describe("a client's policies", () => {
  it('are those of the caller, the latest first', async () => {
    const { db, seller, issuer } = world;
    const client = await aClient(db, seller.organization.id);
    const ours = { sellerId: seller.organization.id, clientId: client.id };
    const first = await aPolicy(db, { ...ours, effectiveDate: '2025-05-01' });
    const second = await aPolicy(db, {
      ...ours,
      issuerId: issuer.organization.id,
      effectiveDate: '2026-05-01',
    });
    const ids = async (by: typeof seller) => {
      const { body } = await world.get(`/policy/client/${client.id}`, by).expect(200);
      return body.map(({ id }: { id: string }) => id);
    };

    expect(await ids(seller)).toEqual([second.id, first.id]);
    expect(await ids(issuer)).toEqual([second.id]);
    await world.get(`/policy/client/${client.id}`, world.stranger).expect(404);
  });

  it('are none of a client without, and not found of an unknown one', async () => {
    const client = await aClient(world.db, world.seller.organization.id);
    const { body } = await world.get(`/policy/client/${client.id}`).expect(200);
    expect(body).toEqual([]);
    await world.get(`/policy/client/${client.id}`, world.issuer).expect(404);
    await world.get(`/policy/client/${randomUUID()}`).expect(404);
    await world.get('/policy/client/none').expect(400);
  });
});

describe('a full policy as of a day', () => {
  it.each([
    ['effectiveOn', '2026-02-30', 'must be an existing date, YYYY-MM-DD'],
    ['effectiveOn', '', 'must be an existing date, YYYY-MM-DD'],
    ['knownAt', '2026-02-01', 'must be an ISO 8601 date-time with an offset'],
    ['knownAt', '2026-02-01T00:00:00', 'must be an ISO 8601 date-time with an offset'],
  ])('refuses %s "%s", in query and body alike', async (field, value, detail) => {
    const path = `/policy/${policy.id}`;
    const asked = await world.get(`${path}?${field}=${value}`).expect(400);
    expect(asked.body.errors).toEqual([{ field, detail, parameter: field }]);
    const sent = await world.post(path, { [field]: value }).expect(400);
    expect(sent.body.errors).toEqual([{ field, detail, pointer: `/${field}` }]);
  });

  it('is 404 for another organization', async () => {
    const path = `/policy/${policy.id}?effectiveOn=2026-02-01`;
    await world.get(path, world.stranger).expect(404);
    const { body } = await world.get(path).expect(200);
    expect(body.policy).toMatchObject({ id: policy.id, policyState: 'ACTIVE', premium: 1000.01 });
  });
});
