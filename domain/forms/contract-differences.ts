import type { JsonObject } from '../ground/json.js';
import type { AnswerMap, LoopIteration } from '../intake/answers.js';
import { documentText } from '../languages/service-texts.js';
import type { ContractOnDate } from '../policy/contract.js';
import { namesOfIterations } from '../questions/iteration-names.js';
import type { QuestionType, QuestionTypes } from '../questions/question-types.js';
import { type QuoteWording, quoteDetailsIn } from '../quote/quote-wording.js';
import { limitsOf } from './limits-text.js';
import { answerWords } from './values/answer-words.js';
import { valueAt } from './values/form-data.js';

/** A part of a contract that a change has altered, in words; null: the contract does not have it. */
export type ContractDifference = { what: string; before: string | null; after: string | null };

/** What a change has altered: the insured, answers, insured items and coverages with their limits. */
export function contractDifferences(
  before: ContractOnDate,
  after: ContractOnDate,
  ownTypes: QuestionTypes,
  wording: QuoteWording | null = null,
): ContractDifference[] {
  const types = wording?.questionTypes ?? ownTypes;
  const names = new Map([
    ...namesOfIterations(before.answers, types),
    ...namesOfIterations(after.answers, types),
  ]);
  const asked = inOrder(types, [...Object.keys(after.answers), ...Object.keys(before.answers)]);
  return [
    ...differencesOf(insuredLines(before.meta, wording), insuredLines(after.meta, wording)),
    ...asked.flatMap((qid) =>
      answerDifferences(qid, [before.answers, after.answers], { types, names, wording }),
    ),
    ...differencesOf(coverageLines(before, wording), coverageLines(after, wording)),
  ];
}

/** Texts under their names, in the order in which they are shown. */
type Lines = ReadonlyMap<string, string>;

function differencesOf(before: Lines, after: Lines): ContractDifference[] {
  const names = [...new Set([...after.keys(), ...before.keys()])];
  return names
    .map((what) => ({ what, before: before.get(what) ?? null, after: after.get(what) ?? null }))
    .filter((line) => line.before !== line.after);
}

function insuredLines(meta: JsonObject, wording: QuoteWording | null): Lines {
  const text = (...path: string[]) => String(valueAt(meta, path) ?? '');
  const address = [
    ...['address1', 'address2', 'city'].map((field) => text('insured', field)),
    `${text('insured', 'state')} ${text('insured', 'zipcode')}`.trim(),
  ];
  const lines: [string, string][] = [
    [documentText(wording, 'Named insured'), text('insuredName')],
    [documentText(wording, 'Doing business as'), text('insured', 'dbaName')],
    [documentText(wording, 'Mailing address'), address.filter(Boolean).join(', ')],
  ];
  return new Map(lines.filter(([, line]) => line !== ''));
}

/** Answers that `insuredLines` shows. */
const shownOfInsured = /^client\.(name|dba|dbaName|address1|address2|city|state|zipcode)$/;

interface Known {
  types: QuestionTypes;
  /** Of iterations, by their ids. */
  names: ReadonlyMap<string, string>;
  wording: QuoteWording | null;
}

function answerDifferences(
  qid: string,
  [before, after]: readonly [AnswerMap, AnswerMap],
  known: Known,
): ContractDifference[] {
  const { types, names, wording } = known;
  if (shownOfInsured.test(qid)) return [];
  const what = titleOf(types.get(qid), qid);
  const [old, now] = [before[qid], after[qid]];
  if (old?.type !== 'LOOP' && now?.type !== 'LOOP') {
    const words = (entry: typeof old) => {
      const text = entry?.type === 'ANSWER' ? answerWords(types.get(qid), entry.answer, wording) : '';
      return text === '' ? null : text;
    };
    const difference = { what, before: words(old), after: words(now) };
    return difference.before === difference.after ? [] : [difference];
  }
  const linesOf = (entry: typeof old) =>
    new Map(
      (entry?.type === 'LOOP' ? entry.iterations : []).map((iteration) => [iteration.iterationId, iteration]),
    );
  const [oldOnes, newOnes] = [linesOf(old), linesOf(now)];
  return [...new Set([...newOnes.keys(), ...oldOnes.keys()])].flatMap((id) => {
    const [from, to] = [oldOnes.get(id), newOnes.get(id)];
    const changed = inOrder(types, changedQids(from, to));
    if (changed.length === 0) return [];
    const words = (one: LoopIteration | undefined) => one && iterationWords(one, changed, known);
    return [{ what: names.get(id) ?? what, before: words(from) ?? null, after: words(to) ?? null }];
  });
}

/** Each once, as the product asks them. */
function inOrder(types: QuestionTypes, qids: readonly string[]): string[] {
  const order = new Map([...types.keys()].map((qid, index) => [qid, index]));
  const place = (qid: string) => order.get(qid) ?? order.size;
  return [...new Set(qids)].sort((a, b) => place(a) - place(b));
}

function changedQids(before: LoopIteration | undefined, after: LoopIteration | undefined): string[] {
  const qids = [...Object.keys(after?.answers ?? {}), ...Object.keys(before?.answers ?? {})];
  return qids.filter((qid) => before?.answers[qid]?.answer !== after?.answers[qid]?.answer);
}

function iterationWords(
  { answers }: LoopIteration,
  qids: readonly string[],
  { types, names, wording }: Known,
): string {
  return qids
    .flatMap((qid) => {
      const answer = answers[qid]?.answer ?? '';
      // One that names an iteration.
      const text = names.get(answer) ?? answerWords(types.get(qid), answer, wording);
      return text === '' ? [] : [`${titleOf(types.get(qid), qid)}: ${text}`];
    })
    .join('\n');
}

function titleOf(type: QuestionType | undefined, qid: string): string {
  return type?.definition?.question ?? qid;
}

function coverageLines({ contract }: ContractOnDate, wording: QuoteWording | null): Lines {
  const details = contract?.quoteDetails && quoteDetailsIn(wording, contract.quoteDetails);
  const coverages = (details?.coverageTypes ?? []).flatMap((type) => type.coverages);
  return new Map(
    coverages.map(({ title, details }) => [
      title,
      limitsOf(Object.values(details).flat(), wording) || documentText(wording, 'Included'),
    ]),
  );
}
