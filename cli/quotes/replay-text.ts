import type { StepDifference } from '../../domain/rating/comparison/replay.js';
import type { QuoteReplay } from '../../domain/rerating/replay-quote.js';

/** The result of a replay as text. */
export function replayLines(title: string, replay: QuoteReplay): string[] {
  const { result, steps, resultDifferences, stepDifferences, stepDifferenceCount } = replay;
  if (result === 'identical') {
    return [`${title}: identical, ${steps.stored} steps (SHA-256 ${replay.worksheetSha256.stored})`];
  }
  const more = stepDifferenceCount - stepDifferences.length;
  return [
    `${title}: different`,
    ...resultDifferences.map(({ field, stored, replayed }) => `  ${field}: ${was(stored, replayed)}`),
    `${stepDifferenceCount} of ${steps.stored} steps differ${stepDifferenceCount > 0 ? ':' : ''}`,
    ...stepDifferences.flatMap(stepLines),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

const presence: { readonly [kind in StepDifference['kind']]: string } = {
  CHANGED: '',
  ONLY_STORED: ' is missing now',
  ONLY_REPLAYED: ' is new',
};

function stepLines({
  kind,
  number,
  component,
  section,
  step,
  op,
  iterationId,
  within = [],
  fields,
}: StepDifference): string[] {
  const place = component === undefined ? section : `${component}, ${section}`;
  const iteration = iterationId === undefined ? '' : `, iteration ${[...within, iterationId].join(', ')}`;
  return [
    `  ${number}  ${place}, "${step}" (${op})${iteration}${presence[kind]}`,
    ...fields.map(({ field, stored, replayed }) => `       ${field}: ${was(stored, replayed)}`),
  ];
}

function was(stored: unknown, replayed: unknown): string {
  return `stored ${shortText(stored)}, now ${shortText(replayed)}`;
}

const longest = 200;

/** A value on one line: text as it is, other values as JSON, shortened. */
export function shortText(value: unknown): string {
  const text = value === null ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}...` : text;
}
