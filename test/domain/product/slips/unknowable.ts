import { at, type Json, type JsonMap, type Path, placesIn, replaced, type Slip } from './walk.js';

/** A kind of slip that no tool can know, and why. */
interface Unknowable {
  kind: string;
  reason: string;
  slips(content: Json): Slip[];
}

/** What looks right to anyone who does not know the filed rates. */
export const unknowable: readonly Unknowable[] = [
  {
    kind: 'wrong number',
    reason: 'a factor, a rate or a bound is any number; only the rate manual knows which. Cases find it.',
    slips: (content) =>
      numbersOf(content, 'by').map(({ path, value }) => replaced('wrong number', path, Number(value) + 0.1)),
  },
  {
    kind: 'another operation',
    reason: 'multiply and divide both make sense; only the rate manual knows which. Cases find it.',
    slips: (content) =>
      numbersOf(content, 'by')
        // Of what `policy` adds, lint asks whether the term factor applies to it.
        .filter(({ path }) => !path.includes('policy'))
        .map(({ path }) => replaced('another operation', [...path.slice(0, -1), 'op'], 'add')),
  },
  {
    kind: 'another mode of rounding',
    reason: 'every mode is in use somewhere; only the rate manual knows which.',
    slips: (content) =>
      fieldsOf(content, 'op', 'round').map(({ path }) =>
        replaced('another mode of rounding', [...path.slice(0, -1), 'mode'], 'UP'),
      ),
  },
  {
    kind: 'another sector',
    reason: 'a key that is cut out of a text: which codes there are stands in no product file.',
    slips: (content) => sectorsOf(content).map((path) => replaced('another sector', path, '99')),
  },
  {
    kind: 'a coverage for everybody',
    reason: 'a "when" that only selects who buys the coverage, and guards no answer.',
    slips: (content) =>
      fieldsOf(content, 'code', 'MEDIA').map(({ path }) =>
        replaced('a coverage for everybody', [...path.slice(0, -1), 'when'], undefined),
      ),
  },
  {
    kind: 'wording',
    reason: 'titles, questions and messages are prose.',
    slips: () => [replaced('wording', ['product', 'title'], 'Cybre')],
  },
];

function fieldsOf(content: Json, field: string, wanted?: Json): { value: Json; path: Path }[] {
  return [...placesIn(at(content, ['ratingPlans']), ['ratingPlans'])].filter(
    ({ value, path }) => path.at(-1) === field && (wanted === undefined || value === wanted),
  );
}

function numbersOf(content: Json, field: string): { value: Json; path: Path }[] {
  return fieldsOf(content, field).filter(({ value, path }) => {
    const { op } = at(content, path.slice(0, -1)) as JsonMap;
    return typeof value === 'number' && op === 'multiply';
  });
}

function sectorsOf(content: Json): Path[] {
  const sectors = (at(content, ['tables']) as JsonMap).sectors as JsonMap | undefined;
  return ((sectors?.rows ?? []) as Json[]).map((_row, index) => ['tables', 'sectors', 'rows', index, 0]);
}
