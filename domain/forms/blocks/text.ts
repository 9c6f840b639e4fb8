import { z } from 'zod';
import { condition } from '../../expression/written.js';
import { bindCondition } from '../values/bind-expression.js';
import { compileText, type TextRun } from '../values/compile-text.js';
import type { FormScope } from '../values/form-scope.js';
import { at, type Compiled, type Fields, type LayoutPlace, looksOf } from './block.js';
import { type Looks, letterLooks } from './looks.js';

/** A text with bound values: `{{quote.premium}}`, `{{answers.client.name | upper}}`. */
const template = z.string().max(20_000);

const inline = z
  .preprocess(
    (given) => (typeof given === 'string' ? { text: given } : given),
    z.strictObject({
      text: template.describe('A text with values: `{{quote.premium}}`.'),
      when: condition.optional().describe('The piece is shown only if this holds.'),
      style: z.string().optional().describe('A style by name.'),
      ...letterLooks,
    }),
  )
  .meta({ short: { type: 'string' } });

const contract = () => ({
  text: z
    .union([template, z.array(inline)])
    .optional()
    .describe('A text with values, or pieces of text.'),
});

export type ResolvedRun = TextRun & Looks;

export interface ResolvedText {
  kind: 'text';
  runs: ResolvedRun[];
  /** The name by which other texts of a document refer to this one; no layout writes it. */
  anchor?: string;
  /** The anchor to which this text leads. */
  linkTo?: string;
  /** Instead of `runs`: the number of the page of an anchor. */
  pageOf?: string;
}

/** A text, or pieces of text with different looks. */
export const text = {
  description: 'a text with values, or several pieces with different styles; a plain string is short for it',
  contract,
  compile({ text }: Fields<typeof contract>, place: LayoutPlace): Compiled<ResolvedText> {
    if (text === undefined) return undefined;
    const runs = compileRuns(text, at(place, 'text'));
    return (scope) => ({ kind: 'text', runs: runs(scope) });
  },
};

function compileRuns(
  text: string | z.infer<typeof inline>[],
  place: LayoutPlace,
): (scope: FormScope) => ResolvedRun[] {
  if (typeof text === 'string') return compileText(text, place);
  const writers = text.map((piece, index) => {
    const here = at(place, index);
    const applies = bindCondition(piece.when, at(here, 'when'));
    const looks = looksOf(piece, here);
    const write = compileText(piece.text, at(here, 'text'));
    return (scope: FormScope): ResolvedRun[] =>
      applies(scope) ? write(scope).map((run) => ({ ...looks, ...run })) : [];
  });
  return (scope) => writers.flatMap((write) => write(scope));
}
