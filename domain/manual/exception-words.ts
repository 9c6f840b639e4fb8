import type { ResolvedNode } from '../forms/blocks/index.js';
import { stack, text } from '../forms/nodes.js';
import type { Change, Path } from '../product/comparison/change.js';
import type { ProductDefinition } from '../product/definition.js';
import type { Question } from '../questions/line.js';
import { isNeverAsked } from '../questions/never-asked.js';
import type { Coverage, RatingPlan, UnderwritingRule } from '../rating/plan/plan.js';
import type { Step } from '../rating/steps/step-kind.js';
import type { RatingTable } from '../rating/tables/table.js';
import type { PlanWords } from '../rating/words/plan-words.js';
import { capital, nameWords } from '../rating/words/value-words.js';
import { answerText, iterationText } from './answer-text.js';
import { cellTexts } from './exhibits.js';
import type { ProductNames } from './product-names.js';
import { askedText } from './question-chapter.js';
import { rulesOf } from './rules.js';
import { chargedText } from './tax-content.js';
import { outcomeContent } from './underwriting-table.js';

/** What differs in a state in one rule, row, question or other part of the manual. */
export interface Exception {
  /** The number of the rule or exhibit; that it is new, and where. */
  at: string;
  name: string;
  content: ResolvedNode;
}

/** A part of the manual whose exception has words of its own. */
export type ExceptionKind = 'STEP' | 'UNDERWRITING' | 'COVERAGE' | 'TAX' | 'ROW' | 'QUESTION';

/** A part as it is in the base and in the state; undefined where there is none. */
export interface KnownPart {
  /** Its place in the state. */
  path: Path;
  /** Its place in the base. */
  was: Path;
  before: unknown;
  after: unknown;
  /** The item before it in its list, in the state. */
  previous: unknown;
  changes: readonly Change[];
}

interface Said {
  base: ProductDefinition;
  held: ProductDefinition;
  names: ProductNames;
  words: PlanWords;
}

type Written = Pick<Exception, 'name' | 'content'> & Partial<Exception>;

/** An exception as the chapters of the manual write the part; undefined if it cannot be read. */
export function partWords(kind: ExceptionKind, part: KnownPart, said: Said): Written | undefined {
  if ((part.before ?? part.after) === undefined) return undefined;
  return writers[kind](part, said);
}

const writers: { readonly [kind in ExceptionKind]: (part: KnownPart, said: Said) => Written } = {
  STEP: ({ before, after, previous }, { words }) => {
    const step = after as Step | undefined;
    const { name } = (step ?? before) as Step;
    if (step === undefined) return { name, content: text('Does not apply.') };
    const content = stack(rulesOf([step], words, ignore).map((rule) => rule.content));
    return { name, content, ...(before === undefined && { at: placeOf(previous as Step | undefined) }) };
  },
  UNDERWRITING: ({ before, after }, { words }) => {
    const rule = after as UnderwritingRule | undefined;
    if (rule === undefined)
      return { name: (before as UnderwritingRule).message, content: text('Does not apply.') };
    const condition = text(`If ${words.condition(rule.when)}:`);
    const at = before === undefined ? { at: 'New' } : {};
    return { ...at, name: 'Eligibility and underwriting', content: stack([condition, outcomeContent(rule)]) };
  },
  COVERAGE: ({ before, after }, { words }) => {
    const coverage = after as Coverage | undefined;
    if (coverage === undefined) return notThere((before as Coverage).title);
    const { title, when, steps } = coverage;
    const applies = when === undefined ? 'Always applies.' : `Applies if ${words.condition(when)}.`;
    return { at: 'New', name: title, content: stack([text(applies), ...stepContent(steps, words)]) };
  },
  TAX: ({ before, after }, { words }) => {
    const tax = after as RatingPlan['taxesAndFees'][number] | undefined;
    const name = capital(nameWords((tax ?? (before as typeof tax))?.type ?? ''));
    if (tax === undefined) return notThere(name);
    return {
      at: 'New',
      name,
      content: stack([text(chargedText(tax, words)), ...stepContent(tax.steps, words)]),
    };
  },
  ROW: ({ path, was, before, after, changes }, { base, held, names, words }) => {
    const name = String(path[1]);
    const textsIn = ({ tables }: ProductDefinition, row: unknown) =>
      cellTexts(name, tables[name] as RatingTable, Number(row), names, words);
    const { keys, answers } = after === undefined ? textsIn(base, was[3]) : textsIn(held, path[3]);
    const earlier = before === undefined ? [] : textsIn(base, was[3]).answers;
    const changed = new Set(changes.map((change) => change.path[4]));
    const told = answers.filter((_, index) => changed.has(undefined) || changed.has(keys.length + index));
    const lines = told.map(({ head, text: now }) => {
      const instead = earlier.find((each) => each.head === head)?.text ?? now;
      return text(`${head}: ${now}${instead === now ? '' : ` instead of ${instead}`}`);
    });
    const row = keys.map(({ head, text: cell }) => `${head}: ${cell}`).join('; ');
    return {
      at: names.exhibit(name),
      name: names.tableTitle(name),
      content: stack([
        text(`${row}${before === undefined ? ' (a new row)' : ''}`, { bold: true }),
        ...(after === undefined ? [text('Is no row.')] : lines),
      ]),
    };
  },
  QUESTION: ({ after }, { names, words }) => {
    const question = after as Question;
    const name = names.question(question.qid);
    if (isNeverAsked(question)) return { name, content: text('Not asked.') };
    const answer = question.loop
      ? iterationText(question.loop, words.iteration(question.qid))
      : answerText(question, words);
    return { name, content: stack([text(answer), text(askedText(question, words))]) };
  },
};

function notThere(name: string): Written {
  return { name, content: text('Not in this state.') };
}

function placeOf(previous: Step | undefined): string {
  return previous === undefined ? 'New, first' : `New, after “${previous.name}”`;
}

function stepContent(steps: readonly Step[], words: PlanWords): ResolvedNode[] {
  return rulesOf(steps, words, ignore).flatMap(({ name, content }) => [text(name, { bold: true }), content]);
}

/** Values that only a state derives are not in the index. */
function ignore(): void {}
