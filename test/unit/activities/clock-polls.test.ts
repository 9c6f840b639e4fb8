import { expect, it } from 'vitest';
import { endOfCall, nextPollMs } from '../../../activities/clocks/until-quiet.js';

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

it('has policies checked again at once where no event is open, and later the longer that does not help', () => {
  const call = { hasChanged: false, idleMs: 40, callMs: 60 };
  expect(endOfCall(work(0, 2), call)).toEqual({ next: 'CHECK', pauseMs: 40 });
  expect(endOfCall(work(0, 2), { ...call, idleMs: 900 })).toEqual({ next: 'CHECK', pauseMs: 900 });
  expect(endOfCall(work(0, 2), { ...call, idleMs: 60_000 })).toEqual({ next: 'CHECK', pauseMs: 2_000 });
  expect(endOfCall(work(0, 2), { ...call, hasChanged: true, idleMs: 0 })).toBeNull();
});

it('waits for open events, a call for three seconds, and has what stands still checked after two', () => {
  const call = { hasChanged: false, idleMs: 500, callMs: 1_000 };
  expect(endOfCall(work(1, 2), call)).toBeNull();
  expect(endOfCall(work(1, 2), { ...call, callMs: 3_000 })).toEqual({ next: 'LOOK', pauseMs: 0 });
  expect(endOfCall(work(1, 2), { ...call, idleMs: 2_000, callMs: 2_500 })).toEqual({
    next: 'CHECK',
    pauseMs: 0,
  });
  expect(endOfCall(work(1, 2), { ...call, idleMs: 120_000 })).toEqual({ next: 'CHECK', pauseMs: 10_000 });
});
