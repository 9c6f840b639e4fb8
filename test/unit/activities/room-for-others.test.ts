import { expect, it } from 'vitest';
import { RoomForOthers } from '../../../activities/clocks/room-for-others.js';

it('lets two clocks take their steps without a rest', () => {
  const room = new RoomForOthers();
  expect(room.restAfterStep('a', 0)).toBe(0);
  expect(room.restAfterStep('b', 10)).toBe(0);
  expect(room.restAfterStep('a', 20)).toBe(0);
});

it('has more clocks rest the longer, a minute at most', () => {
  const room = new RoomForOthers();
  const rests = Array.from({ length: 1_000 }, (_, nth) => room.restAfterStep(`clock ${nth}`, nth));
  expect(rests.slice(1, 5)).toEqual([0, 250, 500, 750]);
  expect(rests.at(-1)).toBe(60_000);
});

it('forgets clocks that take no steps any more', () => {
  const room = new RoomForOthers();
  for (const clockId of ['a', 'b', 'c', 'd']) room.restAfterStep(clockId, 0);
  expect(room.restAfterStep('a', 1_000)).toBe(500);
  expect(room.restAfterStep('a', 20_000)).toBe(0);
});
