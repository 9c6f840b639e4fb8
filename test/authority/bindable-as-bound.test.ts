import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Quote } from '../../db/models/quote.js';
import { addDays } from '../../domain/ground/calendar.js';
import { type AuthorityWorld, anAuthorityWorld, binding, today } from '../support/authority-world.js';
import { fullAuthority } from '../support/full-authority.js';

let world: AuthorityWorld;
beforeAll(async () => {
  world = await anAuthorityWorld();
});
afterAll(() => world?.close());

const dayMs = 86_400_000;
const aDay = (days: number) => new Date(Date.now() + days * dayMs);

/** A quote under a license, and who of the two can bind it. */
type State = [name: string, granted: object, quote: QuoteOfState, seller: boolean, insurer: boolean];
type QuoteOfState = Parameters<AuthorityWorld['aQuote']>[0];

const approval = { requiresUnderwriterApproval: true, bindable: false };
const acceptance = { requiresPolicyholderAcceptance: true, bindable: false };
const inDays = (days: number) => ({ effectiveDate: addDays(today, days) });
const states: State[] = [
  ['of today', fullAuthority, inDays(0), true, true],
  [
    'of as many days back as the license allows',
    { ...fullAuthority, backDateDays: 2 },
    inDays(-2),
    true,
    true,
  ],
  ['of more days back', { ...fullAuthority, backDateDays: 1 }, inDays(-2), false, true],
  ['that is valid', fullAuthority, { ...inDays(0), changes: { expiresAt: aDay(1) } }, true, true],
  ['that is expired', fullAuthority, { ...inDays(0), changes: { expiresAt: aDay(-1) } }, false, false],
  ['of a batch', fullAuthority, { ...inDays(0), type: 'BATCH' }, false, false],
  ['of a decline', fullAuthority, declined(), false, false],
  ['under review', fullAuthority, { ...inDays(0), changes: approval }, false, false],
  [
    'that an underwriter approved',
    fullAuthority,
    { ...inDays(0), changes: { ...approval, bindable: true, underwriterResponse: { isApproved: true } } },
    true,
    true,
  ],
  [
    'that an underwriter declined',
    fullAuthority,
    { ...inDays(0), changes: { ...approval, underwriterResponse: { isApproved: false } } },
    false,
    false,
  ],
  ['to be accepted', fullAuthority, { ...inDays(0), changes: acceptance }, false, false],
  [
    'that the policyholder declined',
    fullAuthority,
    { ...inDays(0), changes: { policyholderResponse: response(false), bindable: false } },
    false,
    false,
  ],
  ['below zero', fullAuthority, { ...inDays(0), premium: '-1.00' }, false, false],
  ['of a seller that may only quote', { quote: true }, inDays(0), false, true],
  ['above the limit', { ...fullAuthority, limits: { premium: '1199.99' } }, inDays(0), false, true],
  [
    'rated as of another day',
    fullAuthority,
    { ...inDays(0), changes: { asRatingConfiguredAt: new Date('2020-01-01T00:00:00Z') } },
    false,
    true,
  ],
];

function declined(): QuoteOfState {
  return { ...inDays(0), type: 'DECLINE', changes: { outcome: 'DECLINED', bindable: false } };
}

function response(isApproved: boolean) {
  return { isApproved, responseSource: 'test', decisionTimestamp: new Date().toISOString() };
}

async function isBindable(by: AuthorityWorld['agency'], { requestId }: Quote): Promise<boolean> {
  const { bindable } = await world.quotes.one(by, requestId, { includeRawData: false });
  const { content } = await world.quotes.list(by, { page: 0, size: 100 });
  expect(content.find((quote) => quote.requestId === requestId)?.bindable).toBe(bindable);
  return bindable;
}

describe('`bindable` and binding', () => {
  it.each(states)('agree on a quote %s', async (_, granted, given, seller, insurer) => {
    await world.grant(granted);
    for (const [by, expected] of [
      [world.agency, seller],
      [world.carrier, insurer],
    ] as const) {
      const quote = await world.aQuote({ madeAt: new Date(), ...given });
      const bindable = await isBindable(by, quote);
      const { status, detail } = await world.fire('POLICY_CREATE', binding(quote), by);
      expect({ bindable, bound: status === 200, detail }).toEqual({
        ...{ bindable: expected, bound: expected },
        ...(expected ? {} : { detail: expect.any(String) }),
      });
      if (bindable) expect(await isBindable(by, quote)).toBe(false);
    }
  });
});
