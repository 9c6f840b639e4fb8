import { expect, it } from 'vitest';
import { unstorableParts } from '../../../domain/ground/storable-json.js';

const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));

it('finds objects with more names than a contract has, without looking at each', () => {
  expect(unstorableParts({ intake: named(20_000) }, { findings: 5 })).toEqual([]);
  const large = { ...named(20_001), k1: '\0' };
  expect(unstorableParts({ list: [large], text: '\0' }, { findings: 5 })).toEqual([
    { path: ['text'], fault: 'contains a character that is not valid text' },
    { path: ['list', 0], fault: 'has more than 20000 names' },
  ]);
});
