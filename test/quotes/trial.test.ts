import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../../api/http/caller.js';
import { TrialRatings } from '../../api/quotes/trial-service.js';
import { Event } from '../../db/models/event.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { type AuthorityWorld, anAuthorityWorld } from '../support/authority-world.js';
import { testRater } from '../support/documents.js';
import { aFire, intakeOf } from '../support/event-factory.js';
import { fullAuthority } from '../support/full-authority.js';
import { shopIds } from '../support/shop-product.js';

let world: AuthorityWorld;
let trials: TrialRatings;

beforeAll(async () => {
  world = await anAuthorityWorld();
  trials = new TrialRatings({
    db: world.db,
    catalog: world.catalog,
    rater: testRater(),
    now: () => new Date(),
  });
});
afterAll(() => world?.close());

const payloadOf = (revenue: string) => ({
  effectiveDate: '2027-01-01',
  intake: intakeOf({ 'client.name': 'Shop', 'shop.revenue': revenue }),
});
const tried = (by: Caller, revenue: string) => trials.rate(by, shopIds.line, payloadOf(revenue));

it('rates as GET_QUOTES does, and stores nothing', async () => {
  const { agency, events } = world;
  await world.grant({ ...fullAuthority, limits: { premium: '15000' } });
  for (const revenue of ['100000', '2000000', '9500000']) {
    const before = await Event.query(world.db).resultSize();
    const { ratings, carriers } = await tried(agency, revenue);
    expect([await Event.query(world.db).resultSize(), carriers]).toEqual([before, 0]);
    const envelope = aFire({ forceSync: true, payload: payloadOf(revenue) });
    const quotes = (await events.fire(agency, envelope)).metadata.quotes as QuoteObject[];
    expect(ratings).toHaveLength(quotes.length);
    for (const { actionName, quoteDetails, ...rating } of ratings) {
      const quote = quotes.find(({ actionId }) => actionId === rating.actionId);
      expect(quote).toMatchObject(rating);
      expect(quoteDetails?.premium).toEqual(quote?.quoteDetails?.premium);
      expect(actionName).not.toBe('');
    }
  }
});

it('is for those who may quote the product on a day that a version covers', async () => {
  const { agency, stranger } = world;
  const early = { ...payloadOf('100000'), effectiveDate: '1999-01-01' };
  await expect(tried(stranger, '100000')).rejects.toMatchObject({ status: 404 });
  await expect(trials.rate(agency, shopIds.line, early)).rejects.toMatchObject({ status: 404 });
  await world.grant({ ...fullAuthority, quote: false });
  await expect(tried(agency, '100000')).rejects.toMatchObject({ status: 403 });
});
