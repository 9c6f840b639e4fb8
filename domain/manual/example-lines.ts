import { parseDecimal } from '../expression/index.js';
import type { CellValue } from '../rating/cells/formula.js';
import type { SheetLine } from '../rating/cells/sheet-line.js';
import { valueText as recordedText } from '../rating/cells/value-text.js';
import type { WorksheetLine } from '../rating/run/worksheet-line.js';
import { bandInputs } from '../rating/steps/compile-lookup.js';
import { operations } from '../rating/steps/operation.js';
import { lineKindOf } from '../rating/steps/step-kinds.js';
import type { PlanWords } from '../rating/words/plan-words.js';
import { capital, constantWords, nameWords, numberWords, plural } from '../rating/words/value-words.js';
import { singleAnswer } from './answer-text.js';
import type { ProductNames } from './product-names.js';

/** The names for the lines of a plan or package, and which of its values are numbers. */
export interface LineNames {
  product: ProductNames;
  words: PlanWords;
  values: ReadonlyMap<string, string>;
  numeric: ReadonlySet<string>;
  /** The titles of coverages, by code. */
  coverages: ReadonlyMap<string, string>;
  /** The names of iterations, by id: `Location 2`. */
  iterations: ReadonlyMap<string, string>;
}

/** What a line computes: `1,600 × 1.5`, and the values that it reads. */
export function calculationText({ source, before, operand }: SheetLine, names: LineNames): string {
  const read = readText(source, names);
  const sign = signOf(source);
  if (before === null) return read;
  if (sign === null) return amountText(before.value);
  const amount = operand === null ? '' : amountText(operand.value);
  if (sign === '= ') return read === '' ? amount : read;
  return [`${amountText(before.value)} ${sign}${amount}`, read].filter((line) => line !== '').join('\n');
}

/** The result of a line. */
export function resultText(line: SheetLine, names: LineNames): string {
  const { value } = line.after;
  return isNumeric(line, names.product) ? amountText(value) : capital(valueText(value));
}

/** The names of the values that the lines of an example derive as numbers, so that they are written as such. */
export function numericValues(lines: readonly SheetLine[], product: ProductNames): Set<string> {
  return new Set(
    lines.flatMap((line) => {
      const name = 'as' in line.source ? line.source.as : undefined;
      return name !== undefined && isNumeric(line, product) ? [name] : [];
    }),
  );
}

function isNumeric({ source, before, after }: SheetLine, product: ProductNames): boolean {
  if (before !== null || source.op === 'sum') return true;
  if ('table' in source) return product.isNumber(source.table, source.column);
  return after.formula !== null;
}

/** A number with separators, cut at ten decimals; any other value with a capital letter. */
function amountText(value: CellValue): string {
  const text = valueText(value);
  const number = typeof value === 'string' ? parseDecimal(text.replace('…', '')) : null;
  return number === null ? capital(text) : numberWords(number);
}

function signOf(line: WorksheetLine): string | null {
  const op = line.op === 'minimum' ? 'max' : line.op;
  const name = 'apply' in line && line.apply !== undefined ? line.apply : op;
  return Object.hasOwn(operations, name) ? operations[name as keyof typeof operations].sign : null;
}

/** The values that a line reads, with their names; a loop's, how many iterations it has. */
function readText(line: WorksheetLine, names: LineNames): string {
  if (line.op === 'component') return capital(nameWords(String(line.inputs.outcome)));
  const { by: _operand, ...read } = lineKindOf(line).reads(line);
  const { loop } = 'loop' in line ? line : {};
  const counted = loop === undefined ? [] : [countText(loop, line.inputs.iterations ?? null, names.words)];
  const texts = Object.entries(read).map(([name, value]) => inputText(line, name, value, names));
  return [...counted, ...texts].join('\n');
}

function isOfBand(input: string): boolean {
  return (bandInputs as readonly string[]).includes(input);
}

function inputText(line: WorksheetLine, name: string, value: CellValue, names: LineNames): string {
  const { product, words, values } = names;
  if ('table' in line) {
    const [qid] = product.lookedUp(line.table, name, (key) => String(line.inputs[key] ?? ''));
    const text =
      qid === undefined && product.isTerm(line.table, name)
        ? nameWords(String(value))
        : qid === undefined && (product.isNumber(line.table, name) || isOfBand(name))
          ? amountText(value)
          : answered(qid, value, names);
    return named(words.key(line.table, name), text);
  }
  const type = words.questions.get(name);
  if (type?.isLoop) return countText(name, value, words);
  if (type) return named(words.question(name), answered(name, value, names));
  const title = capital(values.get(name) ?? nameWords(name));
  if (name === 'term') return named(title, nameWords(String(value)));
  return named(title, line.op === 'sum' || isAmount(name, names) ? amountText(value) : valueText(value));
}

/** Whether a value is a number: one that a line derived so, or a premium. */
function isAmount(name: string, { numeric, coverages }: LineNames): boolean {
  return numeric.has(name) || coverages.has(name) || /^(.*\.)?(premium|packagePremium)$/.test(name);
}

function answered(qid: string | undefined, value: CellValue, { words, iterations }: LineNames): string {
  const type = qid === undefined ? undefined : words.questions.get(qid);
  if (type === undefined || value === null) return valueText(value);
  return singleAnswer(type.definition ?? type, String(value), words, iterations);
}

function countText(loop: string, count: CellValue, words: PlanWords): string {
  const one = words.iteration(loop);
  return `${valueText(count)} ${count === '1' ? one : plural(one)}`;
}

function named(title: string, text: string): string {
  return `${title}${title.endsWith('?') ? '' : ':'} ${text}`;
}

function valueText(value: CellValue): string {
  return constantWords(recordedText(value));
}
