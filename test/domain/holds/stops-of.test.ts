import { describe, expect, it } from 'vitest';
import { changedCoverages, type Hold, holdCoverages } from '../../../domain/holds/hold.js';
import { isInPlace, placesOf, unitsOf } from '../../../domain/holds/risk-places.js';
import { type Business, stopsOf } from '../../../domain/holds/stops-of.js';
import { type CoverageToCompare, widened } from '../../../domain/holds/widened.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';

const one = '11111111-1111-4111-8111-111111111111';
const two = '22222222-2222-4222-8222-222222222222';
const nowhere = { states: [], zips: [], counties: [] };
const answer = (qid: string, text: string) => ({ type: 'ANSWER' as const, qid, answer: text });

function risk(state: string, locations: Record<string, string> = {}): AnswerMap {
  const iterations = Object.entries(locations).map(([iterationId, zip]) => ({
    iterationId,
    answers: { 'location.zip': answer('location.zip', zip) },
  }));
  return {
    'client.state': answer('client.state', state),
    locations: { type: 'LOOP', qid: 'locations', iterations },
  };
}

const places = (answers: AnswerMap) => placesOf(answers, { zipQuestion: 'location.zip' });
const hold = (changes: Partial<Hold> = {}): Hold => ({
  ...{ id: 'hold', title: 'Ida', firstDay: '2026-09-01', lastDay: null, coverages: [] },
  place: { ...nowhere, zips: ['33139'] },
  stops: { addedCoverage: 'DECLINE', raisedLimits: 'REFER', loweredDeductibles: 'FREEZE', binding: 'FREEZE' },
  ...changes,
});

describe('where a risk is', () => {
  it('is known for each location, with what the policy answers for all', () => {
    expect(places(risk('FL', { [one]: '33139', [two]: '33140-0001' }))).toEqual([
      { unit: one, state: 'FL', zip: '33139', county: null },
      { unit: two, state: 'FL', zip: '33140-0001', county: null },
    ]);
    expect(places(risk('FL'))).toEqual([{ unit: null, state: 'FL', zip: null, county: null }]);
  });

  it.each([
    [{ zip: '33139-0001' }, { zips: ['33139'] }, true],
    [{ zip: '33139' }, { zips: ['33139'], states: ['GA'] }, false],
    [{ county: 'monroe county' }, { counties: ['Monroe'] }, true],
    [{ zip: '10001', county: 'Monroe' }, { zips: ['33139'], counties: ['Monroe'] }, true],
    [{ zip: '10001' }, { zips: ['33139'], counties: ['Monroe'] }, 'UNKNOWN'],
    [{ state: null }, { states: ['FL'] }, 'UNKNOWN'],
    [{ state: 'fl' }, { states: ['FL'] }, true],
    [{ state: 'GA' }, { states: ['FL'] }, false],
    [{ state: 'Florida' }, { states: ['FL'] }, 'UNKNOWN'],
    [{ state: 'Bayern' }, { states: ['Berlin'] }, false],
    [{ zip: '33139 1234' }, { zips: ['33139'] }, true],
    [{ zip: '33139–1234' }, { zips: ['33139'] }, true],
    [{ zip: ' 33139-' }, { zips: ['33139'] }, true],
    [{ zip: '331391234' }, { zips: ['33139'] }, true],
    [{ zip: '10001 1234' }, { zips: ['33139'] }, false],
    [{ zip: 'FL 33139' }, { zips: ['33139'] }, 'UNKNOWN'],
    [{ zip: '2139' }, { zips: ['02139'] }, 'UNKNOWN'],
    [{ zip: 'SW1A 2AA' }, { zips: ['SW1A 1AA'] }, false],
    [{ county: 'Miami Dade' }, { counties: ['Miami-Dade'] }, true],
    [{ county: 'SAINT JOHNS' }, { counties: ["St. John's County"] }, true],
    [{ county: 'Monroe' }, { counties: ['Miami-Dade'] }, false],
  ])('%j in %j: %s', (known, place, expected) => {
    const of = { unit: null, state: 'FL', zip: null, county: null, ...known };
    expect(isInPlace(of, { ...nowhere, ...place })).toBe(expected);
  });
});

describe('what a change widens', () => {
  const coverage = (details: CoverageToCompare['details'], code = 'PROP'): CoverageToCompare => ({
    ...{ code, title: 'Property', details },
  });
  const limit = (amount: string, scope?: string) => ({
    amount,
    amountType: 'LIMIT',
    ...(scope && { scope }),
  });
  const deductible = (amount: string) => ({ amount, amountType: 'DEDUCTIBLE' });
  const kinds = (before: CoverageToCompare[], after: CoverageToCompare[]) =>
    widened(before, after, new Set([one, two])).map(({ kind, unit, words }) => [kind, unit, words]);

  it('is a higher limit or a lower deductible, and nothing the other way', () => {
    const [low, high] = [
      coverage({ limits: [limit('50000')], deductible: [deductible('1000')] }),
      coverage({ limits: [limit('80000.00')], deductible: [deductible('500')] }),
    ];
    expect(kinds([low], [high])).toEqual([
      ['raisedLimits', null, 'limit of Property from 50000 to 80000.00'],
      ['loweredDeductibles', null, 'deductible of Property from 1000 to 500'],
    ]);
    expect(kinds([high], [low])).toEqual([]);
    expect(
      kinds([low], [coverage({ limits: [limit('50000.0')], deductible: [deductible('1000')] })]),
    ).toEqual([]);
  });

  it('is a coverage or a location of one that it did not have', () => {
    const share = (scope: string) => ({ amount: '10', amountType: 'PREMIUM', scope, scopeLabel: 'Pier 2' });
    const before = coverage({ premium: [share(one)], limits: [limit('5', one)] });
    const after = coverage({ premium: [share(one), share(two)], limits: [limit('5', one), limit('9', two)] });
    expect(kinds([before], [after, coverage({}, 'FLOOD')])).toEqual([
      ['addedCoverage', two, 'coverage Property added for Pier 2'],
      ['addedCoverage', null, 'coverage Property added'],
    ]);
    expect(kinds([after], [before])).toEqual([]);
  });

  it('is no deductible, and a limit that cannot be compared', () => {
    const before = coverage({ limits: [limit('ACTUAL_LOSS')], deductible: [deductible('1000')] });
    expect(kinds([before], [coverage({ limits: [limit('90000')] })]).map(([kind]) => kind)).toEqual([
      'raisedLimits',
      'loweredDeductibles',
    ]);
  });
});

describe('a hold', () => {
  const inside = places(risk('FL', { [one]: '33139', [two]: '10001' }));
  const business = (changes: Partial<Business>): Business => ({
    ...{ kinds: [], places: inside, placesBefore: inside, coverages: ['PROP'] },
    ...changes,
  });
  const raised = (unit: string | null, coverage = 'PROP') => ({
    ...{ kind: 'raisedLimits' as const, coverage, unit, words: 'limit raised' },
  });
  const actions = (holds: Hold[], asked: Partial<Business>) =>
    stopsOf(holds, business(asked)).map(({ action }) => action);

  it('stops what it names, by the strictest of its actions', () => {
    expect(actions([hold()], { kinds: ['binding'] })).toEqual(['FREEZE']);
    expect(actions([hold()], { kinds: ['renewals'] })).toEqual([]);
    expect(actions([hold()], { kinds: ['binding'], widened: [raised(null)] })).toEqual(['FREEZE']);
    expect(stopsOf([hold()], business({ widened: [raised(one)] }))[0]?.message).toBe(
      'The hold "Ida" (from 2026-09-01 until it is ended, ZIP 33139) refers to an underwriter: limit raised',
    );
  });

  it('concerns its coverages, and the locations in its place', () => {
    expect(actions([hold({ coverages: ['WIND'] })], { widened: [raised(one)] })).toEqual([]);
    expect(actions([hold({ coverages: ['WIND'] })], { widened: [raised(one, 'WIND')] })).toEqual(['REFER']);
    expect(actions([hold()], { widened: [raised(two)] })).toEqual([]);
    expect(actions([hold({ coverages: ['WIND'] })], { kinds: ['binding'] })).toEqual([]);
    expect(actions([hold()], { kinds: ['binding'], places: places(risk('FL', { [two]: '10001' })) })).toEqual(
      [],
    );
  });

  it('stops a location that is added in its place or moves there', () => {
    const before = places(risk('FL', { [one]: '10001' }));
    expect(actions([hold()], { placesBefore: before })).toEqual(['DECLINE']);
    expect(actions([hold()], { placesBefore: inside, places: before })).toEqual([]);
  });

  it('says that it concerns a risk whose place is not answered', () => {
    const unknown = places(risk('FL'));
    const asked = business({ kinds: ['binding'], places: unknown, placesBefore: unknown });
    const [stop] = stopsOf([hold()], asked);
    expect(stop?.message).toContain('ZIP 33139; the answers do not say where the risk is) freezes');
  });
});

it('names no coverage twice, also when it is changed', () => {
  expect(holdCoverages.safeParse(['WIND', 'WIND']).success).toBe(false);
  expect(changedCoverages.safeParse(['WIND', 'WIND']).success).toBe(false);
  expect(changedCoverages.parse(undefined)).toBeUndefined();
});

it('knows the units of answers', () => {
  expect([...unitsOf(risk('FL', { [one]: '1', [two]: '2' }))]).toEqual([one, two]);
});
