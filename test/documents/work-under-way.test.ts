import { expect, it } from 'vitest';
import { WorkUnderWay } from '../../activities/documents/work-under-way.js';

it('is joined by whoever asks before it ends, and begun again by whoever asks after that', async () => {
  const work = new WorkUnderWay<number>();
  let begun = 0;
  const ends: (() => void)[] = [];
  const begin = () => {
    begun += 1;
    const number = begun;
    return new Promise<number>((resolve) => ends.push(() => resolve(number)));
  };
  const first = work.join('a', begin);
  const retry = work.join('a', begin);
  const other = work.join('b', begin);
  for (const end of ends) end();
  expect(await Promise.all([first, retry, other])).toEqual([1, 1, 2]);
  const later = work.join('a', begin);
  ends.at(-1)!();
  expect(await later).toBe(3);
});

it('tells everybody why it failed, and is tried again', async () => {
  const work = new WorkUnderWay<string>();
  const failing = () => Promise.reject(new Error('too slow'));
  const [first, retry] = [work.join('a', failing), work.join('a', failing)];
  await expect(first).rejects.toThrow('too slow');
  await expect(retry).rejects.toThrow('too slow');
  expect(await work.join('a', async () => 'made')).toBe('made');
});
