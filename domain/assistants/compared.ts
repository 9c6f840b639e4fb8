import { Decimal } from '../expression/index.js';
import { ofProduct, outside } from './outside.js';
import type { Told } from './told.js';
import { codeWords, day, money } from './words.js';

interface Field {
  field: string;
  a?: unknown;
  b?: unknown;
}

interface Amounts {
  a: string;
  b: string;
  difference: string;
}

/** A comparison of two quotes, as far as it is told. */
export interface ComparisonToTell {
  givens: readonly Field[];
  answers: readonly Field[];
  outcomes: readonly Field[];
  amounts?: { premium: Amounts; taxesAndFees: Amounts; unexplained: string } | undefined;
  steps: readonly {
    section: string;
    step: string | null;
    iteration?: string | undefined;
    component?: string | undefined;
    differences: readonly Field[];
    own: string | null;
  }[];
}

const mostFields = 20;
const mostSteps = 15;

/** How the price of one quote becomes that of another: what differs, and a waterfall of the steps where it begins. */
export function comparedInWords(ids: { a: string; b: string }, comparison: ComparisonToTell): Told {
  const { givens, answers, outcomes, amounts, steps } = comparison;
  const links = [ids.a, ids.b].map((id, index) => ({
    uri: `ioi://quote/${id}`,
    name: `Quote ${'AB'[index]}`,
  }));
  const differences = [...givens, ...answers];
  return {
    text: [
      differences.length === 0 ? 'A and B were asked for the same.' : 'What differs, from A to B:',
      ...differences.slice(0, mostFields).map(fieldLine),
      ...(differences.length > mostFields ? [`- and ${differences.length - mostFields} more`] : []),
      ...outcomes.map(fieldLine),
      ...(amounts === undefined ? ['One of them has no price.'] : ['', ...waterfall(amounts, steps)]),
    ].join('\n'),
    links,
  };
}

function waterfall(
  { premium, taxesAndFees, unexplained }: Prices,
  steps: ComparisonToTell['steps'],
): string[] {
  const total = ({ premium: one, taxes }: { premium: string; taxes: string }) =>
    Decimal.of(one).plus(Decimal.of(taxes)).toFixed();
  const a = total({ premium: premium.a, taxes: taxesAndFees.a });
  const b = total({ premium: premium.b, taxes: taxesAndFees.b });
  const causes = steps
    .filter(({ own }) => own !== null && !Decimal.of(own).isZero())
    .sort((one, other) =>
      Number(
        Decimal.of(other.own ?? 0)
          .abs()
          .minus(Decimal.of(one.own ?? 0).abs())
          .toNumber(),
      ),
    );
  const shown = causes.slice(0, mostSteps);
  const rest = causes
    .slice(mostSteps)
    .reduce((sum, { own }) => sum.plus(Decimal.of(own ?? 0)), Decimal.of(0))
    .plus(Decimal.of(unexplained));
  return [
    `A costs **${money(a)}** with taxes and fees, B **${money(b)}** (${signed(Decimal.of(b).minus(Decimal.of(a)).toFixed())}):`,
    ...shown.map(({ section, step, iteration, own, differences }) => {
      const of = iteration === undefined ? '' : ` for ${outside(iteration, 60)}`;
      const place = ofProduct(section.split(':')[1] ?? section, 60);
      const why = differences
        .filter(({ field }) => field.startsWith('inputs.') && field !== 'inputs.by')
        .slice(0, 2)
        .map(
          ({ field, a: was, b: is }) =>
            `${ofProduct(field.slice('inputs.'.length), 80)} ${said(was)} → ${said(is)}`,
        );
      const reason = why.length === 0 ? '' : `: ${why.join(', ')}`;
      return `- ${signed(own ?? '0')} ${ofProduct(step ?? codeWords(place))}${of} (${place})${reason}`;
    }),
    ...(rest.isZero() ? [] : [`- ${signed(rest.toFixed())} by smaller steps and rounding`]),
  ];
}

type Prices = NonNullable<ComparisonToTell['amounts']>;

const fieldLine = ({ field, a, b }: Field): string =>
  `- \`${ofProduct(field, 100)}\`: ${said(a)} → ${said(b)}`;

const signed = (amount: string): string =>
  `${amount.startsWith('-') ? '−' : '+'}${money(amount.replace(/^-/, ''))}`;

function said(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return /^\d{4}-\d\d-\d\d$/.test(text) ? day(text) : outside(text, 100);
}
