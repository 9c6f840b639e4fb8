import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, daysBetween } from '../../../domain/ground/calendar.js';
import { allTerms, endOfTerm, monthsOfTerm, nameInInterface, term } from '../../../domain/ground/term.js';
import { dates } from '../policy/generated-term.js';

describe('terms', () => {
  it.each([
    ['2026-01-01', 'ANNUAL', '2027-01-01'],
    ['2024-02-29', 'ANNUAL', '2025-02-28'],
    ['2023-02-28', 'ANNUAL', '2024-02-28'],
    ['2026-08-31', 'HALF_YEAR', '2027-02-28'],
    ['2027-08-31', 'HALF_YEAR', '2028-02-29'],
    ['2026-11-30', 'THREE_MONTHS', '2027-02-28'],
    ['2026-01-31', 'MONTH', '2026-02-28'],
    ['2026-12-31', 'EIGHTEEN_MONTHS', '2028-06-30'],
    ['2027-01-01', '36_MONTHS', '2030-01-01'],
    ['2024-02-29', '60_MONTHS', '2029-02-28'],
    ['2024-02-29', '48_MONTHS', '2028-02-29'],
    ['2026-01-31', '2_MONTHS', '2026-03-31'],
  ] as const)('one from %s, %s, ends on %s', (from, term, end) => {
    expect(endOfTerm(from, term)).toBe(end);
  });

  it('have one name for each number of months', () => {
    expect(allTerms).toHaveLength(120);
    expect(allTerms.map(monthsOfTerm)).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
    expect(allTerms.filter((each) => nameInInterface(each) === undefined)).toHaveLength(115);
    for (const each of allTerms) expect(term.safeParse(each).success, each).toBe(true);
  });

  it.each([
    ['12_MONTHS', '12 months are ANNUAL'],
    ['1_MONTHS', '1 months are MONTH'],
    ['121_MONTHS', 'from 2 to 120'],
    ['036_MONTHS', 'months such as 36_MONTHS'],
    ['YEAR', 'must be EIGHTEEN_MONTHS, ANNUAL'],
  ])('refuse %s: %s', (text, reason) => {
    expect(term.safeParse(text).error?.issues[0]?.message).toContain(reason);
  });

  it('come back to their day after shorter months', () => {
    const ends = ['2026-01-31'];
    for (let term = 0; term < 4; term += 1) ends.push(endOfTerm(ends.at(-1)!, 'MONTH', '2026-01-31'));
    expect(ends).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']);
    expect(endOfTerm('2027-02-28', 'ANNUAL', '2024-02-29')).toBe('2028-02-29');
  });
});

it('counts 366 days in a term with 29 February, 365 in others', () => {
  expect(daysBetween('2027-03-01', '2028-03-01')).toBe(366);
  expect(daysBetween('2028-03-01', '2029-03-01')).toBe(365);
  expect(daysBetween('2000-02-28', '2000-03-01')).toBe(2);
  expect(daysBetween('1900-02-28', '1900-03-01')).toBe(1);
});

it('adds what it counts, whatever the date', () => {
  fc.assert(
    fc.property(dates, fc.integer({ min: -4_000, max: 4_000 }), (date, days) => {
      expect(daysBetween(date, addDays(date, days))).toBe(days);
    }),
  );
});

it('adds months that keep their order and stay within their month', () => {
  fc.assert(
    fc.property(dates, fc.nat(40), (date, months) => {
      const later = addMonths(date, months);
      const [year = 0, month = 0] = date.split('-').map(Number);
      expect(later.slice(0, 7)).toBe(
        new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 7),
      );
      expect(addMonths(date, months + 1) > later).toBe(true);
      expect(later.slice(8) <= date.slice(8)).toBe(true);
    }),
  );
});
