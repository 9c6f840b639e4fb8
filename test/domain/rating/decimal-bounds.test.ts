import { describe, expect, it } from 'vitest';
import { lintDefinition } from '../../../domain/product/lint/lint.js';
import { compileDisplayedQuestion } from '../../../domain/questions/displayed-question.js';
import { questionTypesOf } from '../../../domain/questions/question-types.js';
import { aProduct } from '../../support/product-factory.js';
import { aLine, answers, compiled, refusals } from './rating-factory.js';

const modification = { qid: 'modification', answerType: 'NUMBER', decimals: 2, min: 0.5, max: 2.5 } as const;
const line = aLine([modification]);

describe('bounds with decimals', () => {
  it('are exact, and included', () => {
    const rated = (modification: string) =>
      compiled({}, {}, questionTypesOf(line)).rate({
        answers: answers({ modification }),
        effectiveDate: '2026-01-01',
      });
    for (const inside of ['0.50', '2.5']) expect(rated(inside).outcome).toBe('QUOTED');
    const refused = [{ code: 'OUT_OF_BOUNDS', qid: 'modification' }];
    for (const outside of ['0.49', '2.51']) expect(refusals(rated(outside))).toEqual(refused);
  });

  it('are served beside the whole numbers around them', () => {
    const question = line.display?.sections[0]?.subsections[0]?.questions[0];
    if (!question) throw new Error('there is no question');
    const scope = { isVisible: () => true, iterations: () => [] };
    const shown = compileDisplayedQuestion(question, { lineId: 'line', order: 1 })(
      scope as unknown as Parameters<ReturnType<typeof compileDisplayedQuestion>>[0],
      new Map(),
    );
    expect(shown).toMatchObject({ min: 0, minDecimal: 0.5, max: 3, maxDecimal: 2.5 });
  });

  it('have no more decimals than an answer', () => {
    const product = aProduct((content) => {
      content.product.display.sections[0]!.subsections[0]!.questions.push({
        ...{ ...modification, question: 'Modification?', decimals: 0 },
      } as never);
    });
    expect(lintDefinition(product).map(({ message }) => message)).toEqual([
      '0.5 has more decimals than an answer may have ("decimals": 0)',
      '2.5 has more decimals than an answer may have ("decimals": 0)',
    ]);
  });
});
