import { describe, expect, it } from 'vitest';
import { hasCardNumber } from '../../../domain/billing/card-number.js';
import {
  collectionSettings,
  dueAfterNotice,
  isLastCharge,
  nextCharge,
  type PlannedCharges,
} from '../../../domain/billing/collection.js';
import { kindOfDecline } from '../../../domain/billing/decline.js';

const settings = collectionSettings.parse({ noticeDays: 10, retryDays: [3, 5] });
const statement = { dueDate: '2040-02-01', amount: '100.00', isBilled: true };
const charges: PlannedCharges = {
  agreement: 1,
  attempts: 0,
  lastOn: null,
  announced: '100.00',
  runsOut: false,
};
const next = (more: Partial<PlannedCharges>) => {
  const found = nextCharge(statement, { ...charges, ...more }, settings);
  return found && `${found.kind} ${found.on}`;
};

describe('the next charge of a statement', () => {
  it('is on its due date, then on the days of the plan, then none', () => {
    expect(next({})).toBe('COLLECT_STATEMENT 2040-02-01');
    expect(next({ attempts: 1, lastOn: '2040-02-01' })).toBe('COLLECT_STATEMENT 2040-02-04');
    expect(next({ attempts: 2, lastOn: '2040-02-04' })).toBe('COLLECT_STATEMENT 2040-02-06');
    expect(next({ attempts: 3, lastOn: '2040-02-06' })).toBeUndefined();
  });

  it('keeps the distances of the plan after one that was late', () => {
    expect(next({ attempts: 1, lastOn: '2040-02-20' })).toBe('COLLECT_STATEMENT 2040-02-23');
  });

  it('waits for the notice of an amount that is not known, or of a card that runs out', () => {
    expect(next({ announced: null })).toBe('ANNOUNCE_CHARGE 2040-01-22');
    expect(next({ announced: '90.00' })).toBe('ANNOUNCE_CHARGE 2040-01-22');
    expect(next({ runsOut: true })).toBe('ANNOUNCE_CHARGE 2040-01-22');
  });

  it('is none before the statement is billed', () => {
    expect(nextCharge({ ...statement, isBilled: false }, charges, settings)).toBeUndefined();
  });
});

it('moves a due date only for an amount that rises with too few days of notice', () => {
  const due = (announced: string | null, today: string) =>
    dueAfterNotice(statement, announced, { noticeDays: 10, today });
  expect(due('90.00', '2040-01-29')).toBe('2040-02-08');
  expect(due(null, '2040-01-10')).toBe('2040-02-01');
  expect(due('110.00', '2040-01-29')).toBe('2040-02-01');
});

it('is the last charge where the next would fall on or after the day of a notice', () => {
  const isLast = (attempts: number, cancelOn: string | null) =>
    isLastCharge(statement, { attempts, onDay: '2040-02-01', cancelOn }, settings);
  expect([isLast(1, null), isLast(1, '2040-02-05'), isLast(1, '2040-02-04')]).toEqual([false, false, true]);
  expect(isLast(3, null)).toBe(true);
});

it('refuses a plan of retries that is not in order', () => {
  for (const retryDays of [[3, 3], [5, 3], [0], [61]]) {
    expect(collectionSettings.safeParse({ retryDays }).success).toBe(false);
  }
});

it.each([
  ['4242424242424242', true],
  ['card 4242-4242 4242 4242 of the client', true],
  ['378282246310005', true],
  ['4242424242424241', false],
  ['0000000000000000', false],
  ['invoice 2026-000123, phone 555 0100', false],
  ['2f9c1d6e-4a0b-4c55-9e0a-0f7c2b9d1e34', false],
])('sees in %j whether it may be the number of a card', (text, expected) => {
  expect(hasCardNumber(text)).toBe(expected);
});

it('tells declines that may pass from those that no retry helps', () => {
  expect(
    ['insufficient_funds', 'stolen_card', 'expired_card', 'authentication_required'].map(kindOfDecline),
  ).toEqual([...['SOFT', 'HARD', 'EXPIRED', 'AUTHENTICATION']]);
});
