import { Decimal } from '../expression/index.js';
import type { JsonObject } from '../ground/json.js';
import { minorDigits } from '../money/currency.js';
import { zero } from '../money/total.js';
import type { WorksheetLine } from '../rating/run/worksheet-line.js';
import { type ComparableQuote, compareQuotes, type ExplainedStep } from '../rerating/compare-quotes.js';
import { adjusts, InputTrace, type ReadInput } from './raising-inputs.js';
import type { KeyExpression } from './read-names.js';
import { stepEffects } from './step-effects.js';

/** An input that raised a premium; before, of a change or a renewal, if it differs. */
export interface ReasonInput {
  name: string;
  /** What people call it: the text of its question, else its name. */
  label: string;
  value: string;
  before?: string;
}

/** Why a premium is higher. */
export interface PremiumReason {
  /** The inputs of one step, or of several that read the same ones. */
  inputs: ReasonInput[];
  /** The step that they take effect in, the first one of several. */
  step: string;
  /** `vehicles #2`, if the step belongs to an iteration. */
  iteration?: string;
  /** By how much they raise the premium, decimal text: of several steps, the sum. */
  amount: string;
}

export interface ReasonOptions {
  currency: string;
  /** What the product's lookups seek. */
  keyOf: KeyExpression;
  /** The text of a question by its id; undefined for other inputs. */
  labelOf: (name: string) => string | undefined;
  /** What people call an iteration. */
  iterationName: (iterationId: string) => string;
}

/** As many as a notice of adverse action names. */
const mostReasons = 4;

/**
 * The inputs that raised a premium most, at most four. Those of a new quote are of the factors and surcharges, each by what the
 * premium is more than without that step alone.
 */
export function reasonsOfQuote(worksheet: readonly WorksheetLine[], options: ReasonOptions): PremiumReason[] {
  const trace = new InputTrace(worksheet, options.keyOf);
  const found = [...stepEffects(worksheet, adjusts)].flatMap(([line, amount]): Found[] => {
    if (!amount.isPositive()) return [];
    const asked = trace.of(line).filter(({ name }) => options.labelOf(name) !== undefined);
    const inputs = asked.map((input) => asReason(input, options.labelOf));
    const { iterationId } = line;
    const iteration = iterationId === undefined ? undefined : options.iterationName(iterationId);
    return [{ inputs, step: line.step, iteration, amount }];
  });
  return largest(found, options.currency);
}

/** The same of a renewal or a change, against the rating before it: what differs, and where the difference begins. */
export function reasonsOfChange(
  before: ComparableQuote,
  after: ComparableQuote,
  { currency, labelOf }: Pick<ReasonOptions, 'currency' | 'labelOf'>,
): PremiumReason[] {
  const found = compareQuotes(before, after, currency).steps.map((step): Found => {
    const { own, iteration } = step;
    const name = step.step ?? step.section;
    const inputs = changedInputs(step, labelOf);
    return { inputs, step: name, iteration, amount: own === null ? zero : Decimal.of(own) };
  });
  return largest(found, currency);
}

/** The same as JSON, for documents and the raw data of quotes. */
export const reasonsAsJson = (reasons: readonly PremiumReason[]): JsonObject[] =>
  reasons.map(({ inputs, ...reason }) => ({ ...reason, inputs: inputs.map((input) => ({ ...input })) }));

/** A reason in words: `Fire score 30 (was 20)`. */
export function reasonText({ inputs, step, iteration }: PremiumReason): string {
  const texts = inputs.map(
    ({ label, value, before }) => `${label}: ${value}${before === undefined ? '' : ` (was ${before})`}`,
  );
  return `${texts.length === 0 ? step : texts.join(', ')}${iteration === undefined ? '' : ` (${iteration})`}`;
}

interface Found extends Omit<PremiumReason, 'amount' | 'iteration'> {
  iteration: string | undefined;
  amount: Decimal;
}

/** Steps with the same inputs are one reason. Constants are none: nobody could do anything about them. */
function largest(found: readonly Found[], currency: string): PremiumReason[] {
  const byInputs = new Map<string, Found>();
  for (const one of found) {
    if (one.inputs.length === 0) continue;
    const key = [one.iteration ?? '', ...one.inputs.map(({ name }) => name).sort()].join('\n');
    const known = byInputs.get(key);
    byInputs.set(key, known ? { ...known, amount: known.amount.plus(one.amount) } : one);
  }
  return [...byInputs.values()]
    .filter(({ amount }) => amount.isPositive() && !amount.isZero())
    .sort((one, other) => other.amount.minus(one.amount).toNumber())
    .slice(0, mostReasons)
    .map(({ inputs, step, iteration, amount }) => ({
      inputs,
      step,
      ...(iteration !== undefined && { iteration }),
      amount: amount.toFixed(minorDigits(currency)),
    }));
}

function asReason({ name, value }: ReadInput, labelOf: ReasonOptions['labelOf']): ReasonInput {
  return { name, label: labelOf(name) ?? name, value: textOf(value) };
}

function changedInputs({ differences }: ExplainedStep, labelOf: ReasonOptions['labelOf']): ReasonInput[] {
  return differences.flatMap(({ field, a, b }) => {
    if (!field.startsWith('inputs.') || field === 'inputs.by') return [];
    const name = field.slice('inputs.'.length);
    return [{ ...asReason({ name, value: b as ReadInput['value'] }, labelOf), before: textOf(a) }];
  });
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '–' : String(value));
