import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../api/http/caller.js';
import { policyUpcomingRoutes } from '../../api/policies/upcoming/routes.js';
import type { Upcoming } from '../../api/policies/upcoming/schemas.js';
import { UpcomingOfPolicies } from '../../api/policies/upcoming/service.js';
import { createApiKey } from '../../db/identity/api-keys.js';
import { Policy } from '../../db/models/policy.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { Statement } from '../../db/models/statement.js';
import { addDays } from '../../domain/ground/calendar.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { basicOf } from '../support/identity-factory.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { shopOfLives } from '../support/shop-of-lives.js';

let world: EventWorld;
let desk: PolicyDesk;
let service: TestApp;
const keys = new Map<string, string>();
let today = '2040-01-01';
const now = () => new Date(`${today}T08:00:00Z`);

beforeAll(async () => {
  const settings = {
    paymentPlans: [
      { plan: 'FULL_PAYMENT' as const, dueDays: 10 },
      { plan: 'MONTHLY' as const, dueDays: 10 },
      { plan: 'FINANCE' as const },
    ],
    billing: { lateFee: { amount: 25 }, shortfallTolerance: 1 },
    cancellation: { nonPayment: { graceDays: 10, noticeDays: 15 } },
    audit: { windowDays: 60 },
    closeAfterDays: 90,
  };
  world = await anEventWorld(shopOfLives(settings), { now });
  desk = new PolicyDesk(world, now);
  const { db, catalog, databaseUrl: url } = world;
  service = await createTestApp(
    { db, url, drop: async () => undefined },
    { resources: [policyUpcomingRoutes({ upcoming: new UpcomingOfPolicies({ db, catalog, now }) })] },
  );
  for (const { organizationId } of [world.agency, world.carrier, world.stranger]) {
    const { apiKey, secret } = await createApiKey(db, { organizationId, permissions: ['policies:read'] });
    keys.set(organizationId, basicOf(apiKey.key, secret));
  }
});
afterAll(async () => {
  await service?.close();
  await world?.close();
});

const get = (policyId: string, { organizationId }: Pick<Caller, 'organizationId'> = world.agency) =>
  supertest(service.app)
    .get(`/ioi/v3/policy/${policyId}/upcoming`)
    .set('Authorization', keys.get(organizationId)!);

async function upcoming(policyId: string): Promise<Upcoming> {
  return (await get(policyId).expect(200)).body;
}

/** Day, type, amount and conditions of what comes, until a day. */
async function told(policyId: string, until = '9999-12-31'): Promise<string[]> {
  const { content } = await upcoming(policyId);
  return content
    .filter(({ on }) => on <= until)
    .map(({ on, type, amount, unless }) =>
      [on, type, amount, ...unless].filter((one) => one !== null).join(' '),
    );
}

/** A year of 1,200.00 and a tax of 60.00. */
function issue(plan = 'FULL_PAYMENT', effectiveDate = '2040-01-01'): Promise<string> {
  today = effectiveDate;
  return desk.issue({ revenue: 120_000, plan, effectiveDate });
}

const pay = (policyId: string, amount: number) =>
  desk.done('PAYMENT_RECEIVED', { policyId, amount, reference: randomUUID() });

async function goTo(policyId: string, day: string): Promise<void> {
  today = day;
  await desk.lookAfter(policyId);
}

describe('what comes next', () => {
  it('is what nobody pays for, and what is done if it is paid', async () => {
    const policyId = await issue('MONTHLY');
    expect(await told(policyId, '2040-03-01')).toEqual([
      '2040-01-12 STATEMENT_PAST_DUE 160 PAID',
      '2040-01-12 STATEMENT_CREATED 25 PAID',
      '2040-01-21 PRE_POLICY_CANCELLATION 160 PAID',
      '2040-01-23 STATEMENT_PAST_DUE 25 PAID',
      '2040-02-01 STATEMENT_CREATED 100',
      '2040-02-05 POLICY_CANCEL PAID',
      '2040-03-01 STATEMENT_CREATED 100 UNPAID',
    ]);
    const { content, until, isComplete } = await upcoming(policyId);
    expect({ until, isComplete }).toEqual({ until: '2042-01-01', isComplete: true });
    expect(content.find(({ type }) => type === 'PRE_POLICY_CANCELLATION')).toMatchObject({
      cancellationDate: '2040-02-05',
      description: 'Notice of cancellation for non-payment of 160.00, from 2040-02-05',
    });
    expect(content.filter(({ type }) => type === 'POLICY_CANCEL')).toMatchObject([
      { description: 'The policy is canceled for non-payment', noticeId: null },
    ]);
  });

  it('happens: a policy that nobody pays for', async () => {
    const policyId = await issue('MONTHLY');
    const { content } = await upcoming(policyId);
    const foretold = content.filter(({ unless }) => !unless.includes('UNPAID'));
    const happened: string[] = [];
    for (let day = today; day <= '2040-02-06'; day = addDays(day, 1)) {
      const before = await seen(policyId);
      await goTo(policyId, day);
      happened.push(
        ...(await seen(policyId)).filter((one) => !before.includes(one)).map((one) => `${day} ${one}`),
      );
    }
    const of = (types: readonly string[]) =>
      foretold
        .filter(({ type, on }) => types.includes(type) && on <= today)
        .map(({ on, type, amount, dueDate, cancellationDate }) =>
          [on, type, amount ?? '', dueDate ?? cancellationDate ?? ''].join(' ').trim(),
        );
    const types = ['STATEMENT_CREATED', 'STATEMENT_PAST_DUE', 'PRE_POLICY_CANCELLATION', 'POLICY_CANCEL'];
    expect(happened.sort()).toEqual(
      of(types)
        .map((one) => one.replace(/(PRE_POLICY_CANCELLATION) \S+/, '$1'))
        .sort(),
    );
  });

  it('goes on from the notice that was given, which a payment withdraws', async () => {
    const policyId = await issue('MONTHLY');
    await goTo(policyId, '2040-01-12');
    expect(await told(policyId, '2040-02-01')).toEqual([
      '2040-01-21 PRE_POLICY_CANCELLATION 160 PAID',
      '2040-01-23 STATEMENT_PAST_DUE 25 PAID',
      '2040-02-01 STATEMENT_CREATED 100',
    ]);
    for (const day of ['2040-01-21', '2040-01-23']) await goTo(policyId, day);
    expect(await told(policyId, '2040-02-05')).toEqual([
      '2040-02-01 STATEMENT_CREATED 100',
      '2040-02-05 POLICY_CANCEL PAID',
    ]);
    await pay(policyId, 185);
    expect(await told(policyId, '2040-02-11')).toEqual([
      '2040-01-23 CANCELLATION_NOTICE_WITHDRAWN',
      '2040-02-01 STATEMENT_CREATED 100',
    ]);
  });

  it('is the cancellation of a notice that no payment withdraws', async () => {
    const policyId = await issue();
    await pay(policyId, 1260);
    await desk.done('PRE_POLICY_CANCELLATION', { policyId, effectiveDate: '2040-03-01' });
    const notice = await PolicyEvent.query(world.db).findOne({
      policy_id: policyId,
      type: 'CANCELLATION_NOTICE',
    });
    const { content } = await upcoming(policyId);
    expect(content).toMatchObject([
      {
        ...{ on: '2040-03-01', type: 'POLICY_CANCEL', unless: [], noticeId: notice!.id },
        description: 'The policy is canceled by its notice',
      },
    ]);
  });

  it('of a policy that waits for its finance company depends on its payment', async () => {
    const policyId = await issue('FINANCE');
    const first = (await told(policyId)).filter((one) => one.includes('POLICY_CANCEL'));
    expect(first).toEqual(['2040-02-01 POLICY_CANCEL PAID']);
    await pay(policyId, 1260);
    expect(await told(policyId)).not.toContain('2040-02-01 POLICY_CANCEL PAID');
  });

  it('is that a shortfall is written off', async () => {
    const policyId = await issue();
    await pay(policyId, 1259.5);
    expect((await told(policyId))[0]).toBe('2040-01-01 SHORTFALL_WRITTEN_OFF 0.5');
  });

  it('is each endorsement to come', async () => {
    const policyId = await issue();
    await pay(policyId, 1260);
    for (const effectiveDate of ['2040-04-01', '2040-06-01']) {
      await desk.done('POLICY_ENDORSE', { policyId, premium: 10, effectiveDate });
    }
    await pay(policyId, 20);
    const changes = (await told(policyId)).filter((one) => one.includes('CHANGE_IN_FORCE'));
    expect(changes).toEqual(['2040-04-01 CHANGE_IN_FORCE', '2040-06-01 CHANGE_IN_FORCE']);
  });

  it('is the end of the coverage, the last days to reinstate and to audit, and the end of the policy', async () => {
    const policyId = await issue();
    await desk.done('POLICY_CANCEL', { policyId, effectiveDate: '2040-06-01', label: 'Sold' });
    const statements = await Statement.query(world.db).where({ policy_id: policyId });
    await pay(policyId, Number(statements.reduce((sum, { amount }) => sum + Number(amount), 0).toFixed(2)));
    expect(await told(policyId)).toEqual([
      '2040-06-01 COVERAGE_ENDS',
      '2040-06-01 POLICY_SETTLED',
      '2040-07-01 REINSTATEMENT_ENDS',
      '2040-08-30 POLICY_CLOSED',
    ]);
    await goTo(policyId, '2040-06-01');
    expect(await told(policyId)).toEqual([
      '2040-07-01 REINSTATEMENT_ENDS',
      '2040-07-31 AUDIT_WINDOW_ENDS',
      '2040-08-30 POLICY_CLOSED',
    ]);
    await goTo(policyId, '2040-08-30');
    const { policyState } = await Policy.query(world.db).findById(policyId).throwIfNotFound();
    expect(policyState).toBe('CLOSED');
    expect(await upcoming(policyId)).toMatchObject({ content: [], isComplete: true });
  });

  it('is the end of a lapse', async () => {
    const policyId = await issue();
    await pay(policyId, 1260);
    await desk
      .done('POLICY_CANCEL', { policyId, effectiveDate: '2040-01-01', label: 'Closed' })
      .catch(() => undefined);
    today = '2040-01-02';
    await desk.fire('POLICY_REINSTATE', { policyId, effectiveDate: '2040-01-21' });
    expect(await told(policyId)).toContain('2040-01-21 COVERAGE_RESUMES');
  });

  it('is the renewal, as far as somebody has decided about it', async () => {
    const policyId = await issue();
    await pay(policyId, 1260);
    expect(await told(policyId)).toEqual([
      '2040-10-03 CUSTOMER_RENEWAL_90_DAYS_OUT',
      '2040-11-02 POLICY_RENEWAL_QUOTING',
      '2041-01-01 POLICY_EXPIRED ACCEPTED',
      '2041-01-01 POLICY_SETTLED',
      '2041-04-01 POLICY_CLOSED',
    ]);
    for (const day of ['2040-10-03', '2040-11-02']) await goTo(policyId, day);
    expect((await told(policyId, '2041-01-01')).sort()).toEqual([
      '2040-12-31 QUOTE_EXPIRES ACCEPTED',
      '2041-01-01 POLICY_EXPIRED ACCEPTED',
      '2041-01-01 POLICY_SETTLED',
    ]);
    const { lastRenewalQuoteId: quoteId } = await Policy.query(world.db).findById(policyId).throwIfNotFound();
    await desk.done('RENEWAL_QUOTE_SELECTED', { policyId, quoteId });
    const { content, isComplete } = await upcoming(policyId);
    expect(isComplete).toBe(false);
    expect(content.slice(0, 2)).toMatchObject([
      { on: '2041-01-01', type: 'POLICY_RENEWED', quoteId, unless: [], termNumber: 1 },
      {
        ...{ on: '2041-01-01', type: 'STATEMENT_CREATED', amount: 1260, dueDate: '2041-01-11', unless: [] },
        termNumber: 2,
      },
    ]);
    await goTo(policyId, '2041-01-01');
    const [billed] = await Statement.query(world.db).where({ policy_id: policyId, term_number: 2 });
    expect(billed).toMatchObject({ id: content[1]!.statementId, amount: '1260.00', dueDate: '2041-01-11' });
    expect(await told(policyId, '2041-01-12')).toEqual([
      '2041-01-12 STATEMENT_PAST_DUE 1260 PAID',
      '2041-01-12 STATEMENT_CREATED 25 PAID',
    ]);
  });

  it('of a policy that is not renewed is its end', async () => {
    const policyId = await issue();
    await pay(policyId, 1260);
    await desk.done('CANCEL_RENEWAL', { policyId });
    expect((await told(policyId))[0]).toBe('2041-01-01 POLICY_EXPIRED');
  });

  it('is shown to the organizations of the policy, and to no other', async () => {
    const policyId = await issue();
    const { body } = await get(policyId).expect(200);
    expect((await get(policyId, world.carrier).expect(200)).body).toEqual(body);
    await get(policyId, world.stranger).expect(404);
    await get(randomUUID()).expect(404);
    const { organizationId } = world.agency;
    const { apiKey, secret } = await createApiKey(world.db, {
      organizationId,
      permissions: ['clients:read'],
    });
    await get(policyId).set('Authorization', basicOf(apiKey.key, secret)).expect(403);
  });
});

/** What has happened to a policy, in the words of what was foretold. */
async function seen(policyId: string): Promise<string[]> {
  const statements = await Statement.query(world.db)
    .where({ policy_id: policyId })
    .whereNot('kind', 'CANCELLATION');
  const { cancellationNoticeOn, cancelledOn } = await Policy.query(world.db)
    .findById(policyId)
    .throwIfNotFound();
  return [
    ...statements
      .filter(({ number, billedOn }) => number > 1 && billedOn !== null)
      .map(({ amount, dueDate }) => `STATEMENT_CREATED ${Number(amount)} ${dueDate}`),
    ...statements
      .filter(({ state }) => state === 'PAST_DUE')
      .map(({ amount }) => `STATEMENT_PAST_DUE ${Number(amount)}`),
    ...(cancellationNoticeOn === null ? [] : [`PRE_POLICY_CANCELLATION ${cancellationNoticeOn}`]),
    ...(cancelledOn === null ? [] : ['POLICY_CANCEL']),
  ];
}
