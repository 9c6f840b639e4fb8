import { describe, expect, it } from 'vitest';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { withDefaults } from '../../../domain/questions/with-defaults.js';
import { aProduct } from '../../support/product-factory.js';

const { product } = aProduct((content) => {
  content.product.display.sections[0]!.subsections[0]!.questions.push(
    { qid: 'kind', question: 'Kind?', answerType: 'TEXT', defaultAnswer: 'FOOD' },
    {
      qid: 'seats',
      question: 'Seats?',
      answerType: 'NUMBER',
      defaultAnswer: '20',
      condition: { '==': [{ answer: 'kind' }, 'FOOD'] },
    },
    {
      qid: 'vehicles',
      question: 'Vehicles?',
      answerType: 'TEXT',
      loop: {
        iterationLabel: 'Vehicle',
        minIterations: 1,
        maxIterations: 5,
        questions: [
          { qid: 'vehicle.year', question: 'Year?', answerType: 'NUMBER' },
          { qid: 'vehicle.use', question: 'Use?', answerType: 'TEXT', defaultAnswer: 'PLEASURE' },
        ],
      },
    },
  );
});

const answer = (qid: string, text: string) => ({ type: 'ANSWER', qid, answer: text }) as const;
const iterationId = '11111111-1111-4111-8111-111111111111';

describe('answers with defaults', () => {
  it('have the default of each shown question that nobody answered, in iterations, too', () => {
    const answers: AnswerMap = {
      kind: answer('kind', ' '),
      vehicles: {
        type: 'LOOP',
        qid: 'vehicles',
        iterations: [{ iterationId, answers: { 'vehicle.year': answer('vehicle.year', '2024') } }],
      },
    };
    expect(withDefaults(product, answers)).toEqual({
      kind: answer('kind', 'FOOD'),
      seats: answer('seats', '20'),
      vehicles: {
        type: 'LOOP',
        qid: 'vehicles',
        iterations: [
          {
            iterationId,
            answers: {
              'vehicle.year': answer('vehicle.year', '2024'),
              'vehicle.use': answer('vehicle.use', 'PLEASURE'),
            },
          },
        ],
      },
    });
  });

  it('keep what was answered, and leave hidden questions out', () => {
    expect(withDefaults(product, { kind: answer('kind', 'OTHER') })).toEqual({
      kind: answer('kind', 'OTHER'),
    });
  });
});
