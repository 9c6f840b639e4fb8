import { describe, expect, it } from 'vitest';
import { rateAction, ratingActions } from '../../../domain/cases/rate-action.js';
import { readWritten } from '../../../domain/ground/written-issues.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { compileProduct } from '../../../domain/product/compile-product.js';
import { type ProductDefinition, productDefinition } from '../../../domain/product/definition.js';
import { lintDefinition } from '../../../domain/product/lint/lint.js';
import { randomFrom } from '../../support/random.js';
import { correctProduct } from './correct-plans.js';
import { forgottenSlips } from './slips/forgotten-slips.js';
import { stepSlips } from './slips/step-slips.js';
import { tableSlips } from './slips/table-slips.js';
import type { Json, JsonMap, Slip } from './slips/walk.js';
import { writtenSlips } from './slips/written-slips.js';

/** `LINT_PLANS=2000 npx vitest run …` tries more of them. */
const plans = Number(process.env.LINT_PLANS ?? 15);
const slipsOfPlan = 8;

const saidOf = (content: Json): string[] => {
  const { data, issues } = readWritten(productDefinition, content);
  return (data === undefined ? issues : lintDefinition(data)).map(
    ({ severity, message }) => `${severity}: ${message}`,
  );
};

/** An answer to each question that the product asks. */
function anIntake(definition: ProductDefinition, random: () => number): AnswerMap {
  const questions = definition.product.display!.sections[0]!.subsections[0]!.questions;
  const value = (
    qid: string,
    { min = 0, max = 0, answerType, answerChoices = [] }: (typeof questions)[number],
  ) => {
    const from = Number(min);
    const texts: Partial<Record<typeof answerType, string>> = {
      NUMBER: String(from + Math.floor(random() * (Number(max) - from + 1))),
      BOOLEAN: String(random() < 0.5),
      SELECT: String(answerChoices[Math.floor(random() * answerChoices.length)]),
      DATE: `20${10 + Math.floor(random() * 16)}-03-01`,
    };
    return { type: 'ANSWER' as const, qid, answer: texts[answerType] ?? 'Text' };
  };
  return Object.fromEntries(
    questions.map((question) => {
      const { qid, loop } = question;
      if (!loop) return [qid, value(qid, question)];
      const iterations = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, index) => ({
        iterationId: `00000000-0000-4000-8000-00000000000${index}`,
        answers: Object.fromEntries(loop.questions.map((each) => [each.qid, value(each.qid, each)])),
      }));
      return [qid, { type: 'LOOP' as const, qid, iterations }];
    }),
  );
}

describe('plans that are right', () => {
  const products = Array.from({ length: plans }, (_, seed) => correctProduct(seed + 1));

  it('have no finding, and quote whatever is answered', () => {
    products.forEach((content, seed) => {
      expect(saidOf(content), `seed ${seed + 1}`).toEqual([]);
      const definition = productDefinition.parse(content);
      const product = { definition, compiled: compileProduct(definition) };
      const [action] = ratingActions(definition);
      const random = randomFrom(seed);
      for (let count = 0; count < 5; count += 1) {
        const effectiveDate = count < 3 ? '2026-03-01' : '2026-09-01';
        const rated = rateAction(product, action!, { intake: anIntake(definition, random), effectiveDate });
        expect(
          rated.messages.filter(({ severity }) => severity !== 'INFO'),
          `seed ${seed + 1}`,
        ).toEqual([]);
        expect(rated.outcome).toBe('QUOTED');
      }
    });
  });

  it('have a finding for every slip that can be known', () => {
    const random = randomFrom(plans);
    const missed = new Map<string, number>();
    let tried = 0;
    for (const content of products.slice(0, Math.ceil(plans / 2))) {
      for (const slip of drawn(slipsOf(content), random)) {
        const copy = structuredClone(content);
        slip.plant(copy);
        tried += 1;
        if (saidOf(copy).length === 0) missed.set(`${slip.kind}: ${slip.what}`, 1);
      }
    }
    expect([...missed.keys()]).toEqual([]);
    expect(tried).toBeGreaterThanOrEqual((plans / 2) * slipsOfPlan);
  });
});

/** Of each kind as many as of another, whatever the number of places for it. */
function drawn(slips: readonly Slip[], random: () => number): Slip[] {
  const kinds = [...new Set(slips.map(({ kind }) => kind))].map((kind) =>
    slips.filter((slip) => slip.kind === kind),
  );
  return Array.from({ length: slipsOfPlan }, () => {
    const ofKind = kinds[Math.floor(random() * kinds.length)] ?? [];
    return ofKind[Math.floor(random() * ofKind.length)] as Slip;
  });
}

function slipsOf(content: JsonMap): Slip[] {
  return [
    ...writtenSlips(content),
    ...stepSlips(content),
    ...tableSlips(content),
    ...forgottenSlips(content),
  ];
}
