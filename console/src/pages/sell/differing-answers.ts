import type { AnswerMap, Question, Quote } from '../../api/client.js';
import { answerText, type byQid, iterationName } from '../../parts/answer-list.js';
import { t } from '../../texts/texts.js';

type Known = ReturnType<typeof byQid>;

/** A question that quotes were rated with different answers to. */
export interface DifferingAnswer {
  key: string;
  question: string;
  /** Of each quote, in their order. */
  answers: readonly string[];
}

/** The questions whose answers differ among quotes, with what holds by default where nothing was answered. */
export function differingAnswers(quotes: readonly Quote[], known: Known): DifferingAnswer[] {
  const rated = quotes.map((quote) => cellsOf(quote.ratedAnswers ?? quote.quoteIntake));
  const given = quotes.map((quote) => cellsOf(quote.quoteIntake));
  const keys = [...new Set(rated.flatMap((cells) => [...cells.keys()]))];
  return keys.flatMap((key) => {
    const values = rated.map((cells) => cells.get(key)?.answer);
    if (values.every((each) => each === values[0])) return [];
    const [cell] = rated.flatMap((cells) => cells.get(key) ?? []);
    if (!cell) return [];
    const { qid, iteration } = cell;
    const question = known.get(qid)?.question ?? qid;
    const answers = quotes.map((quote, index) => {
      const value = values[index];
      if (value === undefined) return '–';
      const words = wordsOf(value, known.get(qid), quote.quoteIntake, known);
      return given[index]?.has(key) ? words : t('sell.byDefault', { answer: words });
    });
    const [first] = quotes;
    const place = iteration && first && iterationName(first.quoteIntake, iteration, known);
    return [{ key, question: [place, question].filter(Boolean).join(' · '), answers }];
  });
}

interface Cell {
  qid: string;
  iteration?: { loopQid: string; iterationId: string };
  answer: string;
}

function cellsOf(answers: AnswerMap): Map<string, Cell> {
  const cells = Object.values(answers).flatMap((entry): [string, Cell][] => {
    if (entry.type === 'ANSWER') return [[entry.qid, entry]];
    return entry.iterations.flatMap(({ iterationId, answers: own }) =>
      Object.values(own).map(({ qid, answer }): [string, Cell] => [
        `${entry.qid} ${iterationId} ${qid}`,
        { qid, answer, iteration: { loopQid: entry.qid, iterationId } },
      ]),
    );
  });
  return new Map(cells);
}

function wordsOf(
  value: string,
  question: Pick<Question, 'iterationOf'> | undefined,
  answers: AnswerMap,
  known: Known,
): string {
  const loopQid = question?.iterationOf;
  return loopQid === undefined
    ? answerText(value, question as Question | undefined)
    : iterationName(answers, { loopQid, iterationId: value }, known);
}
