import type { Answer, AnswerMap, Question, QuestionInLoop } from '../api/client.js';
import { day, money, number, roundMoney } from '../texts/formats.js';
import { word } from '../texts/texts.js';
import { Facts, Section } from './page.js';

/** Answers with their questions, those of loops below them. */
export function AnswerList({ answers, questions }: { answers: AnswerMap; questions: readonly Question[] }) {
  const known = byQid(questions);
  const fact = ({ qid, answer }: Answer) => {
    const question = known.get(qid);
    const loopQid = question?.iterationOf;
    const words =
      loopQid === undefined
        ? answerText(answer, question)
        : iterationName(answers, { loopQid, iterationId: answer }, known);
    return [question?.question ?? qid, words] as const;
  };
  const order = new Map([...known.keys()].map((qid, index) => [qid, index]));
  const place = ({ qid }: { qid: string }) => order.get(qid) ?? order.size;
  const entries = Object.values(answers).sort((a, b) => place(a) - place(b));
  return (
    <>
      <Facts facts={entries.filter((each) => each.type === 'ANSWER').map(fact)} />
      {entries.map(
        (loop) =>
          loop.type === 'LOOP' &&
          loop.iterations.map(({ iterationId, answers: own }) => (
            <Section
              key={iterationId}
              title={iterationName(answers, { loopQid: loop.qid, iterationId }, known)}
            >
              <Facts
                facts={Object.values(own)
                  .sort((a, b) => place(a) - place(b))
                  .map(fact)}
              />
            </Section>
          )),
      )}
    </>
  );
}

/** The answer to a question outside loops. */
export function answerOf(answers: AnswerMap, qid: string): string | undefined {
  const entry = answers[qid];
  return entry?.type === 'ANSWER' && entry.answer ? entry.answer : undefined;
}

/** What people call the iterations of the answers with which questions were read, by their ids. */
export const namesOfIterations = (questions: readonly Question[]): ReadonlyMap<string, string> =>
  new Map(
    questions
      .flatMap(({ loopDefinitionDto }) => loopDefinitionDto?.iterations ?? [])
      .map(({ iterationId, name }) => [iterationId, name]),
  );

/** Questions and those of their loops. */
export const byQid = (questions: readonly Question[]): ReadonlyMap<string, Asked> =>
  new Map(
    questions
      .flatMap((each): Asked[] => [each, ...(each.loopQuestions ?? [])])
      .map((each) => [each.qid, each]),
  );

type Asked = QuestionInLoop & Pick<Question, 'loopQuestions' | 'loopDefinitionDto'>;

/**
 * An iteration of a loop as a person knows it: its name, where the questions were read for these answers, else its label and
 * number, and the first of its answers in words, such as the address of a location.
 */
export function iterationName(
  answers: AnswerMap,
  { loopQid, iterationId }: { loopQid: string; iterationId: string },
  known: ReadonlyMap<string, Asked>,
): string {
  const loop = answers[loopQid];
  const iterations = loop?.type === 'LOOP' ? loop.iterations : [];
  const index = iterations.findIndex((each) => each.iterationId === iterationId);
  const { loopDefinitionDto, loopQuestions = [] } = known.get(loopQid) ?? {};
  const named = loopDefinitionDto?.iterations?.find((each) => each.iterationId === iterationId)?.name;
  if (named !== undefined && index >= 0) return named;
  const label = loopDefinitionDto?.iterationLabel ?? loopQid;
  const own = iterations[index]?.answers ?? {};
  const told = loopQuestions.find(({ qid, answerType }) => answerType === 'TEXT' && own[qid]?.answer);
  const words = told && own[told.qid]?.answer;
  return [index < 0 ? label : `${label} ${index + 1}`, words && `(${words})`].filter(Boolean).join(' ');
}

/** An answer as a person reads it: the words of choices, amounts and days. What does not fit its question stays. */
export function answerText(
  answer: string,
  question: Pick<Asked, 'answerType' | 'answerChoices' | 'min' | 'max'> | undefined,
): string {
  const { answerType, answerChoices } = question ?? {};
  const chosen = (value: string) => answerChoices?.find((each) => each.value === value)?.label ?? value;
  if (answerType === 'MULTI_SELECT') return choicesIn(answer).map(chosen).join(', ');
  if (answerType === 'BOOLEAN') return word('yesNo', answer);
  if (answerType === 'DATE' && /^\d{4}-\d\d-\d\d$/.test(answer)) return day(answer);
  if (!/^-?\d{1,15}(\.\d{1,3})?$/.test(answer)) return chosen(answer);
  if (answerType === 'MONEY') return answer.includes('.') ? money(answer) : roundMoney(answer);
  if (answerType === 'PERCENT') return `${number(Number(answer))} %`;
  return answerType === 'NUMBER' && !isYear(question) ? number(Number(answer)) : chosen(answer);
}

/** A number of four digits between the years that people name is one: 2024, not 2,024. */
export const isYear = (question: Pick<Asked, 'answerType' | 'min' | 'max'> | undefined): boolean =>
  question?.answerType === 'NUMBER' && (question.min ?? 0) >= 1000 && (question.max ?? 3000) < 3000;

/** The choices of a `MULTI_SELECT` answer: a JSON list, or texts with commas between them. */
export function choicesIn(answer: string): readonly string[] {
  if (!answer.startsWith('[')) return answer.split(',').map((each) => each.trim());
  try {
    return JSON.parse(answer) as string[];
  } catch {
    return [];
  }
}
