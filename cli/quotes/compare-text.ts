import { money, signedMoney } from '../../documents/impact/impact-figures.js';
import { Decimal } from '../../domain/expression/index.js';
import type { FieldDifference } from '../../domain/rating/comparison/line-difference.js';
import type { ExplainedStep, QuoteComparison } from '../../domain/rerating/compare-quotes.js';
import { inColumns } from '../ground/text-table.js';
import { shortText } from './replay-text.js';

/** The most rows of the waterfall; the smallest contributions are summed up. */
const mostSteps = 40;
const mostLines = 40;

/** The difference of two quotes as text: what they were rated on, what changed, and the waterfall. */
export function comparisonLines(
  [titleA, titleB]: readonly [string, string],
  comparison: QuoteComparison,
): string[] {
  const { givens, answers, outcomes, amounts, steps } = comparison;
  return [
    `A  ${titleA}`,
    `B  ${titleB}`,
    ...section('Rated on', givens),
    ...section('Answers', answers),
    ...section('Outcome', outcomes),
    '',
    ...(amounts
      ? waterfallLines(amounts, steps)
      : ['One of the two has no premium, so no step contributes to a difference.']),
    ...valueLines(steps),
    ...(amounts ? causeLines(steps) : []),
  ];
}

function section(title: string, differences: readonly FieldDifference[]): string[] {
  return listed(title, differences, change);
}

/** A title and one line for each item, if there are any; at most `mostLines` of them. */
function listed<T>(title: string, all: readonly T[], textOf: (one: T) => string): string[] {
  if (all.length === 0) return [];
  const more = all.length - mostLines;
  const lines = all.slice(0, mostLines).map((one) => `  ${textOf(one)}`);
  return ['', title, ...lines, ...(more > 0 ? [`  and ${more} more`] : [])];
}

function waterfallLines(
  { premium, taxesAndFees, unexplained }: NonNullable<QuoteComparison['amounts']>,
  steps: readonly ExplainedStep[],
): string[] {
  const explaining = steps.filter(({ explains }) => explains !== null);
  const [shown, rest] = largest(explaining);
  const row = (step: ExplainedStep) => [name(step), detail(step), signedText(step.explains ?? '0')];
  const charges = shown.filter(isCharge);
  const totalOf = (side: 'a' | 'b') => money(Decimal.of(premium[side]).plus(taxesAndFees[side]));
  const remainder = (label: string, amount: string) =>
    Decimal.of(amount).isZero() ? [] : [[label, '', signedText(amount)]];
  return inColumns(
    ['Step', 'A -> B', 'Explains'],
    [
      ['Premium A', '', money(Decimal.of(premium.a))],
      ...shown.filter((step) => !isCharge(step)).map(row),
      ...(rest.count > 0 ? [[`${rest.count} other steps`, '', signedText(rest.sum)]] : []),
      ...remainder('Not explained by the steps', unexplained),
      ['Premium B', '', money(Decimal.of(premium.b))],
      ...charges.map(row),
      ['Total A, with taxes and fees', '', totalOf('a')],
      ['Total B, with taxes and fees', '', totalOf('b')],
    ],
    { left: [0, 1] },
  );
}

/** Steps whose values later steps used. */
function valueLines(steps: readonly ExplainedStep[]): string[] {
  const values = steps.filter(({ explains }) => explains === null);
  return listed(
    'Values that later steps use',
    values,
    (step) => `${name(step)}: ${detail(step)}${carried(step)}`,
  );
}

function carried({ carries }: ExplainedStep): string {
  return carries === null || Decimal.of(carries).isZero() ? '' : ` (carries ${signedText(carries)})`;
}

/** The difference by the steps where it begins, the largest first. */
function causeLines(steps: readonly ExplainedStep[]): string[] {
  const isNothingCarried = steps.every(({ explains, own }) => Decimal.of(own ?? 0).equals(explains ?? 0));
  if (isNothingCarried) return [];
  const causes = steps
    .filter(({ own }) => !Decimal.of(own ?? 0).isZero())
    .sort((a, b) =>
      Decimal.of(b.own ?? 0)
        .abs()
        .comparedTo(Decimal.of(a.own ?? 0).abs()),
    );
  const sumOf = (list: readonly ExplainedStep[]) =>
    signedText(list.reduce((sum, { own }) => sum.plus(own ?? 0), Decimal.of(0)).toFixed(2));
  const rest = causes.slice(mostSteps);
  return [
    '',
    ...inColumns(
      ['Where the difference begins', 'A -> B', 'Carries'],
      [
        ...causes.slice(0, mostSteps).map((step) => [name(step), detail(step), signedText(step.own ?? '0')]),
        ...(rest.length > 0 ? [[`${rest.length} other steps`, '', sumOf(rest)]] : []),
        ['Sum, with taxes and fees', '', sumOf(causes)],
      ],
      { left: [0, 1] },
    ),
  ];
}

function largest(steps: readonly ExplainedStep[]): [ExplainedStep[], { count: number; sum: string }] {
  const bySize = [...steps].sort((a, b) => sizeOf(b).comparedTo(sizeOf(a)));
  const shown = new Set(bySize.slice(0, mostSteps));
  const rest = steps.filter((step) => !shown.has(step));
  const sum = rest.reduce((total, { explains }) => total.plus(explains ?? 0), Decimal.of(0));
  return [steps.filter((step) => shown.has(step)), { count: rest.length, sum: sum.toFixed(2) }];
}

function sizeOf({ explains }: ExplainedStep) {
  return Decimal.of(explains ?? 0).abs();
}

function isCharge({ section: place }: ExplainedStep): boolean {
  return place.startsWith('taxes:');
}

function name({ component, section: place, step, iteration }: ExplainedStep): string {
  return [component, place, iteration, step].filter(Boolean).join(', ');
}

function detail({ kind, differences }: ExplainedStep): string {
  if (kind !== 'CHANGED') return kind === 'ONLY_A' ? 'only in A' : 'only in B';
  return differences.filter(isNew).map(change).join('; ');
}

/** Leaves out operands and results of a step that repeat an input with a better name. */
function isNew({ field, a, b }: FieldDifference, _index: number, all: readonly FieldDifference[]): boolean {
  if (field !== 'inputs.by' && field !== 'after') return true;
  return !all.some((other) => other.field !== field && other.a === a && other.b === b);
}

function change({ field, a, b }: FieldDifference): string {
  return `${field.replace(/^inputs\./, '')} ${readable(a)} -> ${readable(b)}`;
}

const longDecimal = /^-?\d+\.\d{7,}$/;

/** Decimals with at most six places: enough to show the change. */
function readable(value: unknown): string {
  const isLong = typeof value === 'string' && longDecimal.test(value);
  return isLong ? Decimal.of(value).round(6).toFixed() : shortText(value);
}

function signedText(amount: string): string {
  return signedMoney(Decimal.of(amount));
}
