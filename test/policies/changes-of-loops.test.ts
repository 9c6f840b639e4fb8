import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wholePolicy } from '../../api/policies/schemas.js';
import { PolicyService } from '../../api/policies/service.js';
import { Policy } from '../../db/models/policy.js';
import { Quote } from '../../db/models/quote.js';
import { demoProducts } from '../../db/seeds/demo-products.js';
import { type AnswerEdits, edited, editsOf, iterationsOf } from '../../domain/intake/answer-edits.js';
import type { AnswerMap, LoopIteration } from '../../domain/intake/answers.js';
import { answered } from '../support/client-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { expectSound } from './invariants.js';

let today = '2027-01-01';
const now = () => new Date(`${today}T08:00:00Z`);

/** A desk of a demo product, with a year's policy of the intake that is quoted. */
async function deskOf(key: string, action: { actionId: string; name: string }) {
  const { definition, intakes } = (await demoProducts()).find((demo) => demo.key === key)!;
  const world = await anEventWorld(definition, { now });
  const desk = new PolicyDesk(world, now);
  const issue = () =>
    desk.issueQuoted({
      ...{ intake: intakes.quoted, effectiveDate: '2027-01-01', plan: 'FULL_PAYMENT' },
      action: { ...action, type: 'IOI_RATING' },
    });
  return { world, desk, issue, intake: intakes.quoted };
}

const answersOf = async (world: EventWorld, policyId: string, effectiveOn: string): Promise<AnswerMap> => {
  const service = new PolicyService({ db: world.db, catalog: world.catalog, now });
  const { intakeAnswers } = await service.full(world.agency, policyId, { ...wholePolicy, effectiveOn });
  return intakeAnswers as AnswerMap;
};

describe('a driver who leaves', () => {
  let life: Awaited<ReturnType<typeof deskOf>>;
  const james = '536db192-2f13-45a3-a29b-a74be66a5aba';
  beforeAll(async () => {
    const action = { actionId: '0db480b7-92c8-4904-bc5e-606d0bb9c792', name: 'Personal auto' };
    life = await deskOf('personal-auto', action);
  });
  afterAll(() => life?.world.close());

  it.each(['intakeLoopIterationIdsToDelete', 'edits', 'intake'])(
    'by %s is named by no vehicle and no violation any more',
    async (how) => {
      const { desk, issue, intake } = life;
      const policyId = await issue();
      const left = intake.drivers as AnswerMap[string] & { type: 'LOOP' };
      const drivers = {
        ...left,
        iterations: left.iterations.filter(({ iterationId }) => iterationId !== james),
      };
      const asked = {
        intakeLoopIterationIdsToDelete: [james],
        edits: editsOf(intake, { drivers }),
        intake: { drivers },
      }[how];
      const effectiveDate = '2027-04-01';
      const conflictChoices = [{ qid: 'client.city', choice: 'KEEP_LATER' }];
      const quoted = await desk.done('POLICY_ENDORSEMENT_QUOTING', {
        ...{ policyId, effectiveDate, conflictChoices, [how]: asked },
      });
      const { messages } = (await Quote.query(life.world.db).findById(quoted.quoteId as string))!;
      const removed = { code: 'ITERATION_REMOVED', qid: 'drivers', iterationId: james };
      const ofRequest = messages.filter(({ code }) => ['ITERATION_REMOVED', 'NO_CONFLICT'].includes(code));
      expect(ofRequest).toMatchObject([
        ...(how === 'intake' ? [removed] : []),
        { code: 'NO_CONFLICT', message: expect.stringContaining('payload.conflictChoices[0]') },
      ]);
      const edits = quoted.edits as unknown as AnswerEdits;
      // What is cleared with the driver follows from the removal, on the day of the change.
      expect(Object.keys(edits)).toEqual(['drivers']);
      // Nobody drives the vehicle, which its question requires.
      expect(quoted.outcome).toBe('DECLINED');
      const after = edited(intake, edits);
      expect(JSON.stringify(after.vehicles)).toContain('"answer":""');
      expect(JSON.stringify(intake)).toContain(james);
      expect(JSON.stringify(after)).not.toContain(james);
    },
  );
});

describe('a true-up of one location', () => {
  let life: Awaited<ReturnType<typeof deskOf>>;
  beforeAll(async () => {
    life = await deskOf('general-liability', {
      actionId: 'e448f096-fa55-4c11-84fb-d9ab92672d93',
      name: 'Standard',
    });
  });
  afterAll(() => life?.world.close());

  const added: LoopIteration = {
    iterationId: '9d1c4a52-3f8e-4a57-8a0e-3f1f0b8f7d21',
    answers: {
      ...answered('location.address1', '9 Lake Road'),
      ...answered('location.city', 'Austin'),
      ...answered('location.state', 'TX'),
      ...answered('location.zipcode', '78704'),
      ...answered('location.setting', 'URBAN'),
      ...answered('location.interest', 'LEASED'),
      ...answered('location.area', '1000'),
      ...answered('location.revenue', '300000'),
      ...answered('location.payroll', '90000'),
    } as LoopIteration['answers'],
  };

  async function add(policyId: string): Promise<number> {
    const effectiveDate = '2027-06-01';
    const edits = { locations: { type: 'LOOP', qid: 'locations', added: [added], removed: [], edited: [] } };
    const { quoteId, premium } = await life.desk.done('POLICY_ENDORSEMENT_QUOTING', {
      ...{ policyId, effectiveDate, edits },
    });
    await life.desk.done('POLICY_ENDORSE', { policyId, effectiveDate, quoteId });
    return premium as number;
  }

  async function count(policyId: string): Promise<number> {
    const effectiveDate = '2027-01-01';
    const { quoteId, premium } = await life.desk.done('POLICY_TRUE_UP_QUOTING', {
      policyId,
      trueUpRequest: {
        effectiveDate,
        exposures: [{ type: 'location.revenue', previousAmount: 780_000, updatedAmount: 1_300_000 }],
      },
    });
    await life.desk.done('POLICY_ENDORSE', { policyId, effectiveDate, quoteId });
    return premium as number;
  }

  it('charges the same before and after another location was added, and keeps that one', async () => {
    const [first, second] = [await life.issue(), await life.issue()];
    const inOrder = [await count(first), await add(first)];
    const reversed = [await add(second), await count(second)].toReversed();
    const sum = (amounts: number[]) => amounts.reduce((total, each) => total + each, 0);
    expect(sum(reversed)).toBeCloseTo(sum(inOrder), 2);
    for (const policyId of [first, second]) {
      const locations = iterationsOf(await answersOf(life.world, policyId, '2027-07-01'), 'locations')!;
      expect(locations.map(({ answers }) => answers['location.revenue']?.answer)).toEqual([
        ...['1150000', '1300000', '300000'],
      ]);
      await expectSound(life.world.db, policyId, now());
    }
  });

  it('of a term before a renewal keeps the location that was added in it', async () => {
    const [before, after] = [await life.issue(), await life.issue()];
    await add(before);
    await add(after);
    const inTerm = await count(before);
    await life.desk.done('PAYMENT_RECEIVED', { policyId: after, amount: 20_000, reference: 'in full' });
    today = '2027-11-15';
    await life.desk.lookAfter(after);
    const { clientId } = await Policy.query(life.world.db).findById(after).throwIfNotFound();
    const renewal = await Quote.query(life.world.db)
      .findOne({ client_id: clientId, type: 'RENEWAL' })
      .throwIfNotFound();
    await life.desk.done('RENEWAL_QUOTE_SELECTED', { policyId: after, quoteId: renewal.requestId });
    today = '2028-01-01';
    await life.desk.lookAfter(after);
    today = '2028-01-15';
    const { termNumber } = await Policy.query(life.world.db).findById(after).throwIfNotFound();
    expect(termNumber).toBe(2);
    expect(await count(after)).toBe(inTerm);
    const locations = iterationsOf(await answersOf(life.world, after, '2027-07-01'), 'locations')!;
    expect(locations).toHaveLength(3);
  });
});
