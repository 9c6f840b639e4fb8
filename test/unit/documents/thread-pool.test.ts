import { afterAll, expect, it } from 'vitest';
import { NoTurn } from '../../../documents/threads/fair-share.js';
import {
  JobTooLarge,
  ownThreads,
  PoolStopped,
  type ThreadFunction,
  ThreadPool,
} from '../../../documents/threads/thread-pool.js';
import type * as work from '../../support/thread-work.js';

const threads = new ThreadPool({ share: ownThreads(1, 1), memoryMb: 64 });
afterAll(() => threads.stop());

function inThread<Name extends keyof typeof work>(
  name: Name,
  cpuSeconds = 5,
): ThreadFunction<(typeof work)[Name]> {
  return { file: new URL('../../support/thread-work.js', import.meta.url), name, cpuSeconds };
}
const doubled = (number: number) => threads.run(inThread('doubled'), 'a', number);

it('returns what the function returns, and throws what it throws', async () => {
  expect(await doubled(21)).toBe(42);
  await expect(threads.run(inThread('failed'), 'a')).rejects.toThrow('it does not work');
});

it('refuses a call that takes too much CPU time, and goes on with another thread', async () => {
  const computed = threads.run(inThread('computed', 0.5), 'a', 60_000);
  await expect(computed).rejects.toThrow(new JobTooLarge('it took more than 0.5 s'));
  expect(await doubled(1)).toBe(2);
});

it.runIf(process.platform === 'linux')('does not count the time that a call waits', async () => {
  expect(await threads.run(inThread('waited', 0.2), 'a', 1_000)).toBe('done');
  // But for one that would wait for ever.
  await expect(threads.run(inThread('waited', 0.1), 'a', 60_000)).rejects.toBeInstanceOf(JobTooLarge);
});

it('refuses a call that takes too much memory, and goes on with another thread', async () => {
  await expect(threads.run(inThread('hoarded'), 'a')).rejects.toThrow(
    new JobTooLarge('it took more than 64 MB of memory'),
  );
  expect(await doubled(2)).toBe(4);
}, 30_000);

it('refuses what would wait too long, and everything once it stops', async () => {
  const first = threads.run(inThread('waited'), 'a', 60_000);
  const second = doubled(1);
  await expect(doubled(1)).rejects.toBeInstanceOf(NoTurn);
  await Promise.all([
    expect(first).rejects.toBeInstanceOf(PoolStopped),
    expect(second).rejects.toBeInstanceOf(PoolStopped),
    threads.stop(),
  ]);
  await expect(doubled(1)).rejects.toBeInstanceOf(PoolStopped);
});
