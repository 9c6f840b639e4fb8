import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { earnedOn, totalOf } from '../../domain/policy/proration.js';
import { simulatedSettings } from '../domain/simulation/settings.js';
import type { DeskOffice } from './desk-office.js';
import { simulatedShop } from './simulated-shop.js';

/** The page's product: the simulation's without fees for late payment. */
export function productOfThePage() {
  const { billing, ...settings } = simulatedSettings();
  return simulatedShop({ ...settings, billing: { ...billing, lateFee: undefined } });
}

/** The rows of the table of docs/reference/one-policys-money.md, as their cells. */
const documented = () =>
  readFileSync('docs/reference/one-policys-money.md', 'utf8')
    .split('\n## By coverage, car and state')[0]!
    .split('\n')
    .filter((line) => /^\| \d+ \|/.test(line))
    .map((line) => {
      const [, ...cells] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', ''));
      const [day = '', premium, taxes, billed, due, written, earned, balance, status] = cells;
      return { day, premium, taxes, billed, due, written, earned, balance, status };
    });

/** What happens on each row. */
const stepsIn = (office: DeskOffice): (() => Promise<unknown>)[] => [
  () =>
    office.begin(
      { plan: 'FULL_PAYMENT', answers: { revenue: 31_500, staff: 10 } },
      { today: '2039-01-01', effectiveDate: '2039-01-01' },
    ),
  () => office.pay('418.25'),
  () => office.endorse('2039-04-11', { revenue: 68_000 }),
  () => office.enter('2039-07-20', '-33.00'),
  () => office.endorse('2039-02-20', { staff: 20 }),
  () => office.pay('333.56'),
  () => office.cancel('2039-08-29', 'PENALTY'),
  () => office.reinstate('2039-09-08'),
  () => office.refund('53.44'),
  () => Promise.resolve('DONE'),
];

/** Lives the page's life in an office, and compares each step with its row. */
export async function liveThePage(office: DeskOffice): Promise<void> {
  const steps = stepsIn(office);
  const rows = documented();
  expect(rows).toHaveLength(steps.length);
  let lines = 0;
  let statements = 0;
  for (const [index, row] of rows.entries()) {
    if (index > 0) await office.pass(row.day);
    expect(await steps[index]!(), `step ${index + 1}`).not.toBe('REFUSED');
    const seen = await office.seen();
    const [term] = seen.terms;
    const statement = seen.statements.length > statements ? seen.statements.at(-1) : undefined;
    const isEntry = index === 3;
    const shown = {
      day: row.day,
      premium: term!.lines.length > lines ? totalOf(term!.lines.slice(lines)).toAmount(2) : '',
      taxes: statement?.taxesAndFees ?? '',
      billed: statement?.amount ?? '',
      due: statement?.dueDate ?? '',
      written: totalOf(term!.lines).toAmount(2),
      earned: earnedOn(term!.lines, row.day).toAmount(2),
      balance: seen.balance,
      status: seen.status,
    };
    expect(shown, `step ${index + 1}`).toEqual(row);
    if (isEntry) expect(term!.open).toEqual(['-33.00']);
    lines = term!.lines.length;
    statements = seen.statements.length;
  }
  const [term] = (await office.seen()).terms;
  expect(earnedOn(term!.lines, '2040-01-01').toAmount(2)).toBe('620.78');
}
