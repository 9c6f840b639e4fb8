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

/** A question of a loop as it is asked in one iteration, or any other question. */
export interface Asked {
  question: QuestionInLoop;
  iterationId?: string;
}

/** The questions of an iteration that are visible in it. */
export function visibleIn({ loopDefinitionDto, loopQuestions = [] }: Question, iterationId: string): Asked[] {
  const known = loopDefinitionDto?.iterations?.find((one) => one.iterationId === iterationId);
  const visible = loopQuestions.filter((each) => known?.visibleQuestions.includes(each.qid) ?? each.visible);
  return visible.map((question) => ({ question, iterationId }));
}

/** The answers in the form of the interface: those to visible questions. */
export function answersOf(questions: readonly Question[], filled: Filled): AnswerMap {
  const answersTo = (asked: readonly Asked[]) => {
    const answers = asked.map(({ question, iterationId }) => ({
      type: 'ANSWER' as const,
      qid: question.qid,
      answer: filled.answer(question, iterationId),
    }));
    return Object.fromEntries(answers.filter(({ answer }) => answer !== '').map((each) => [each.qid, each]));
  };
  const visible = questions.filter((question) => question.visible);
  const answers: AnswerMap = answersTo(
    visible.filter(({ loopQuestions }) => !loopQuestions).map((question) => ({ question })),
  );
  for (const loop of visible.filter(({ loopQuestions }) => loopQuestions)) {
    const iterations = filled.iterations(loop.qid).map((iterationId) => ({
      iterationId,
      answers: answersTo(visibleIn(loop, iterationId)),
    }));
    if (iterations.length > 0) answers[loop.qid] = { type: 'LOOP', qid: loop.qid, iterations };
  }
  return answers;
}

/** Every question that is asked: those of a loop in each iteration. */
export function askedOf(questions: readonly Question[], filled: Filled): Asked[] {
  const visible = questions.filter((question) => question.visible);
  return visible.flatMap((question) =>
    question.loopQuestions
      ? filled.iterations(question.qid).flatMap((iterationId) => visibleIn(question, iterationId))
      : [{ question }],
  );
}
