import { expect, it } from 'vitest';
import { afterAttempt, healthy, isOpen, pauseSeconds } from '../../../domain/webhooks/circuit.js';
import { standardRetries } from '../../../domain/webhooks/retries.js';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));

function afterFailures(count: number) {
  return Array.from({ length: count }, (_, second) => at(second)).reduce(
    (health, time) => afterAttempt(health, 'answered 500', time),
    healthy,
  );
}

it('opens with the fourth failure in a row, and closes with a success', () => {
  expect(isOpen(afterFailures(3))).toBe(false);
  const open = afterFailures(4);
  expect(isOpen(open)).toBe(true);
  expect(open).toEqual({ failures: 4, failingSince: at(0), lastError: 'answered 500' });
  expect(afterAttempt(open, null, at(9))).toEqual(healthy);
});

it('pauses longer after each failed attempt, up to five minutes', () => {
  const pauses = [4, 5, 6, 7, 40].map((count) => pauseSeconds(afterFailures(count), standardRetries));
  expect(pauses).toEqual([30, 120, 300, 300, 300]);
  expect(pauseSeconds(afterFailures(9), [0.2])).toBe(0.2);
});
