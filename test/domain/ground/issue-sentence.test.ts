import { expect, it } from 'vitest';
import { z } from 'zod';
import { faultsIn } from '../../../domain/ground/issue-sentence.js';
import { decimalConstant } from '../../../domain/ground/primitives.js';

it.each([
  [decimalConstant, 'abc', 'must be a decimal number'],
  [decimalConstant, undefined, 'is required'],
  [z.number().int(), 1.5, 'must be a whole number'],
  [z.number().int(), 'one', 'must be a number, not string'],
])('says in plain words what is wrong', (schema, value, detail) => {
  expect(faultsIn(schema.safeParse(value).error!)).toEqual([{ path: [], detail }]);
});
