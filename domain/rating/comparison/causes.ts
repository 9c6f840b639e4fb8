import { Decimal, isDecimal } from '../../expression/index.js';
import { zero } from '../../money/total.js';
import { evaluate } from '../cells/evaluate.js';
import { foundCell, reference } from '../cells/formula.js';
import { formulaOf, operatorOf } from '../cells/translate.js';
import type { LineInputs, WorksheetLine } from '../run/worksheet-line.js';
import { bandInputs } from '../steps/compile-lookup.js';
import { recordedNumber } from '../steps/operation.js';
import type { WaterfallStep } from './walk-chain.js';

/** A step with the part of the difference that begins there, and what passes through its value. */
export interface Cause {
  step: WaterfallStep;
  /** The name of the step's value, if it keeps one. */
  value: string | null;
  /** What later steps explain with its value, and what it explains itself. */
  carries: Decimal;
  /** What is left of it without the values that the step reads. The own amounts add up to the difference. */
  own: Decimal;
}

/**
 * Follows the difference of two ratings back from the steps that apply it to the steps where it begins: what a
 * step explains by a changed value belongs to the step that computed the value, and so on. If several inputs of
 * a step changed, they are replaced one after another, in the order of its inputs, and share what it explains
 * in proportion; a step whose inputs cannot be replaced one by one keeps all of it.
 * @param worksheet that of B.
 */
export function causesOf(steps: readonly WaterfallStep[], worksheet: readonly WorksheetLine[]): Cause[] {
  const causes = steps.map(
    (step): Cause => ({ step, value: valueOfStep(step), carries: step.explains ?? zero, own: zero }),
  );
  const sources = sourcesOf(causes, worksheet);
  const byLine = new Map(causes.map((cause) => [cause.step.lines?.[1], cause]));
  const places = new Map(causes.map((cause, place) => [cause, place]));
  for (const [place, cause] of [...causes.entries()].toReversed()) {
    cause.own = cause.carries;
    if (cause.carries.isZero()) continue;
    giveToIterations(cause, byLine);
    // Only earlier steps can have made what a step reads.
    const earlier = (name: string) => {
      const named = sources(cause.step, name).filter((source) => (places.get(source) ?? place) < place);
      return named.length > 0 ? named : keySources(cause.step, name, causes.slice(0, place));
    };
    for (const { name, share } of sharesOf(cause.step, (input) => earlier(input).length > 0)) {
      const part = cause.carries.times(share).round(2);
      give(earlier(name), part);
      cause.own = cause.own.minus(part);
    }
  }
  return causes;
}

/** What a value carries that is taken from iterations goes to their steps, in proportion to their effect on it. */
function giveToIterations(cause: Cause, byLine: ReadonlyMap<WorksheetLine | undefined, Cause>): void {
  const [a, b] = (cause.step.lines ?? []).map(({ after }) => recordedNumber(after));
  if (!a || !b || a.equals(b)) return;
  let passed = zero;
  for (const { line, amount } of cause.step.from ?? []) {
    const source = byLine.get(line);
    if (!source) continue;
    passed = passed.plus(amount);
    // The last one of all takes what rounding left.
    const isAll = passed.equals(b.minus(a));
    const share = cause.carries.times(amount).dividedBy(b.minus(a));
    const part = isAll ? cause.own : share.round(2);
    source.carries = source.carries.plus(part);
    cause.own = cause.own.minus(part);
  }
}

/** One step keeps a value. A coverage's premium comes from its steps, in proportion to what they explain. */
function give(sources: readonly Cause[], amount: Decimal): void {
  const total = sources.reduce((sum, { step }) => sum.plus(step.explains ?? zero), zero);
  let left = amount;
  sources.forEach((source, index) => {
    const isLast = index === sources.length - 1;
    const weight = total.isZero() ? zero : (source.step.explains ?? zero).dividedBy(total);
    const part = isLast ? left : amount.times(weight).round(2);
    source.carries = source.carries.plus(part);
    left = left.minus(part);
  });
}

function valueOfStep({ lines }: WaterfallStep): string | null {
  const line = lines?.[0];
  return line && 'as' in line && line.as !== undefined ? line.as : null;
}

/** The changed steps that made a value which a step reads. */
function sourcesOf(
  causes: readonly Cause[],
  worksheet: readonly WorksheetLine[],
): (step: WaterfallStep, name: string) => Cause[] {
  const keptIn = sectionsOfAmounts(worksheet);
  const byPlace = new Map<string, Cause[]>();
  for (const cause of causes) {
    const { component, section, iterationId, explains } = cause.step;
    const keys = [
      ...(cause.value === null ? [] : [keyOf(component, iterationId, cause.value)]),
      ...(section.startsWith('coverage:') && explains !== null
        ? [section.slice(9), section].map((name) => keyOf(component, undefined, name))
        : []),
    ];
    if (iterationId !== undefined) keys.push(keyOf(component, iterationId, section));
    for (const key of keys) byPlace.set(key, [...(byPlace.get(key) ?? []), cause]);
  }
  return ({ component, iterationId, within = [] }, name) => {
    const [prefix = '', ...rest] = name.split('.');
    const places = [
      keyOf(component, iterationId, name),
      ...within.map((outer) => keyOf(component, outer, name)),
      keyOf(component, undefined, name),
      // A package reads the values of its components.
      ...(component === undefined && rest.length > 0 ? [keyOf(prefix, undefined, rest.join('.'))] : []),
    ];
    const found = (place: string) => byPlace.get(place) ?? byPlace.get(keptIn.get(place) ?? '');
    return places.map(found).find((some) => some !== undefined) ?? [];
  };
}

/** Of the amounts that coverages keep as values: the place of the steps that lead to them. */
function sectionsOfAmounts(worksheet: readonly WorksheetLine[]): Map<string, string> {
  const places = new Map<string, string>();
  for (const line of worksheet) {
    const { component, section, iterationId } = line;
    if (!section.startsWith('coverage:') || !('as' in line) || line.as === undefined) continue;
    places.set(keyOf(component, iterationId, line.as), keyOf(component, iterationId, section));
  }
  return places;
}

/** A look-up names its keys by the table's columns: its value is the only one that changed in the same way. */
function keySources(
  { op, component, differences }: WaterfallStep,
  name: string,
  before: readonly Cause[],
): Cause[] {
  const key = op === 'lookup' && differences.find(({ field }) => field === `inputs.${name}`);
  if (!key) return [];
  const found = before.filter(({ value, step: { lines, ...step } }) => {
    const [a, b] = lines ?? [];
    return value !== null && step.component === component && a?.after === key.a && b?.after === key.b;
  });
  return found.length === 1 ? found : [];
}

function keyOf(component: string | undefined, iterationId: string | undefined, name: string): string {
  return [component ?? '', iterationId ?? '', name].join('\n');
}

/** The changed inputs that have a source, with their shares of what the step explains. */
function sharesOf(
  { lines, differences }: WaterfallStep,
  hasSource: (name: string) => boolean,
): { name: string; share: Decimal }[] {
  if (lines === undefined) return [];
  const [a, b] = lines;
  const changed = differences
    .filter(({ field }) => field.startsWith('inputs.'))
    .map(({ field }) => field.slice('inputs.'.length));
  const [expressionOfA, expressionOfB] = [expressionOf(a), expressionOf(b)];
  const fromSources = changed.filter(hasSource);
  const results = resultsOf(a);
  const others = changed.filter((name) => !hasSource(name) && !results.includes(name));
  const isSame = differences.every(
    ({ field }) => field.startsWith('inputs.') || field === 'row' || field === 'after',
  );
  const [only] = fromSources;
  if (only !== undefined && fromSources.length === 1 && others.length === 0 && isSame) {
    return [{ name: only, share: Decimal.of(1) }];
  }
  const before = valueWith(expressionOfA, a.inputs);
  const after = valueWith(expressionOfB, b.inputs);
  if (before === null || after === null || after.equals(before)) return [];
  const inputs: LineInputs = { ...a.inputs };
  let reached = before;
  const shares: { name: string; share: Decimal }[] = [];
  for (const name of changed.filter((one) => !results.includes(one))) {
    inputs[name] = b.inputs[name] ?? null;
    const next = valueWith(expressionOfA, inputs);
    if (next === null) return [];
    if (hasSource(name)) shares.push({ name, share: next.minus(reached).dividedBy(after.minus(before)) });
    reached = next;
  }
  return shares;
}

/** Inputs that are results of the others: the operand of an expression, the value found in a table. */
function resultsOf(line: WorksheetLine): string[] {
  if (expressionOf(line) !== undefined) return ['by'];
  const bands = 'graduated' in line ? bandInputs : [];
  return 'column' in line && typeof line.column === 'string' ? [line.column, ...bands] : [];
}

function expressionOf(line: WorksheetLine): unknown {
  return 'expression' in line ? line.expression : undefined;
}

/** The number that an expression gives for inputs; null if it is more than simple arithmetic. */
export function valueWith(expression: unknown, inputs: LineInputs): Decimal | null {
  if (expression === undefined) return null;
  const formula = formulaOf(withKnown(expression, inputs), ({ name }) =>
    reference(foundCell(inputs[name] ?? null)),
  );
  const value = formula && evaluate(formula);
  return value !== null && isDecimal(value) ? value : null;
}

/** The expression with the first known operand in place of each `??`. */
function withKnown(expression: unknown, inputs: LineInputs): unknown {
  const part = operatorOf(expression);
  if (!part) return expression;
  const { operator, operands } = part;
  if (operator !== '??') return { [operator]: operands.map((operand) => withKnown(operand, inputs)) };
  const isKnown = (operand: unknown) => {
    const read = operatorOf(operand);
    const name = read?.operator === 'value' || read?.operator === 'answer' ? read.operands[0] : undefined;
    return typeof name !== 'string' || (inputs[name] ?? null) !== null;
  };
  return withKnown(operands.find(isKnown) ?? null, inputs);
}
