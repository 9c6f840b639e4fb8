import { inputsText } from '../rating/cells/value-text.js';
import type { WorksheetLine } from '../rating/run/worksheet-line.js';
import { describeLine } from '../worksheet/describe-line.js';
import type { RatedCase } from './rate-action.js';

/** A result that is not as the case expects. Null: the quote has no such value. */
export interface CaseDifference {
  /** As in the case: `premium`, `values.units`, `taxesAndFees.POLICY_FEE`. */
  key: string;
  expected: string;
  got: string | null;
}

/** A step of the worksheet, in the worksheet's words. */
export interface DifferingStep {
  /** Its place in the worksheet; the first is 1. */
  number: number;
  component?: string;
  section: string;
  step: string;
  /** What it did and read: `× premises of states, state CA`. */
  did: string;
  after: string | boolean | null;
}

/** The first step of the worksheet that leads to one of the differences; null if no step does. */
export function firstDifferingStep(
  rated: RatedCase,
  differences: readonly CaseDifference[],
): DifferingStep | null {
  const { worksheet } = rated;
  const found = differences.map(({ key }) => lineOf(key, rated)).filter((index) => index >= 0);
  const index = Math.min(...found);
  const line = worksheet[index];
  if (line === undefined) return null;
  const { component, section, step, after, inputs } = line;
  const did = [describeLine(line), inputsText(inputs)].filter((text) => text !== '').join(', ');
  return { number: index + 1, ...(component === undefined ? {} : { component }), section, step, did, after };
}

/** The index of the line that a result comes from, -1 if there is none. */
function lineOf(key: string, { worksheet, messages }: RatedCase): number {
  const [kind = '', ...rest] = key.split('.');
  const name = rest.join('.');
  const last = (holds: (line: WorksheetLine) => boolean) => worksheet.findLastIndex(holds);
  switch (kind) {
    case 'values':
      return lastOfValue(name, worksheet);
    case 'premium':
      // The sum shows each coverage's part: the reader sees which of them is off.
      return last(
        ({ section, op, component }) => section === 'policy' && op === 'sum' && component === undefined,
      );
    case 'taxesAndFees':
      return last(({ section }) => section.startsWith(name === '' ? 'taxes:' : `taxes:${name}`));
    case 'total':
      return last(({ section }) => section.startsWith('taxes:'));
    default: {
      const [place] = messages.flatMap(({ rule, step }) => rule ?? step ?? []);
      return place === undefined ? -1 : last(({ step }) => step === place);
    }
  }
}

function lastOfValue(name: string, worksheet: readonly WorksheetLine[]): number {
  const found = worksheet.findLastIndex((line) => {
    const prefix = line.component === undefined ? '' : `${line.component}.`;
    const isCoverage = `${prefix}${line.section.replace(/^coverage:/, '')}` === name;
    return isCoverage || ('as' in line && line.as !== undefined && `${prefix}${line.as}` === name);
  });
  if (found >= 0 || !/(^|\.)(annualPremium|premium)$/.test(name)) return found;
  return worksheet.findLastIndex(({ section }) => section === 'policy');
}
