import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Event } from '../../db/models/event.js';
import type { Quote } from '../../db/models/quote.js';
import { addDays } from '../../domain/ground/calendar.js';
import { type AuthorityWorld, anAuthorityWorld, today, usual } from '../support/authority-world.js';

let world: AuthorityWorld;
beforeAll(async () => {
  world = await anAuthorityWorld({ worker: false });
});
afterAll(() => world?.close());

/** A quote as an organization reads it, alone, by its event and in the list. */
async function readBy(by: AuthorityWorld['agency'], { requestId, triggerRequestId }: Quote) {
  const one = await world.quotes.one(by, requestId, { includeRawData: false });
  const { quoted } = await world.quotes.byTrigger(by, triggerRequestId);
  const [ofEvent] = await world.quotes.ofTrigger(by, triggerRequestId);
  const { content } = await world.quotes.list(by, { page: 0, size: 20 });
  expect(quoted).toEqual([one]);
  const { ratedAnswers: _, ...fired } = one;
  expect(ofEvent).toEqual(fired);
  const listed = content.find((quote) => quote.requestId === requestId);
  expect(listed?.bindable).toBe(one.bindable);
  return { bindable: one.bindable, reasons: one.messages.map(({ code, message }) => [code, message]) };
}

const bindable = { bindable: true, reasons: [] };
const not = (reason: string) => ({
  bindable: false,
  reasons: [['NOT_IN_AUTHORITY', expect.stringContaining(reason)]],
});

describe('a quote that an underwriter need not see', () => {
  const cases: [string, granted: object, expected: object, changes?: object][] = [
    ['may be bound where that is granted', usual, bindable],
    ['may be bound unpaid where only that is granted', { quote: true, bindUnpaid: true }, bindable],
    ['may not be bound where quoting is all', { quote: true }, not('the authority bindPaid is needed')],
    ['may not be bound by a seller without a grant', {}, not('the authority bindPaid is needed')],
    [
      'may not be bound above a limit of premium',
      { ...usual, limits: { premium: '1199.99' } },
      not("the premium, 1200.00, is above the seller's authority of 1199.99"),
    ],
    ['may be bound at the limit', { ...usual, limits: { premium: '1200.00' } }, bindable],
    [
      'may not be bound from too long ago',
      { ...usual, backDateDays: 10 },
      not(`not to ${addDays(today, -11)}`),
      { effectiveDate: addDays(today, -11) },
    ],
    [
      'may not be bound at the rates of another day',
      usual,
      not('only the insurer may accept it'),
      { changes: { asRatingConfiguredAt: new Date('2020-01-01T00:00:00Z') } },
    ],
    [
      'may not be endorsed by without the authority',
      { ...usual, endorse: false },
      not('the authority endorse is needed'),
      { type: 'ENDORSEMENT' },
    ],
    [
      'may not be selected for a renewal without the authority',
      { ...usual, renew: false },
      not('the authority renew is needed'),
      { type: 'RENEWAL' },
    ],
    [
      'may not be selected for a renewal above a limit of premium',
      { ...usual, limits: { premium: '1199.99' } },
      not("the premium, 1200.00, is above the seller's authority of 1199.99"),
      { type: 'RENEWAL' },
    ],
  ];

  it.each(cases)('%s, by the seller; the insurer may always', async (_, granted, expected, changes = {}) => {
    await world.grant(granted);
    const quote = await world.aQuote({ effectiveDate: today, ...changes });
    await Event.query(world.db).findById(quote.triggerRequestId).patch({ closedAt: new Date() });
    expect(await readBy(world.agency, quote)).toEqual(expected);
    expect(await readBy(world.carrier, quote)).toEqual(bindable);
  });
});
