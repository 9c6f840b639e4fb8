import { randomUUID } from 'node:crypto';
import type { AnswerMap, Product, Question, QuestionInLoop } from 'ioi-client';

/** What a visitor has filled in: the values by the name of their field. */
export class Filled {
  readonly #values: URLSearchParams;

  constructor(values: URLSearchParams) {
    this.#values = values;
  }

  /** Iterations of a loop, in their order. */
  iterations(loop: string): string[] {
    return this.#values.getAll(iterationsField(loop));
  }

  addIteration(loop: string): void {
    this.#values.append(iterationsField(loop), randomUUID());
  }

  removeIteration(loop: string, iterationId: string): void {
    const rest = this.iterations(loop).filter((id) => id !== iterationId);
    this.#values.delete(iterationsField(loop));
    for (const id of rest) this.#values.append(iterationsField(loop), id);
  }

  /** An answer as text; a question that was not asked before has its default. */
  answer({ qid, answerType, defaultAnswer = '' }: QuestionInLoop, iterationId?: string): string {
    const name = answerField(qid, iterationId);
    if (!this.#values.has(name)) return defaultAnswer;
    const values = this.#values.getAll(name).map((value) => value.trim());
    if (answerType !== 'MULTI_SELECT') return values[0] ?? '';
    const chosen = values.filter((value) => value !== '');
    return chosen.length === 0 ? '' : JSON.stringify(chosen);
  }
}

export const answerField = (qid: string, iterationId = ''): string => `answer:${iterationId}:${qid}`;
export const iterationsField = (loop: string): string => `iterations:${loop}`;

/** Every question of a product and its lines. */
export function questionsOf({ display, lines }: Product): Question[] {
  const own = display?.sections.flatMap(({ subsections }) =>
    subsections.flatMap(({ questions }) => questions),
  );
  return [...(own ?? []), ...lines.flatMap(questionsOf)];
}

/** Gives each loop the iterations that it needs at least. */
export function startLoops(questions: readonly Question[], filled: Filled): void {
  for (const { qid, loopDefinitionDto } of questions) {
    const { minIterations = 0 } = loopDefinitionDto ?? {};
    while (filled.iterations(qid).length < minIterations) filled.addIteration(qid);
  }
}

/** The answers in the form of the interface; questions without an answer are left out. */
export function answersOf(questions: readonly Question[], filled: Filled): AnswerMap {
  const answers: AnswerMap = {};
  for (const question of questions) {
    const { qid, loopQuestions } = question;
    if (loopQuestions === undefined) Object.assign(answers, answersTo([question], filled));
    else {
      const iterations = filled.iterations(qid).map((iterationId) => ({
        iterationId,
        answers: answersTo(loopQuestions, filled, iterationId),
      }));
      if (iterations.length > 0) answers[qid] = { type: 'LOOP', qid, iterations };
    }
  }
  return answers;
}

function answersTo(questions: readonly QuestionInLoop[], filled: Filled, iterationId?: string) {
  return Object.fromEntries(
    questions
      .map((question) => ({
        type: 'ANSWER' as const,
        qid: question.qid,
        answer: filled.answer(question, iterationId),
      }))
      .filter(({ answer }) => answer !== '')
      .map((answer) => [answer.qid, answer]),
  );
}
