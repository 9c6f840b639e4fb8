import { expect, it } from 'vitest';
import { nextPollMs } from '../../../activities/clocks/until-quiet.js';

const work = (openEvents: number, overduePolicies: number) => ({
  ...{ openEvents, overduePolicies },
  events: [],
  policies: [],
});

it('looks the sooner, the less is left', () => {
  expect(nextPollMs(0, work(0, 1))).toBe(15);
  expect(nextPollMs(0, work(3, 5))).toBe(120);
  expect(nextPollMs(0, work(100, 0))).toBe(250);
});

it('looks less often at what does not change, four times a second at least', () => {
  expect(nextPollMs(100, work(0, 1))).toBeCloseTo(130);
  expect(nextPollMs(240, work(0, 1))).toBe(250);
});
