import { expect, it } from 'vitest';
import { acceptedCases } from '../../../api/product-authoring/accepted-cases.js';

const file = 'shop.cases.yaml';
const text = `- name: small # the least
  expect: { premium: 100 }
- name: anchored
  expect: &large { premium: 900 }
- name: alias
  expect: *large
`;
const failing = (name: string, got: string, from = file) => ({
  ...{ file: from, line: 1, column: 1, case: name, step: null, messages: [] },
  differences: [{ key: 'premium', expected: '1', got }],
});
const failures = [failing('small', '120.00'), failing('alias', '950.00')];

it('puts new results in place of the expected ones, and names the cases that are left', () => {
  expect(acceptedCases({ [file]: text }, failures, ['small', 'alias'])).toEqual([
    { file, text: text.replace('100', '120.00'), cases: ['small'], left: ['alias'] },
  ]);
  const base64 = Buffer.from(text).toString('base64');
  expect(acceptedCases({ [file]: { base64 } }, failures, ['small'])[0]?.cases).toEqual(['small']);
});

it('refuses cases that do not fail, and files that are not YAML', () => {
  const refused = (names: string[], among = failures) => {
    try {
      acceptedCases({ [file]: text }, among, names);
    } catch (error) {
      return error;
    }
    return undefined;
  };
  expect(refused(['small', 'anchored'])).toMatchObject({
    errors: [{ field: 'accept.1', detail: 'is no case that fails' }],
  });
  expect(refused(['in a table'], [failing('in a table', '1', 'shop.cases.csv')])).toMatchObject({
    errors: [{ field: 'accept.0', detail: 'is in shop.cases.csv: only .cases.yaml files can be changed' }],
  });
});
