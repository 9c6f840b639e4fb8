import { describe, expect, it } from 'vitest';
import {
  BusinessTime,
  dayIn,
  isTimeZone,
  startOfDayIn,
  timeZoneNamed,
} from '../../../domain/ground/business-time.js';
import { addDays } from '../../../domain/ground/calendar.js';

const at = (text: string) => new Date(text);

describe('the day of an instant', () => {
  it.each([
    ['UTC', '2026-03-01T23:59:59.999Z', '2026-03-01'],
    ['Pacific/Honolulu', '2026-03-01T09:59:59.999Z', '2026-02-28'],
    ['Pacific/Honolulu', '2026-03-01T10:00:00Z', '2026-03-01'],
    ['Pacific/Kiritimati', '2026-02-28T10:00:00Z', '2026-03-01'],
    ['America/New_York', '2026-03-08T04:59:59Z', '2026-03-07'],
    ['America/New_York', '2026-03-09T03:59:59Z', '2026-03-08'],
    ['America/New_York', '2026-03-09T04:00:00Z', '2026-03-09'],
    ['America/New_York', '2026-11-02T04:59:59Z', '2026-11-01'],
    ['America/New_York', '2026-11-02T05:00:00Z', '2026-11-02'],
  ])('in %s at %s is %s', (zone, instant, day) => {
    expect(dayIn(zone, at(instant))).toBe(day);
    expect(new BusinessTime(at(instant), zone).today).toBe(day);
  });
});

describe('the start of a day', () => {
  it.each([
    ['UTC', '2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['Pacific/Honolulu', '2026-03-01', '2026-03-01T10:00:00.000Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
    ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
    // Its clocks go from 24:00 to 1:00.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
    // Midnight comes twice.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    // A day that Samoa left out.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
  ])('in %s of %s is %s', (zone, day, instant) => {
    expect(startOfDayIn(zone, day).toISOString()).toBe(instant);
    expect(new BusinessTime(at(instant), zone).startOf(day).toISOString()).toBe(instant);
  });

  it.each(['America/New_York', 'America/Santiago', 'Africa/Cairo', 'America/Havana', 'Australia/Lord_Howe'])(
    'begins each day of a year in %s, and no other one ends in between',
    (zone) => {
      let day = '2026-01-01';
      for (; day < '2027-01-01'; day = addDays(day, 1)) {
        const start = startOfDayIn(zone, day);
        expect(dayIn(zone, start)).toBe(day);
        expect(dayIn(zone, new Date(start.getTime() - 1))).toBe(addDays(day, -1));
      }
    },
  );
});

describe('the name of a time zone', () => {
  it.each([
    ['america/new_york', 'America/New_York'],
    ['UTC', 'UTC'],
    ['asia/kolkata', 'Asia/Kolkata'],
    ['US/Hawaii', 'US/Hawaii'],
  ])('%s is written %s', (given, name) => expect(timeZoneNamed(given)).toBe(name));

  it.each(['', '+02:00', 'Z', 'Hawaii', 'America/', 'Mars/Olympus', '2026', 'America/New_York '])(
    '%j is none',
    (given) => {
      expect(isTimeZone(given)).toBe(false);
      expect(timeZoneNamed(given)).toBeUndefined();
    },
  );
});

it('is a date that keeps its day', () => {
  const now = new BusinessTime(at('2026-03-01T05:00:00Z'), 'Pacific/Honolulu');
  expect(now.toISOString()).toBe('2026-03-01T05:00:00.000Z');
  expect([now.today, now.dayOf(at('2026-03-01T10:00:00Z'))]).toEqual(['2026-02-28', '2026-03-01']);
  expect(new BusinessTime(at('2026-03-01T05:00:00Z')).today).toBe('2026-03-01');
});
