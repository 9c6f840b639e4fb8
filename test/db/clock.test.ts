import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { DatabaseClock } from '../../db/clock.js';
import type { Database } from '../../db/database.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const hourMs = 3_600_000;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database?.drop();
});

afterEach(() => {
  vi.useRealTimers();
});

const setProcessClock = (ahead: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ahead });

it("tells PostgreSQL's time, whatever the clock of the process does", async () => {
  const clock = new DatabaseClock(database.db);
  const before = Date.now();
  setProcessClock(3 * hourMs);
  await clock.read();
  setProcessClock(-40 * 24 * hourMs);
  await clock.read();

  const now = clock.now().getTime();

  expect(now).toBeGreaterThanOrEqual(before - 1_000);
  expect(now).toBeLessThan(before + 60_000);
});

it("follows PostgreSQL's clock when that jumps, and keeps its time while an answer agrees with it", async () => {
  const askedAt = performance.now();
  const clock = new DatabaseClock(answering([1_000_000, 1_000_000, 1_000_000 + hourMs, 1_000_000]));
  const atOrigin = () => clock.now().getTime() - performance.now();

  await clock.read();
  const first = atOrigin();
  await clock.read();
  expect(atOrigin()).toBeCloseTo(first, 0);
  await clock.read();
  const tookMs = performance.now() - askedAt;
  expect(Math.abs(atOrigin() - first - hourMs)).toBeLessThan(tookMs + 1);
  await clock.read();
  expect(Math.abs(atOrigin() - first)).toBeLessThan(tookMs + 1);
});

it('tells no time before it was read', () => {
  expect(() => new DatabaseClock(database.db).now()).toThrow('was not read');
});

/** A database whose clock had these times when the monotonic clock was zero. */
function answering(origins: number[]): Database {
  const raw = async () => ({ rows: [{ ms: (origins.shift() ?? 0) + performance.now() }] });
  return { raw } as unknown as Database;
}
