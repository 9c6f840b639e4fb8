import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { statementStateMeanings } from '../../../domain/billing/account.js';
import { paymentStatusMeanings } from '../../../domain/billing/payment-status.js';
import { policyMoves } from '../../../domain/policy/policy-state.js';

const page = (name: string) => readFileSync(`docs/reference/${name}.md`, 'utf8');

/** The rows of the table under a heading line, as their cells. */
function tableUnder(text: string, heading: string): string[][] {
  const lines = text.slice(text.indexOf(`\n${heading}`) + 1).split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

it.each([
  ['| `status` |', paymentStatusMeanings],
  ['| A statement that is |', statementStateMeanings],
])('the table %s of the documentation is the one in the code', (heading, meanings) => {
  const rows = tableUnder(page('payments'), heading);
  expect(Object.fromEntries(rows.map(([name = '', text]) => [name.replaceAll('`', ''), text]))).toEqual(
    meanings,
  );
});

it('the documented moves of a policy are those in the code', () => {
  const names = (cell = '') => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name);
  const documented = tableUnder(page('policy-changes'), '| From | By | To |').flatMap(([from, , to]) =>
    names(from).flatMap((before) => names(to).map((after) => `${before} ${after}`)),
  );
  const moves = policyMoves.flatMap(({ from, to }) => (from === null ? [] : [`${from} ${to}`]));
  expect(new Set(documented)).toEqual(new Set(moves));
});
