import { expect, it } from 'vitest';
import { configuredAt } from '../../../domain/product/configured-at.js';

const now = new Date('2026-11-24T09:00:00Z');

it.each([
  ['2026-11-23', '2026-11-23T23:59:59.999Z'],
  ['2026-11-24', '2026-11-24T09:00:00.000Z'],
  ['2027-01-01', '2026-11-24T09:00:00.000Z'],
  ['2026-11-24T08:00:00+01:00', '2026-11-24T07:00:00.000Z'],
  ['2026-11-24T12:00:00Z', '2026-11-24T09:00:00.000Z'],
])('%s selects the configuration of %s, never of a time ahead', (selector, at) => {
  expect(configuredAt(selector, now).toISOString()).toBe(at);
});
