import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { cursorOf, placeOf } from '../../../api/webhooks/replay-cursor.js';

const endpointId = randomUUID();
const place = {
  from: '2026-11-01T00:00:00Z',
  begunAt: '2026-11-29T13:00:00.123Z',
  event: { at: '2026-11-02T00:00:00.123456+00:00', id: randomUUID() },
  after: '812',
};

it.each([place, { ...place, event: null }])('gives the place back, to the microsecond', (given) => {
  expect(placeOf(endpointId, cursorOf(endpointId, given))).toEqual(given);
});

it.each([
  ['of another endpoint', cursorOf(randomUUID(), place)],
  ['of something else', Buffer.from('["a"]').toString('base64url')],
  ['that is no cursor', 'x'],
])('refuses a text %s', (_, cursor) => {
  expect(() => placeOf(endpointId, cursor)).toThrow(
    expect.objectContaining({ errors: [expect.objectContaining({ field: 'cursor' })] }),
  );
});
