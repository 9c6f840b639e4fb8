import { expect, it } from 'vitest';
import { takenAnswers } from '../../../domain/rating/plan/taken-answers.js';
import { lookupKeys } from '../../../domain/reasons/lookup-keys.js';
import { referralReasons } from '../../../domain/reasons/referral-reasons.js';
import { products, quote } from './rating-support.js';

it('a referral names the values that broke its limits, and the answers that they come from', () => {
  const { messages, worksheet } = quote('general-liability', 'referred');
  const { compiled, definition, intakes } = products.get('general-liability')!;
  const reasons = referralReasons({ messages, intake: intakes.referred }, worksheet, {
    questions: compiled.questionTypes,
    currency: 'USD',
    titleOf: (value) => `The ${value}`,
    takenFrom: () => undefined,
    keyOf: lookupKeys(definition),
  });
  expect(reasons.map(({ rule }) => rule)).toEqual(['adverse-experience', 'uninsured-subcontractors']);
  const [experience, subcontractors] = reasons;
  expect(experience?.compared).toEqual([
    { label: 'The experienceModifier', value: expect.any(String), operator: '>', limit: '1.25' },
  ]);
  expect(experience?.answers.map(({ qid }) => qid)).toContain('claims.count');
  expect(subcontractors?.compared).toMatchObject([{ operator: '>', limit: '250000' }]);
  expect(subcontractors?.answers).toContainEqual(
    expect.objectContaining({ qid: 'operations.certificatesCollected', answer: 'false', text: 'No' }),
  );
  expect(subcontractors?.answers).toContainEqual(
    expect.objectContaining({ qid: 'operations.subcontractedCost', answerType: 'MONEY' }),
  );
});

it('a value that is taken from amounts is an amount', () => {
  const { definition } = products.get('personal-auto')!;
  const [plan] = Object.values(definition.ratingPlans);
  const taken = takenAnswers(plan!);
  expect(taken.get('highestCostNew')).toBe('vehicle.costNew');
  expect(taken.has('mostPoints')).toBe(false);
});
