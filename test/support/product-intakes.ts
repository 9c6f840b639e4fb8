import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Answer, AnswerMap, LoopIteration } from '../../domain/intake/answers.js';
import { numberBound } from '../../domain/questions/bounds.js';
import type { Line, Question } from '../../domain/questions/line.js';

type PlainQuestion = Omit<Question, 'loop'>;
type Texts = Readonly<Record<string, readonly string[]>>;

/**
 * Intakes of a product, made from nothing but its questions: mostly what they allow, now and then an answer that is
 * missing or wrong, and answers to questions that are not shown. `texts` gives the answers to choose from where they
 * matter, such as texts that a plan looks up.
 */
export function productIntakes(root: Line, texts: Texts = {}): fc.Arbitrary<AnswerMap> {
  const questions = new Map(questionsOf(root).map((question) => [question.qid, question] as const));
  return fc.tuple(...[...questions.values()].map((question) => entryFor(question, texts))).map((entries) => {
    const map: AnswerMap = {};
    for (const entry of entries) if (entry !== null) map[entry.qid] = entry;
    for (const { loop } of questions.values())
      for (const child of loop?.questions ?? []) nameIterations(child, map);
    return map;
  });
}

/** Lets the answers of a question name iterations that exist, by number, except where they are wrong or missing. */
function nameIterations({ qid, iterationOf }: PlainQuestion, map: AnswerMap): void {
  const named = map[iterationOf ?? ''];
  if (named?.type !== 'LOOP') return;
  for (const entry of Object.values(map)) {
    for (const { answers } of entry.type === 'LOOP' ? entry.iterations : []) {
      const own = answers[qid];
      if (own && /^\d{1,3}$/.test(own.answer)) {
        answers[qid] = { ...own, answer: String((Number(own.answer) % named.iterations.length) + 1) };
      }
    }
  }
}

function questionsOf(line: Line): Question[] {
  const sections = line.display?.sections ?? [];
  const own = sections.flatMap(({ subsections }) => subsections.flatMap(({ questions }) => questions));
  return [...own, ...line.lines.flatMap(questionsOf)];
}

function entryFor({ loop, ...question }: Question, texts: Texts): fc.Arbitrary<AnswerMap[string] | null> {
  const { qid } = question;
  if (!loop) return answerFor(question, texts);
  const most = Math.min(loop.maxIterations ?? 4, 4);
  const iterations = fc.array(iterationOf(loop.questions, texts), {
    minLength: loop.minIterations,
    maxLength: most,
  });
  const counts = fc.oneof(
    { weight: 60, arbitrary: iterations },
    { weight: 1, arbitrary: fc.constant<LoopIteration[]>([]) },
  );
  return counts.map((some) => ({ type: 'LOOP', qid, iterations: some }));
}

function iterationOf(questions: readonly PlainQuestion[], texts: Texts): fc.Arbitrary<LoopIteration> {
  return fc.tuple(...questions.map((question) => answerFor(question, texts))).map((given) => ({
    iterationId: randomUUID(),
    answers: Object.fromEntries(given.flatMap((one) => (one === null ? [] : [[one.qid, one]]))),
  }));
}

function answerFor(question: PlainQuestion, texts: Texts): fc.Arbitrary<Answer | null> {
  const { qid, required, defaultAnswer } = question;
  const left = defaultAnswer !== undefined || !required ? 60 : 1;
  return fc
    .oneof(
      { weight: 400, arbitrary: validAnswer(question, texts) },
      { weight: left, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom('odd', '-1', '1e3', '9999999999', '', '2020-02-30', 'true') },
    )
    .map((text) => (text === null ? null : { type: 'ANSWER', qid, answer: text }));
}

function validAnswer(
  { qid, answerType, answerChoices, iterationOf, ...bounds }: PlainQuestion,
  texts: Texts,
): fc.Arbitrary<string> {
  const given = texts[qid];
  if (given) return fc.constantFrom(...given);
  if (iterationOf !== undefined) return fc.nat(99).map(String);
  const [min, max] = [numberBound(bounds.min), numberBound(bounds.max)];
  const choices = (answerChoices ?? []).map((choice) => (typeof choice === 'string' ? choice : choice.value));
  switch (answerType) {
    case 'SELECT':
      return fc.constantFrom(...choices);
    case 'MULTI_SELECT':
      return fc.subarray(choices, { minLength: 1 }).map((some) => some.join(','));
    case 'BOOLEAN':
      return fc.constantFrom('true', 'false');
    case 'NUMBER':
      return numbers(min ?? 0, max ?? 1_000_000).map(String);
    case 'PERCENT':
    case 'MONEY': {
      const whole = numbers(min ?? 0, max ?? 100_000_000);
      const cents = fc.tuple(whole, fc.nat(99)).map(([amount, rest]) => {
        return amount < (max ?? 100_000_000) ? `${amount}.${String(rest).padStart(2, '0')}` : String(amount);
      });
      return fc.oneof({ weight: 3, arbitrary: whole.map(String) }, { weight: 1, arbitrary: cents });
    }
    case 'DATE':
      return fc
        .date({ min: new Date('2015-01-01'), max: new Date('2026-06-30'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10));
    case 'TEXT':
      return fc.constantFrom('Corner Ltd.', '12', 'Łódź', "O'Neill & Sons");
  }
}

/** Small numbers, numbers of every size, and those at the bounds; plain numbers would all be large. */
function numbers(min: number, max: number): fc.Arbitrary<number> {
  const ofEverySize = fc
    .tuple(
      fc.integer({ min: 0, max: Math.floor(Math.log2(max - min + 1)) }),
      fc.integer({ min: 0, max: 2 ** 20 }),
    )
    .map(([size, part]) => Math.min(max, min + Math.floor((2 ** (size + 1) * part) / 2 ** 20)));
  return fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min, max: Math.min(max, min + 6) }) },
    { weight: 24, arbitrary: ofEverySize },
    { weight: 1, arbitrary: fc.constant(max) },
  );
}
