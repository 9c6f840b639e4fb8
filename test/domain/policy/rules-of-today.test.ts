import { expect, it } from 'vitest';
import { stopsByRules } from '../../../domain/policy/rules-of-today.js';
import type { BundleRating } from '../../../domain/rating/bundle/result.js';
import { failedRating } from '../../../domain/rating/run/failed-rating.js';
import type { QuoteMessage, RatingResult } from '../../../domain/rating/run/result.js';

const refer: QuoteMessage = {
  ...{ severity: 'WARNING', code: 'UNDERWRITING_REFERRAL', rule: 'roof' },
  message: 'The roof is older than 20 years',
};
const decline: QuoteMessage = {
  ...{ severity: 'ERROR', code: 'UNDERWRITING_DECLINE', rule: 'dogs', message: 'Dogs are not insured' },
};

function quoted(...messages: QuoteMessage[]): RatingResult {
  return {
    ...{ outcome: 'QUOTED', term: 'ANNUAL', premium: '100.00', coverages: [], taxesAndFees: [] },
    ...{ requiresUnderwriterApproval: messages.length > 0, requiresPolicyholderAcceptance: false },
    ...{ messages, rateMeta: {}, worksheet: [], quoteValidDays: 30 },
  };
}
const declined = (...messages: QuoteMessage[]): RatingResult => ({
  ...failedRating(''),
  messages,
});

it('stops by rules of the other version, once, with the version and the day from which they hold', () => {
  const stops = stopsByRules('2.0.0', [
    { asSold: quoted(), today: quoted() },
    { from: '2040-06-01', asSold: quoted(), today: quoted(refer) },
    { from: '2040-09-01', asSold: quoted(), today: quoted(refer) },
    { from: '2040-10-01', asSold: quoted(), today: declined(refer, decline) },
  ]);
  expect(stops).toEqual([
    {
      action: 'REFER',
      said: {
        ...{ ...refer, version: '2.0.0', from: '2040-06-01' },
        message: 'From 2040-06-01: Version 2.0.0: The roof is older than 20 years',
      },
    },
    {
      action: 'DECLINE',
      said: {
        ...{ ...decline, version: '2.0.0', from: '2040-10-01' },
        message: 'From 2040-10-01: Version 2.0.0: Dogs are not insured',
      },
    },
  ]);
});

it('says nothing that the version of the term says, too, nor what is only a message', () => {
  const told: QuoteMessage = {
    severity: 'INFO',
    code: 'UNDERWRITING_MESSAGE',
    rule: 'told',
    message: 'Hello',
  };
  expect(stopsByRules('2', [{ asSold: quoted(refer), today: quoted(refer, told) }])).toEqual([]);
});

it('refers what the version cannot rate, or rates no more', () => {
  const missing: QuoteMessage = {
    severity: 'ERROR',
    code: 'MISSING_ANSWER',
    message: '"roof" is not answered',
  };
  const [unrated] = stopsByRules('2', [{ asSold: quoted(), today: declined(missing) }]);
  expect(unrated).toMatchObject({
    action: 'REFER',
    said: { code: 'UNDERWRITING_REFERRAL', message: expect.stringContaining('"roof" is not answered') },
  });
  const [gone] = stopsByRules('2', [{ asSold: quoted(), today: undefined }]);
  expect(gone).toMatchObject({
    action: 'REFER',
    said: { message: expect.stringContaining('no longer rates') },
  });
});

it('does not stop a package for a component that it does without', () => {
  const component = (key: string, state: 'INCLUDED' | 'EXCLUDED') => ({
    ...{ key, state, lineId: key, title: key, rating: quoted(), packagePremium: null },
  });
  const asSold: BundleRating = {
    ...quoted(),
    components: [component('house', 'INCLUDED'), component('auto', 'EXCLUDED')],
  };
  const of = (key: string) => quoted({ ...decline, severity: 'WARNING', component: key });
  expect(stopsByRules('2', [{ asSold, today: of('auto') }])).toEqual([]);
  expect(stopsByRules('2', [{ asSold, today: of('house') }])).toMatchObject([
    { action: 'DECLINE', said: { severity: 'ERROR', component: 'house' } },
  ]);
});
