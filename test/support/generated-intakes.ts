import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Answer, AnswerMap, LoopIteration } from '../../domain/intake/answers.js';
import { numberBound } from '../../domain/questions/bounds.js';
import type { QuestionType, QuestionTypes } from '../../domain/questions/question-types.js';

/** Intakes near a given one: some answers are others, or not there, and loops have more or fewer iterations. */
export function intakesNear(types: QuestionTypes, intake: AnswerMap): fc.Arbitrary<AnswerMap> {
  const asked = [...types.values()].filter(({ isLoop, loop }) => !isLoop && loop === null);
  const loops = [...types.values()].filter(({ isLoop }) => isLoop);
  const plain = fc.subarray(asked, { maxLength: 6 }).chain((some) => changesOf(some));
  const inLoops = fc.tuple(...loops.map(({ qid }) => iterationsNear(types, qid, intake[qid])));
  return fc.tuple(plain, inLoops).map(([changes, iterations]) => {
    const changed = { ...intake };
    for (const [qid, answer] of changes) {
      if (answer === null) delete changed[qid];
      else changed[qid] = { type: 'ANSWER', qid, answer };
    }
    loops.forEach(({ qid }, index) => {
      if (changed[qid]) changed[qid] = { type: 'LOOP', qid, iterations: iterations[index]! };
    });
    return changed;
  });
}

type Change = [qid: string, answer: string | null];

function changesOf(questions: readonly QuestionType[]): fc.Arbitrary<Change[]> {
  return fc.tuple(
    ...questions.map((question) =>
      fc.option(answersTo(question), { freq: 8 }).map((answer): Change => [question.qid, answer]),
    ),
  );
}

function answersTo({ answerType, definition }: QuestionType): fc.Arbitrary<string> {
  const choices = definition?.answerChoices ?? [];
  if (choices.length > 0) {
    return fc.constantFrom(...choices.map((choice) => (typeof choice === 'string' ? choice : choice.value)));
  }
  switch (answerType) {
    case 'BOOLEAN':
      return fc.constantFrom('true', 'false');
    case 'NUMBER':
    case 'MONEY':
    case 'PERCENT': {
      const min = numberBound(definition?.min) ?? 0;
      const max = numberBound(definition?.max) ?? 1_000_000;
      return fc
        .integer({ min: Math.ceil(min), max: Math.max(Math.ceil(min), Math.min(max, 2_000_000)) })
        .map(String);
    }
    case 'DATE':
      return fc
        .date({ min: new Date('1950-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10));
    case 'TEXT':
    case 'SELECT':
    case 'MULTI_SELECT':
      return fc.string({ minLength: 1, maxLength: 12 }).map((text) => text.replaceAll('\0', '-'));
  }
}

function iterationsNear(
  types: QuestionTypes,
  loop: string,
  entry: AnswerMap[string] | undefined,
): fc.Arbitrary<LoopIteration[]> {
  const given = entry?.type === 'LOOP' ? entry.iterations : [];
  if (given.length === 0) return fc.constant([]);
  const asked = [...types.values()].filter((type) => type.loop === loop && !type.isLoop);
  const one = fc
    .tuple(
      fc.constantFrom(...given),
      fc.subarray(asked, { maxLength: 3 }).chain((some) => changesOf(some)),
    )
    .map(([{ answers }, changes]) => changed(answers, changes));
  return fc.array(one, { minLength: 0, maxLength: 4 });
}

function changed(answers: LoopIteration['answers'], changes: readonly Change[]): LoopIteration {
  const copy: Record<string, Answer> = { ...answers };
  for (const [qid, answer] of changes) {
    if (answer === null) delete copy[qid];
    else copy[qid] = { type: 'ANSWER', qid, answer };
  }
  return { iterationId: randomUUID(), answers: copy };
}
