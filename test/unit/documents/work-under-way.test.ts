import { expect, it } from 'vitest';
import { WorkUnderWay } from '../../../activities/documents/work-under-way.js';

const awaited = () => new AbortController().signal;

it('is joined by anyone who asks before it ends, and begun again by anyone who asks after that', async () => {
  const work = new WorkUnderWay<number>();
  let begun = 0;
  const ends: (() => void)[] = [];
  const begin = () => {
    begun += 1;
    const number = begun;
    return new Promise<number>((resolve) => ends.push(() => resolve(number)));
  };
  const first = work.join('a', awaited(), begin);
  const retry = work.join('a', awaited(), begin);
  const other = work.join('b', awaited(), begin);
  for (const end of ends) end();
  expect(await Promise.all([first, retry, other])).toEqual([1, 1, 2]);
  const later = work.join('a', awaited(), begin);
  ends.at(-1)!();
  expect(await later).toBe(3);
});

it('tells everybody why it failed, and is tried again', async () => {
  const work = new WorkUnderWay<string>();
  const failing = () => Promise.reject(new Error('too slow'));
  const [first, retry] = [work.join('a', awaited(), failing), work.join('a', awaited(), failing)];
  await expect(first).rejects.toThrow('too slow');
  await expect(retry).rejects.toThrow('too slow');
  expect(await work.join('a', awaited(), async () => 'made')).toBe('made');
});

it('tells its end to the next attempt where it came between two, once', async () => {
  const work = new WorkUnderWay<string>();
  const first = new AbortController();
  let fail: (error: Error) => void = () => undefined;
  const timedOut = work.join(
    'a',
    first.signal,
    () =>
      new Promise((_resolve, reject) => {
        fail = reject;
      }),
  );
  first.abort();
  fail(new Error('too slow'));
  await expect(timedOut).rejects.toThrow('too slow');
  await expect(work.join('a', awaited(), async () => 'made')).rejects.toThrow('too slow');
  expect(await work.join('a', awaited(), async () => 'made')).toBe('made');
});
