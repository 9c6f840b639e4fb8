import { describe, expect, it } from 'vitest';
import { nameFromAnswer } from '../../../domain/client/client.js';
import {
  firstAnswered,
  mergedAnswers,
  sameAnswers,
  withoutIterations,
} from '../../../domain/intake/answer-changes.js';
import { answered, iteration, looped } from '../../support/client-factory.js';

const first = iteration(answered('site.city', 'Albany'), 'aaaaaaaa-0000-4000-8000-00000000000a');
const second = iteration(answered('site.city', 'Troy'), 'bbbbbbbb-0000-4000-8000-00000000000b');

describe('withoutIterations', () => {
  it('removes the iterations named, in every loop and whatever the case of their ids', () => {
    const map = { ...answered('a', '1'), ...looped('sites', first, second), ...looped('drivers', first) };

    expect(withoutIterations(map, [first.iterationId.toUpperCase()])).toEqual({
      ...answered('a', '1'),
      ...looped('sites', second),
      ...looped('drivers'),
    });
  });

  it('changes nothing for an id that no iteration has', () => {
    const map = { ...answered('a', '1'), ...looped('sites', first) };

    expect(withoutIterations(map, [second.iterationId])).toEqual(map);
    expect(withoutIterations(map, [])).toBe(map);
  });
});

describe('mergedAnswers', () => {
  it('replaces what the intake mentions, whole loops included, and keeps the rest', () => {
    const existing = { ...answered('a', '1'), ...answered('b', '1'), ...looped('sites', first) };

    expect(mergedAnswers(existing, { ...answered('b', '2'), ...looped('sites', second) })).toEqual({
      ...answered('a', '1'),
      ...answered('b', '2'),
      ...looped('sites', second),
    });
  });
});

describe('sameAnswers', () => {
  it('compares by content, not by order', () => {
    const one = { ...answered('a', '1'), ...looped('sites', first, second) };
    const other = { ...looped('sites', first, second), ...answered('a', '1') };

    expect(sameAnswers(one, other)).toBe(true);
    expect(sameAnswers(one, { ...other, ...answered('a', '2') })).toBe(false);
    expect(sameAnswers(one, { ...other, ...looped('sites', second, first) })).toBe(false);
    expect(sameAnswers(one, answered('a', '1'))).toBe(false);
  });
});

describe('firstAnswered', () => {
  it('takes the first question with an answer that is not blank', () => {
    const map = {
      ...answered('client.name', '  '),
      ...answered('contact', ' Ann Lee '),
      ...looped('x', first),
    };

    expect(firstAnswered(map, ['x', 'client.name', 'constructor', 'contact'])).toBe('Ann Lee');
    expect(firstAnswered(map, ['client.name', 'unknown'])).toBeUndefined();
  });
});

describe('nameFromAnswer', () => {
  it('fits a profile without half a character at its end', () => {
    expect(nameFromAnswer('Ann Lee')).toBe('Ann Lee');
    expect(nameFromAnswer('x'.repeat(300))).toBe('x'.repeat(255));
    expect(nameFromAnswer(`${'x'.repeat(254)}🥐 and more`)).toBe('x'.repeat(254));
  });
});
