import { beforeAll, describe, expect, it } from 'vitest';
import { type DemoProduct, demoProducts } from '../../../db/seeds/demo-products.js';
import { answersOf, compileCondition, parseAnswer } from '../../../domain/expression/index.js';
import type { Answer, AnswerMap } from '../../../domain/intake/answers.js';
import { lintDefinition } from '../../../domain/product/lint/lint.js';
import { numberBound } from '../../../domain/questions/bounds.js';
import type { Question } from '../../../domain/questions/line.js';
import { questionTypesOf } from '../../../domain/questions/question-types.js';

const keys = ['general-liability', 'business-package', 'cyber', 'personal-auto'];
const cases = keys.flatMap((key) =>
  (['quoted', 'declined', 'referred'] as const).map((outcome) => [key, outcome] as const),
);

let products: Map<string, DemoProduct>;
beforeAll(async () => {
  products = new Map((await demoProducts()).map((product) => [product.key, product]));
});

describe('demo product definitions', () => {
  it('are four, under their own keys', () => {
    expect([...products.keys()]).toEqual(keys);
    for (const [key, { definition }] of products) expect(definition.key).toBe(key);
  });

  it('lint without errors or warnings', () => {
    for (const { definition } of products.values()) expect(lintDefinition(definition)).toEqual([]);
  });

  it('use every line, configuration and action id once across all products', () => {
    const text = JSON.stringify([...products.values()].map(({ definition }) => definition));
    const ids = [...text.matchAll(/"id":"([0-9a-f-]{36})"/g)].map(([, id]) => id);
    expect(ids.length).toBe(48);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('ask for the client name, so that an event can create the client', () => {
    for (const { definition, intakes } of products.values()) {
      expect(definition.clientName[0]).toBe('client.name');
      for (const intake of Object.values(intakes))
        expect(intake['client.name']).toMatchObject({ type: 'ANSWER' });
    }
  });

  it('have the general liability and property lines below the business package', () => {
    const { product } = products.get('business-package')!.definition;
    expect(product.lines.map(({ title }) => title)).toEqual(['Property', 'General Liability']);
    for (const child of product.lines) expect(child.display?.sections.length).toBeGreaterThan(0);
  });
});

describe('demo intakes', () => {
  it.each(cases)(
    '%s, %s: answers every question that is visible and required, and no other',
    (key, outcome) => {
      const { definition, intakes } = products.get(key)!;
      const types = questionTypesOf(definition.product);
      const intake = intakes[outcome];
      expect(unknownIn(intake, (qid) => types.has(qid))).toEqual([]);

      const policy = answersOf(intake, types);
      for (const { qid, loop, isLoop, definition: asked } of types.values()) {
        if (!asked?.required) continue;
        const isVisible = asked.condition ? compileCondition(asked.condition, types) : () => true;
        const scopes = loop === null ? [policy] : policy.iterations(loop);
        for (const scope of scopes.filter(isVisible)) {
          const answered = isLoop ? policy.iterationCount(qid) > 0 : scope.answer(qid) !== null;
          expect(answered, `${qid} is answered`).toBe(true);
        }
      }
    },
  );

  it.each(cases)(
    '%s, %s: gives answers of the right type, among the choices and within the bounds',
    (key, outcome) => {
      const { definition, intakes } = products.get(key)!;
      const types = questionTypesOf(definition.product);
      const problems = allAnswers(intakes[outcome]).flatMap((given) => {
        const asked = types.get(given.qid)?.definition;
        return asked ? problemsOf(given, asked) : [];
      });
      expect(problems).toEqual([]);
    },
  );

  it('never use an iteration id twice', () => {
    const ids = [...products.values()].flatMap(({ intakes }) =>
      Object.values(intakes).flatMap((intake: AnswerMap) =>
        Object.values(intake).flatMap((entry) =>
          entry.type === 'LOOP' ? entry.iterations.map(({ iterationId }) => iterationId) : [],
        ),
      ),
    );
    expect(ids.length).toBe(20);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

function problemsOf({ qid, answer }: Answer, asked: Omit<Question, 'loop'>): string[] {
  const value = parseAnswer(answer, asked.answerType);
  if (value === null) return [`${qid}: ${answer} is no ${asked.answerType}`];
  const choices = asked.answerChoices?.map((choice) => (typeof choice === 'string' ? choice : choice.value));
  const chosen = Array.isArray(value) ? value.map(String) : [answer];
  const [min, max] = [numberBound(asked.min), numberBound(asked.max)];
  return [
    ...chosen
      .filter((choice) => choices && !choices.includes(choice))
      .map((choice) => `${qid}: no choice ${choice}`),
    ...(min !== undefined && Number(answer) < min ? [`${qid}: below ${min}`] : []),
    ...(max !== undefined && Number(answer) > max ? [`${qid}: above ${max}`] : []),
  ];
}

function unknownIn(intake: AnswerMap, isKnown: (qid: string) => boolean): string[] {
  return [...Object.keys(intake), ...allAnswers(intake).map(({ qid }) => qid)].filter((qid) => !isKnown(qid));
}

function allAnswers(intake: AnswerMap): Answer[] {
  return Object.values(intake).flatMap((entry) =>
    entry.type === 'ANSWER' ? [entry] : entry.iterations.flatMap(({ answers }) => Object.values(answers)),
  );
}
