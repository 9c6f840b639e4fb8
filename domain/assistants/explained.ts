import { Decimal } from '../expression/index.js';
import { nearest } from '../ground/nearest.js';
import type { QuoteDetails } from '../quote/quote.js';
import type { WorksheetLine } from '../rating/run/worksheet-line.js';
import { describeInShort } from '../worksheet/describe-line.js';
import { ofProduct, outside } from './outside.js';
import { messageLines, priceInWords } from './price.js';
import type { Told } from './told.js';
import { day, money } from './words.js';

/** A worksheet, as far as it is told. */
export interface WorksheetToTell {
  quoteId: string;
  lineName: string;
  productVersion: string;
  effectiveDate: string;
  outcome: string;
  messages: readonly { severity: string; message: string }[];
  reasons?: readonly {
    step: string;
    iteration?: string;
    amount: string;
    inputs: readonly { label: string; value: string; before?: string }[];
  }[];
  premium?: QuoteDetails['premium'] | null;
  sections: readonly {
    section: string;
    kind: string;
    title: string;
    amount?: string;
    stepNumbers: readonly number[];
  }[];
  steps: readonly WorksheetLine[];
}

const mostSteps = 60;

/** How a premium comes about: each part with its amount, and the answers that raised it most. */
export function explainedInWords(sheet: WorksheetToTell): Told {
  const {
    quoteId,
    lineName,
    effectiveDate,
    productVersion,
    premium,
    messages,
    sections,
    reasons = [],
  } = sheet;
  const coverages = coveragesOf(sheet);
  const taxes = sections.filter(({ kind, amount }) => kind === 'taxes' && amount !== undefined);
  const added = coverages.reduce((sum, { amount }) => sum.plus(amount), Decimal.of(0));
  const isWhole = premium == null || added.equals(premium.amount);
  return {
    text: [
      `**${ofProduct(lineName)}** from ${day(effectiveDate)}, version ${ofProduct(productVersion)}: ${premium ? priceInWords({ premium }) : 'no price'}.`,
      ...messageLines(messages),
      ...(isWhole || coverages.length === 0 ? [] : [`For a whole term, premium ${money(added.toFixed())}:`]),
      ...[...coverages, ...taxes].map(partLine),
      ...(reasons.length === 0 ? [] : ['What raises it most:', ...reasons.map(reasonLine)]),
      '',
      'Ask again with a `part` for its steps, to the cent.',
    ].join('\n'),
    links: [{ uri: `ioi://worksheet/${quoteId}`, name: 'The worksheet with every step' }],
  };
}

interface Part {
  /** Absent where no steps of its own rated it. */
  section?: string | undefined;
  title: string;
  amount?: string;
}

const partLine = ({ section, title, amount = '' }: Part): string =>
  `- ${ofProduct(title)}: ${money(amount)}${section === undefined ? '' : ` (part \`${section}\`)`}`;

/** The coverages with their parts of the term's premium: their own steps come to a year's, before those of the policy. */
function coveragesOf({ sections, steps }: WorksheetToTell): (Part & { amount: string })[] {
  const rated = sections.filter(({ kind }) => kind === 'coverage');
  return steps
    .filter(({ op, component }) => op === 'allocate' && component === undefined)
    .map(({ step, inputs, after }) => {
      const at = rated.findIndex(({ section }) => section.endsWith(`coverage:${String(inputs.coverage)}`));
      const [own] = at === -1 ? [] : rated.splice(at, 1);
      return { section: own?.section, title: step, amount: String(after) };
    });
}

function reasonLine({
  step,
  iteration,
  amount,
  inputs,
}: NonNullable<WorksheetToTell['reasons']>[number]): string {
  const said = inputs.map(({ label, value, before }) => {
    const was = before === undefined ? '' : ` (was ${outside(before, 80)})`;
    return `${ofProduct(label)} ${outside(value, 80)}${was}`;
  });
  const of = iteration === undefined ? '' : ` for ${outside(iteration, 80)}`;
  return `- ${money(amount)} by ${ofProduct(step)}${of}: ${said.join(', ')}`;
}

/** The steps of one part of a premium; undefined if there is no such part, with the parts that there are. */
export function stepsInWords(
  sheet: WorksheetToTell,
  part: string,
): Told | { parts: string[]; meant: string | undefined } {
  const { sections, steps, quoteId } = sheet;
  const sought = part.toLowerCase();
  const found = sections.find(({ section, title }) =>
    [section, section.split(':')[1] ?? '', title].some((name) => name.toLowerCase() === sought),
  );
  if (found === undefined) {
    const parts = sections.map(({ section }) => section);
    return { parts, meant: nearest(part, parts) };
  }
  const iterations = new Map<string, number>();
  const lines = found.stepNumbers.flatMap((number) => {
    const line = steps[number - 1];
    return line === undefined ? [] : [stepLine(line, iterations)];
  });
  const term = coveragesOf(sheet).find(({ section }) => section === found.section)?.amount;
  const more = lines.length - mostSteps;
  return {
    text: [
      `**${ofProduct(found.title)}**${amountOfPart(found.amount, term)}`,
      ...lines.slice(0, mostSteps),
      ...(more > 0 ? [`- and ${more} more steps`] : []),
    ].join('\n'),
    links: [{ uri: `ioi://worksheet/${quoteId}`, name: 'The worksheet with every step' }],
  };
}

const amountOfPart = (amount: string | undefined, term: string | undefined): string =>
  amount === undefined
    ? ''
    : term === undefined || Decimal.of(term).equals(amount)
      ? `: ${money(amount)}`
      : `: ${money(term)} of the term's premium. Its steps come to ${money(amount)} a year, before those of the policy:`;

/** Such as `- #1 Premises rate: × premisesRate, 1246.14 → 5109.174`. */
function stepLine(line: WorksheetLine, iterations: Map<string, number>): string {
  const { step, before, after, iterationId } = line;
  if (iterationId !== undefined && !iterations.has(iterationId))
    iterations.set(iterationId, iterations.size + 1);
  const which = iterationId === undefined ? '' : `#${iterations.get(iterationId)} `;
  const from = before === undefined || before === null ? '' : `${valueWords(before)} → `;
  return `- ${which}${ofProduct(step, 100)}: ${outside(describeInShort(line), 160)}, ${from}${valueWords(after)}`;
}

/** A number as it is, any other value as data. */
const valueWords = (value: unknown): string =>
  /^-?\d+(\.\d+)?$|^(true|false)$/.test(String(value)) ? String(value) : outside(String(value), 60);
