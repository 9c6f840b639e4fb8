import type { AnswerMap } from '../../api/client.js';
import { word } from '../../texts/texts.js';

/** A step of a worksheet, as `GET /download/advanced/worksheet/{quoteId}` has it. */
export interface Step {
  component?: string;
  section: string;
  step: string;
  op: string;
  iterationId?: string;
  within?: readonly string[];
  inputs: Readonly<Record<string, string | boolean | null>>;
  before?: string;
  after: string | boolean | null;
  table?: string;
  row?: number | string;
  column?: string;
}

/** The worksheet, as far as the console reads it. */
export interface Worksheet {
  contentHash: string;
  productVersion: string;
  sections: readonly {
    section: string;
    component?: string;
    title: string;
    amount?: string;
    stepNumbers: readonly number[];
  }[];
  steps: readonly Step[];
}

export interface NumberedStep extends Step {
  /** From 1, as in the workbook and the PDF. */
  number: number;
}

export interface Branch {
  key: string;
  title: string;
  amount: string | undefined;
  steps: readonly NumberedStep[];
}

/** The sections of a worksheet with those of their steps that a search finds. Sections without any are left out. */
export function branchesOf({ sections, steps }: Worksheet, find: string): Branch[] {
  const wanted = find.toLowerCase();
  return sections
    .map(({ section, component, title, amount, stepNumbers }) => ({
      key: `${component ?? ''} ${section}`,
      title: component === undefined ? title : `${component} · ${title}`,
      amount,
      steps: stepNumbers.flatMap((number): NumberedStep[] => {
        const step = steps[number - 1];
        return step && (wanted === '' || textOf(step, title).includes(wanted)) ? [{ ...step, number }] : [];
      }),
    }))
    .filter((branch) => branch.steps.length > 0);
}

function textOf({ step, op, table, row, column, inputs, after }: Step, title: string): string {
  const values = Object.entries(inputs).flat();
  return [title, step, op, table, row, column, after, ...values].join(' ').toLowerCase();
}

/** Such as `locations #2`, by the id of an iteration. */
export function iterationNames(answers: AnswerMap): Map<string, string> {
  const loops = Object.values(answers).filter((each) => each.type === 'LOOP');
  return new Map(
    loops.flatMap(({ qid, iterations }) =>
      iterations.map(({ iterationId }, index) => [iterationId, `${qid} #${index + 1}`] as const),
    ),
  );
}

/** A value of a step; long decimals are cut for reading, the downloads have every digit. */
export function shownValue(value: string | boolean | null): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return word('yesNo', String(value));
  const [, whole, part] = /^(-?\d{1,15})\.(\d+)$/.exec(value) ?? [];
  if (part === undefined || whole === undefined) return value;
  return part.length > 6 ? `${whole}.${part.slice(0, 6)}…` : value;
}
