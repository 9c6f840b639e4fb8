import { expect, it } from 'vitest';
import { progressBar } from '../../../cli/ground/progress-bar.js';

function aStream(isTTY: boolean) {
  const written: string[] = [];
  const write = (text: string) => written.push(text) > 0;
  return { written, stream: { isTTY, write } as unknown as NodeJS.WriteStream };
}

it('writes nothing where the output is not a terminal', () => {
  const { written, stream } = aStream(false);
  const bar = progressBar(10, { stream });
  bar.reached(5);
  bar.end();
  expect(written).toEqual([]);
});

it('draws a bar on a terminal, not more often than ten times a second, and takes it away', () => {
  const { written, stream } = aStream(true);
  let time = 0;
  const bar = progressBar(1000, { stream, now: () => time });
  for (let done = 1; done <= 1000; done++) {
    time += 1;
    bar.reached(done);
  }
  bar.end();
  expect(written.length).toBeLessThan(14);
  expect(written.at(-2)).toBe(`\r[${'#'.repeat(30)}] 100%  1000/1000`);
  expect(written.at(-1)).toBe('\r\x1b[2K');
});
