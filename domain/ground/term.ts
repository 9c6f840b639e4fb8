import { z } from 'zod';
import { addMonths } from './calendar.js';

/** The terms that the interface names (spec 2.5), by their months. */
const namedTerms = { EIGHTEEN_MONTHS: 18, ANNUAL: 12, HALF_YEAR: 6, THREE_MONTHS: 3, MONTH: 1 } as const;

/** The names of the interface. */
export const namedTerm = z
  .enum(['EIGHTEEN_MONTHS', 'ANNUAL', 'HALF_YEAR', 'THREE_MONTHS', 'MONTH'])
  .meta({ id: 'NamedTerm' });
export type NamedTerm = z.infer<typeof namedTerm>;

/** A policy term: a name of the interface, or the number of its months where it has none, such as `36_MONTHS`. */
export type Term = NamedTerm | `${number}_MONTHS`;

/** Ten years. */
export const mostTermMonths = 120;

const nameOfMonths = new Map<number, NamedTerm>(
  namedTerm.options.map((name) => [namedTerms[name], name] as const),
);

/** All terms from one month to ten years, the shortest first. */
export const allTerms: readonly Term[] = Array.from({ length: mostTermMonths }, (_, index) =>
  termOfMonths(index + 1),
);

/** The one name of a term of so many months. */
export function termOfMonths(months: number): Term {
  return nameOfMonths.get(months) ?? `${months}_MONTHS`;
}

/** Each number of months from 2 to 120 that has no name. */
const written =
  /^(EIGHTEEN_MONTHS|ANNUAL|HALF_YEAR|THREE_MONTHS|MONTH|([245789]|1[0134-79]|[2-9]\d|1[01]\d|120)_MONTHS)$/;

/**
 * A term as it is written: a name of the interface, or `2_MONTHS` to `120_MONTHS`. A length that has a name is written by it, so that
 * equal terms are equal texts.
 */
export const term = z
  .string()
  .regex(written, {
    error: ({ input }) =>
      `must be ${namedTerm.options.join(', ')}, or months such as 36_MONTHS${whyNotTerm(input)}`,
  })
  .meta({
    id: 'Term',
    description:
      'A name of the interface, or the number of months (an extension): from `2_MONTHS` to `120_MONTHS`. ' +
      'A length that has a name is written by it.',
  }) as unknown as z.ZodType<Term, string>;

/** Whether a text is the name of a term. */
export function isTerm(text: string): text is Term {
  return written.test(text);
}

/** The months of a term. */
export function monthsOfTerm(term: Term): number {
  const named = namedTerm.safeParse(term).data;
  return named === undefined ? Number.parseInt(term, 10) : namedTerms[named];
}

/** The name of the interface that a term has; absent where it has none. */
export function nameInInterface(term: Term): NamedTerm | undefined {
  return nameOfMonths.get(monthsOfTerm(term));
}

/** What is wrong with a number of months, as the end of a message. */
function whyNotTerm(input: unknown): string {
  const months = Number(/^(\d{1,4})_MONTHS$/.exec(String(input))?.[1]);
  if (Number.isNaN(months)) return '';
  const name = nameOfMonths.get(months);
  return name === undefined ? `, from 2 to ${mostTermMonths}` : `: ${months} months are ${name}`;
}

/** The end of a term: the first day that it does not cover. */
export function endOfTerm(effectiveDate: string, term: Term, anchor: string = effectiveDate): string {
  return addMonths(effectiveDate, monthsOfTerm(term), anchor);
}
