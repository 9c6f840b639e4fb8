import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BadRequest, Conflict, NotFound, TooManyRequests } from '../../../api/errors/app-error.js';
import { problemOf } from '../../../api/errors/problem.js';
import { problemCodeNames } from '../../../api/errors/problem-codes.js';
import { problemsMarkdown } from '../../support/problems-page.js';

const request = { id: 'r', path: '/ioi/v3/client', page: 'https://ioi.example/docs/problems' };

it('is the page of the codes, written from their declaration', async () => {
  await expect(problemsMarkdown()).toMatchFileSnapshot('../../../docs/reference/problems.md');
});

it.each([
  [new BadRequest('no'), 'INVALID_REQUEST', 400],
  [new NotFound('client', 'c'), 'CLIENT_NOT_FOUND', 404],
  [new NotFound('ledger entry', 'e'), 'NOT_FOUND', 404],
  [new Conflict('no', { code: 'QUOTE_EXPIRED' }), 'QUOTE_EXPIRED', 409],
  [new TooManyRequests('no', 3), 'RATE_LIMITED', 429],
])('makes of %s a problem with its code, and a type that leads to its explanation', (error, code, status) => {
  expect(problemOf(error, request)).toMatchObject({
    ...{ code, status },
    type: `https://ioi.example/docs/problems#${code}`,
  });
});

it('has no code that no problem has', () => {
  const sources = ['api', 'activities', 'domain'].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('problem-codes.ts'))
      .map((name) => readFileSync(`${room}/${name}`, 'utf8')),
  );
  const unused = problemCodeNames.filter((code) => !sources.some((text) => text.includes(`'${code}'`)));
  expect(unused).toEqual([]);
});
