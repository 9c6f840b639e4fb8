import type { Decimal, Value } from '../../expression/index.js';
import { canonicalJson, quoted } from '../../ground/canonical-json.js';
import type { LineBase, LineOf, LineOp } from './worksheet-line.js';

/** What a plan determines of the lines of a step. */
export interface LineForm<Op extends LineOp = LineOp> {
  op: Op;
  /** The names of the inputs, in order. */
  inputs: readonly string[];
  /** The name of the derived value that the step keeps. */
  as?: string | undefined;
  /** The fields of its kind. */
  fields?: Omit<LineOf<Op>, keyof LineBase | 'as' | 'row'> & { [field: string]: unknown };
  /** Its part of a line's text, once it was needed. */
  text?: FormText;
}

/** The place of a step in a rating. */
export interface LinePlace {
  section: string;
  step: string;
  iterationId: string | null;
  /** The iterations around that one, from the outside in. */
  within: readonly string[];
}

/** The values of a step as it ran. All fields are always there, so that all steps have one shape in memory. */
export interface KeptStep extends LinePlace {
  form: LineForm;
  inputs: readonly (Value | null)[];
  after: Value | null;
  /** The running amount before the step; null if there is none. */
  before: Decimal | null;
  /** The table row hit; -1 if there is none. */
  row: number;
}

/** The fields of a line that its form does not determine, by name. */
const ofLines = [
  'after',
  'before',
  'component',
  'inputs',
  'iterationId',
  'row',
  'section',
  'step',
  'within',
] as const;
type Piece = (typeof ofLines)[number] | 'end';

/** The parts of a line's text that are the same for all lines of a form. */
export class FormText {
  /** The fields of the form before each other field, by name, and after the last one; with the beginnings of two. */
  readonly pieces: { readonly [field in Piece]: string };
  /** The inputs by name, with their place among the values. */
  readonly inputs: readonly { name: string; place: number }[];
  #place: Pick<LinePlace, 'section' | 'step'> | null = null;
  #placeText = '';

  constructor({ op, as, inputs, fields }: LineForm) {
    const own = Object.entries({ op, as, ...fields }).filter(([, value]) => value !== undefined);
    const between = (begin: string, end: string | undefined) =>
      own
        .filter(([name]) => name > begin && (end === undefined || name < end))
        .sort(byName)
        .map(([name, value]) => `,${quoted(name)}:${canonicalJson(value)}`)
        .join('');
    const before = ofLines.map((field, index) => [field, between(ofLines[index - 1] ?? '', field)]);
    const pieces = Object.fromEntries([...before, ['end', between('within', undefined)]]);
    this.pieces = {
      ...pieces,
      after: `{${`${pieces.after},"after":`.slice(1)}`,
      inputs: `${pieces.inputs},"inputs":{`,
      iterationId: `}${pieces.iterationId}`,
    };
    const places = [...new Map(inputs.map((name, place) => [name, place]))].sort(byName);
    this.inputs = places.map(([name, place], index) => ({
      name: `${index === 0 ? '' : ','}${quoted(name)}:`,
      place,
    }));
  }

  /** The section and the step, which are nearly always those of the line before of this form. */
  placeText({ section, step }: LinePlace): string {
    if (this.#place?.section !== section || this.#place.step !== step) {
      const { section: first, step: second, within } = this.pieces;
      this.#place = { section, step };
      this.#placeText = `${first},"section":${quoted(section)}${second},"step":${quoted(step)}${within}`;
    }
    return this.#placeText;
  }
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
