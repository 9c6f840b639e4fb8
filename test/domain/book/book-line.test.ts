import { expect, it } from 'vitest';
import { readLine } from '../../../domain/book/book-line.js';
import { bookClient, bookPolicy } from '../../../domain/book/records.js';

const place = 'clients.ndjson:1';
const message = 'contains a character that is not valid text';

it('finds text that cannot be stored in its line', () => {
  const value = { id: 'C-1', name: 'A', history: [{ answers: { city: 'Wac\0o' } }] };
  expect(readLine(bookClient, { place, value })).toEqual({
    findings: [{ place, id: 'C-1', message: `history[0].answers.city: ${message}` }],
  });
});

it('lists what is wrong with a line up to a limit', () => {
  const wrong = { id: 'C-1', name: 7, town: 'Waco' };
  expect(readLine(bookClient, { place, value: wrong })).toMatchObject({ findings: { length: 2 } });
  const endless = { id: 'C-1', history: Array.from({ length: 10_000 }, () => ({})) };
  expect(readLine(bookClient, { place, value: endless })).toEqual({
    findings: [{ place, id: 'C-1', message: 'has too many errors to list' }],
  });
});

it('names the place of the part that is wrong', () => {
  const changes = [{ kind: 'ISSUE', effectiveDate: '2026-03-01' }, { kind: 'ISSUED' }];
  const value = { id: 'P-1', policyNumber: '1', client: 'C-1', product: 'gl', changes };
  const places = new Map([
    ['changes[0]', 'changes.csv:2'],
    ['changes[1]', 'changes.csv:7'],
  ]);
  expect(readLine(bookPolicy, { place: 'policies.csv:2', value, places })).toMatchObject({
    findings: [{ place: 'changes.csv:7' }, { place: 'changes.csv:7', message: 'effectiveDate: is required' }],
  });
});
