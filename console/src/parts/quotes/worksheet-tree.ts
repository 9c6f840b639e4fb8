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

/** The name of an input for people: the question, or the words of a derived value's name. */
export function inputTitle(name: string, questionOf: (qid: string) => string | undefined): string {
  const asked = questionOf(name);
  if (asked !== undefined || /[^A-Za-z0-9]/.test(name)) return asked ?? name;
  const words = name.replace(
    /([a-z0-9])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
  return words === words.toUpperCase() ? words : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** A value of a step; long decimals are cut for reading, the downloads have every digit. */
export function shownValue(value: string | boolean | null): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return word('yesNo', String(value));
  const [, whole, part] = /^(-?\d{1,15})\.(\d+)$/.exec(value) ?? [];
  if (part === undefined || whole === undefined) return value;
  return part.length > 6 ? `${whole}.${part.slice(0, 6)}…` : value;
}
