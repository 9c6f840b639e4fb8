import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasText } from '../../../domain/expression/text-search.js';

it('finds what is in a text, as includes does', () => {
  const letters = (maxLength: number) =>
    fc.array(fc.constantFrom('a', 'b'), { maxLength }).map((all) => all.join(''));
  fc.assert(
    fc.property(letters(40), letters(14), (text, searched) => {
      expect(hasText(text, searched)).toBe(text.includes(searched));
    }),
  );
  fc.assert(
    fc.property(letters(40), fc.nat(30), fc.nat(20), (text, from, length) => {
      expect(hasText(text, text.slice(from, from + length))).toBe(true);
    }),
  );
});

it('searches letters that repeat in a time that grows with the text', () => {
  const text = 'a'.repeat(65_000);
  const searched = `b${'a'.repeat(30_000)}`;
  const started = process.cpuUsage();
  for (let time = 0; time < 20; time += 1) expect(hasText(text, searched)).toBe(false);
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1e6).toBeLessThan(3);
});
