import { expect, it } from 'vitest';
import { withoutNullMembers } from '../../../domain/ground/json.js';

it('leaves out members that are null, at any depth, and keeps the elements of lists', () => {
  const value = { a: null, b: { c: null, d: 0 }, e: [null, { f: null, g: '' }], h: false };
  expect(withoutNullMembers(value)).toEqual({ b: { d: 0 }, e: [null, { g: '' }], h: false });
});
