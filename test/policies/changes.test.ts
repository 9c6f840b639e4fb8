import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Conflict } from '../../api/errors/app-error.js';
import { Quote } from '../../db/models/quote.js';
import { listQuotes } from '../../db/quotes/list-quotes.js';
import type { QuoteFilter } from '../../db/quotes/quote-filters.js';
import { sumOfAmounts } from '../../domain/money/cents.js';
import { intakeOf } from '../support/event-factory.js';
import { type PolicyLives, policyLives } from '../support/policy-life.js';
import { shopOfLives } from '../support/shop-of-lives.js';

let lives: PolicyLives;

beforeAll(async () => {
  lives = await policyLives(
    shopOfLives({ cancellation: { method: 'SHORT_RATE', shortRatePenalty: 0.1, reinstatementDays: 20 } }),
  );
});

afterAll(async () => {
  await lives?.close();
});

const amounts = async (policyId: string) =>
  (await lives.statements(policyId)).filter(({ state }) => state !== 'VOID').map(({ amount }) => amount);

async function quoted(policyId: string, effectiveDate: string, revenue: number): Promise<Quote> {
  const { quoteId } = await lives.fire('POLICY_ENDORSEMENT_QUOTING', {
    policyId,
    effectiveDate,
    intake: intakeOf({ 'shop.revenue': String(revenue) }),
  });
  return Quote.query(lives.db).findById(String(quoteId)).throwIfNotFound();
}

describe('an endorsement', () => {
  it('is quoted for the rest of the term by days, and endorsed with its tax', async () => {
    const { id } = await lives.issue({ revenue: 120_000 });
    const quote = await quoted(id, '2040-07-01', 240_000);
    // 1200 more a year for 184 of 366 days, and 60 of tax the same way.
    expect(quote).toMatchObject({ type: 'ENDORSEMENT', premium: '603.28', effectiveDate: '2040-07-01' });
    expect(quote.quoteDetails?.premium).toMatchObject({ amount: 603.28, taxesAndFees: [{ amount: 30.16 }] });

    await lives.fire('POLICY_ENDORSE', {
      policyId: id,
      quoteId: quote.requestId,
      effectiveDate: '2040-07-01',
    });

    expect(await lives.policy(id)).toMatchObject({ premium: '1803.28', policyState: 'ACTIVE' });
    expect(await amounts(id)).toEqual(['1260.00', '633.44']);
    expect((await lives.changes(id)).at(-1)).toMatchObject({
      kind: 'ENDORSE',
      premiumChange: '603.28',
      termPremium: '2400.00',
    });
    await expect
      .poll(() => lives.fired(id))
      .toEqual(expect.arrayContaining(['ENDORSEMENT_ACTIVATED COMPLETED']));
  });

  it('is made once, and not after the policy has changed', async () => {
    const { id } = await lives.issue();
    const first = await quoted(id, '2040-03-01', 130_000);
    const second = await quoted(id, '2040-04-01', 140_000);
    const endorse = ({ requestId, effectiveDate }: Quote) =>
      lives.fire('POLICY_ENDORSE', { policyId: id, quoteId: requestId, effectiveDate });
    await endorse(first);
    await expect(endorse(first)).rejects.toBeInstanceOf(Conflict);
    await expect(endorse(second)).rejects.toThrow(/has changed since/);
    expect(await lives.changes(id)).toHaveLength(2);
  });

  it('is in the list of the quotes of its policy, bound or not', async () => {
    const { id } = await lives.issue();
    await lives.issue();
    const endorsed = await quoted(id, '2040-03-01', 130_000);
    await lives.fire('POLICY_ENDORSE', {
      policyId: id,
      quoteId: endorsed.requestId,
      effectiveDate: endorsed.effectiveDate,
    });
    const open = await quoted(id, '2040-04-01', 140_000);
    const { quoteId: issued } = await lives.policy(id);
    const listed = async (filter: QuoteFilter, by = lives.carrier.organizationId) => {
      const limits = { offset: 0, limit: 20, countUpTo: 20 };
      const { quotes } = await listQuotes(lives.db, by, { policyId: id, ...filter }, limits);
      return quotes.map(({ requestId, policyId }) => [requestId, policyId]);
    };
    const of = (...ids: string[]) => ids.map((requestId) => [requestId, id]);
    const all = of(open.requestId, endorsed.requestId, issued);
    expect((await listed({})).toSorted()).toEqual(all.toSorted());
    expect((await listed({}, lives.agency.organizationId)).toSorted()).toEqual(all.toSorted());
    expect(await listed({ bound: 'false' })).toEqual(of(open.requestId));
    expect((await listed({ bound: 'true' })).toSorted()).toEqual(of(endorsed.requestId, issued).toSorted());
    expect(await listed({ bound: 'true', type: 'ENDORSEMENT' })).toEqual(of(endorsed.requestId));
    expect(await listed({}, randomUUID())).toEqual([]);
  });

  it('that is back-dated prices what takes effect after it again', async () => {
    const { id } = await lives.issue({ revenue: 100_000 });
    const later = await quoted(id, '2040-10-01', 300_000);
    await lives.fire('POLICY_ENDORSE', {
      policyId: id,
      quoteId: later.requestId,
      effectiveDate: '2040-10-01',
    });
    const early = await quoted(id, '2040-04-01', 200_000);
    // The revenue from October on is another already: 1000 more a year for 183 of 366 days.
    expect(early.premium).toBe('500.00');
    await lives.fire('POLICY_ENDORSE', {
      policyId: id,
      quoteId: early.requestId,
      effectiveDate: '2040-04-01',
    });
    // 91 days at 1000, 183 at 2000, 92 at 3000 a year.
    expect((await lives.policy(id)).premium).toBe(((91 * 1000 + 183 * 2000 + 92 * 3000) / 366).toFixed(2));
  });

  it('can have a premium that was agreed on', async () => {
    const { id } = await lives.issue();
    await lives.fire('POLICY_ENDORSE', { policyId: id, premium: -99.5, effectiveDate: '2040-02-01' });
    expect((await lives.policy(id)).premium).toBe('1100.50');
    await expect(
      lives.fire('POLICY_ENDORSE', { policyId: id, premium: -2000, effectiveDate: '2040-02-01' }),
    ).rejects.toThrow(/more would be returned/);
  });

  it.each(['2039-12-31', '2041-01-01'])('is refused on %s, outside of the term', async (effectiveDate) => {
    const { id } = await lives.issue();
    await expect(quoted(id, effectiveDate, 130_000)).rejects.toThrow(/term|begins/);
  });

  it('is a declined quote where its rating declines it', async () => {
    const { id } = await lives.issue();
    const quote = await quoted(id, '2040-03-01', 9_500_000);
    expect(quote).toMatchObject({ outcome: 'DECLINED', type: 'DECLINE', premium: null });
    await expect(
      lives.fire('POLICY_ENDORSE', { policyId: id, quoteId: quote.requestId, effectiveDate: '2040-03-01' }),
    ).rejects.toThrow(/declined/);
  });
});

it('trues up exposures as they turned out to be', async () => {
  const { id } = await lives.issue({ revenue: 120_000 });
  const trueUp = (previousAmount: number) =>
    lives.fire('POLICY_TRUE_UP_QUOTING', {
      policyId: id,
      trueUpRequest: {
        effectiveDate: '2040-01-01',
        exposures: [{ type: 'shop.revenue', previousAmount, updatedAmount: 90_000 }],
      },
    });
  await expect(trueUp(1)).rejects.toThrow(/was rated at 120000/);
  const { quoteId } = await trueUp(120_000);
  await lives.fire('POLICY_ENDORSE', { policyId: id, quoteId, effectiveDate: '2040-01-01' });
  expect((await lives.policy(id)).premium).toBe('900.00');
  expect((await lives.changes(id)).at(-1)?.kind).toBe('TRUE_UP');
});

describe('a cancellation', () => {
  it('returns premium at short rate, and takes back installments that were not billed', async () => {
    const { id } = await lives.issue({ revenue: 120_000, plan: 'MONTHLY' });
    await lives.fire('POLICY_CANCEL', { policyId: id, effectiveDate: '2040-01-31' });
    // 336 of 366 days are not earned: 1101.64, less a tenth: 991.48.
    const policy = await lives.policy(id);
    expect(policy).toMatchObject({
      premium: '208.52',
      cancelledOn: '2040-01-31',
      lastDayWithCoverage: '2040-01-30',
      policyState: 'ACTIVE',
    });
    const statements = await lives.statements(id);
    expect(statements.filter(({ state }) => state === 'VOID')).toHaveLength(11);
    // And 55.08 of the tax of 60.00, which has no penalty.
    expect(sumOfAmounts(await amounts(id))).toBe('213.44');
    expect((await lives.goTo(id, '2040-01-31')).policyState).toBe('INACTIVE_UNSETTLED');
  });

  it('from the first day returns everything, and settles what was not paid', async () => {
    const { id } = await lives.issue({ effectiveDate: '2040-06-01' });
    await lives.fire('POLICY_CANCEL', { policyId: id, effectiveDate: '2040-06-01' });
    expect(await lives.policy(id)).toMatchObject({ premium: '0.00' });
    expect(sumOfAmounts(await amounts(id))).toBe('0.00');
    expect((await lives.goTo(id, '2040-06-01')).policyState).toBe('SETTLED');
    lives.setDay('2040-01-01');
  });

  it('is undone by a reinstatement, with nothing lost', async () => {
    const { id } = await lives.issue();
    lives.setDay('2040-03-01');
    await lives.fire('POLICY_CANCEL', { policyId: id, effectiveDate: '2040-03-01' });
    expect((await lives.policy(id)).policyState).toBe('INACTIVE_UNSETTLED');
    await lives.fire('POLICY_REINSTATE', { policyId: id });
    expect(await lives.policy(id)).toMatchObject({
      policyState: 'ACTIVE',
      premium: '1200.00',
      cancelledOn: null,
      lastDayWithCoverage: '2040-12-31',
    });
    await expect.poll(() => lives.fired(id)).toContain('POLICY_REINSTATED COMPLETED');
    lives.setDay('2040-01-01');
  });

  it('leaves the days until a later reinstatement uncharged, and lets it come in time only', async () => {
    const { id } = await lives.issue();
    lives.setDay('2040-03-10');
    await lives.fire('POLICY_CANCEL', { policyId: id, effectiveDate: '2040-03-01' });
    await expect(
      lives.fire('POLICY_REINSTATE', { policyId: id, effectiveDate: '2040-02-20' }),
    ).rejects.toBeInstanceOf(Conflict);
    await lives.fire('POLICY_REINSTATE', { policyId: id, effectiveDate: '2040-03-11' });
    // Ten days of 366.
    expect((await lives.policy(id)).premium).toBe('1167.21');

    await lives.fire('POLICY_CANCEL', { policyId: id, effectiveDate: '2040-03-11' });
    lives.setDay('2040-04-01');
    await expect(lives.fire('POLICY_REINSTATE', { policyId: id })).rejects.toThrow(/until 2040-03-31/);
    lives.setDay('2040-01-01');
  });

  it('is not for the seller to price without a quote', async () => {
    const { id } = await lives.issue();
    const change = { policyId: id, premium: -50, effectiveDate: '2040-01-02' };

    const refused = lives.fire('POLICY_ENDORSE', change, lives.agency);

    await expect(refused).rejects.toMatchObject({
      status: 403,
      message: 'only the insurer may use premium in POLICY_ENDORSE',
    });
    expect(await lives.changes(id)).toHaveLength(1);
  });

  it('is refused for a canceled policy, and so is everything else but its reinstatement', async () => {
    const { id } = await lives.issue();
    await lives.fire('POLICY_CANCEL', { policyId: id, effectiveDate: '2040-01-01' });
    for (const [type, payload] of [
      ['POLICY_CANCEL', { effectiveDate: '2040-01-02' }],
      ['POLICY_ENDORSE', { premium: 5, effectiveDate: '2040-01-02' }],
      ['PRE_POLICY_CANCELLATION', { effectiveDate: '2040-02-02' }],
      ['POLICY_RENEWAL_QUOTING', {}],
      ['CANCEL_RENEWAL', {}],
    ] as const) {
      await expect(lives.fire(type, { policyId: id, ...payload }), type).rejects.toBeInstanceOf(Conflict);
    }
    expect(await lives.changes(id)).toHaveLength(2);
  });
});
