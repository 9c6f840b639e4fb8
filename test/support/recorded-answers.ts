import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Recorded } from './contract-caller.js';

export const recordedFile = fileURLToPath(
  new URL('../../api/openapi/recorded-answers.json', import.meta.url),
);

/** What an example shows of a list: two items, or one that is long. */
const longItem = 200;
/** As many answers of an intake as an example shows. */
const mostAnswers = 3;

/** An answer as an example shows it: the beginning of each list, and of each map of answers. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) {
    const [first, second] = value.map(shortened);
    if (value.length === 0) return [];
    return value.length === 1 || JSON.stringify(first).length > longItem ? [first] : [first, second];
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  const byQuestion = members.some(([key]) => key.includes('.'));
  const shown = byQuestion ? members.slice(0, mostAnswers) : members;
  return Object.fromEntries(shown.map(([key, member]) => [key, shortened(member)]));
}

/** The text of the file, without what differs in every installation. */
export function recordedText(recorded: Recorded, replaced: ReadonlyMap<string, string>): string {
  const inOrder = Object.entries(recorded)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([operation, answers]) => [operation, shortened(answers)]);
  const text = JSON.stringify(Object.fromEntries(inOrder), null, 2);
  return `${[...replaced].reduce((all, [from, to]) => all.replaceAll(from, to), text)}\n`;
}

/** Whether an endpoint pauses yet depends on when its test was delivered in vain. */
const untold = 'pausedUntilTimestamp';

/** The paths of all values of the file, with their types. */
export function shapeOf(text: string): string[] {
  const paths = new Set<string>();
  const visit = (value: unknown, path: string): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, `${path}[]`);
    else if (typeof value !== 'object' || value === null) paths.add(`${path}: ${typeof value}`);
    else {
      for (const [key, member] of Object.entries(value)) if (key !== untold) visit(member, `${path}.${key}`);
    }
  };
  visit(JSON.parse(text), '');
  return [...paths].sort();
}

export const recordedBefore = (): string => readFileSync(recordedFile, 'utf8');
