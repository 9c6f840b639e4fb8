import { expect, it } from 'vitest';
import { unacceptable } from '../../../api/http/json-text.js';

const fields = (value: unknown) => unacceptable(value, 'body').map(({ field }) => field);

it('names the place of everything that no schema should have to look for', () => {
  const body = JSON.parse(
    '{"a":[1,"x",{"b":"y\\u0000"}],"c":1e999,"d":{"__proto__":1,"\\ud800":2},"e":{"f":[[1e999]]}}',
  );
  expect(fields(body).sort()).toEqual(['a.2.b', 'c', 'd.__proto__', 'd.\uFFFD', 'e.f.0.0']);
  expect(fields('x\0')).toEqual(['']);
  expect(fields({ a: [1, 'x', null, { b: [] }] })).toEqual([]);
});

it('looks through as many values as a request may have, and tells of the first that are wrong', () => {
  const many = Array.from({ length: 5_000_000 }, () => 1);
  expect(fields({ many })).toEqual([]);
  expect(fields({ many: many.fill(Number.POSITIVE_INFINITY) })).toEqual(
    Array.from({ length: 20 }, (_, index) => `many.${index}`),
  );
});
