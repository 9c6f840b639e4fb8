import { expect, it } from 'vitest';
import { canonicalDefinition } from '../../../domain/product/file/product-file.js';
import { compileQuestionTree } from '../../../domain/questions/question-tree.js';
import { aProduct } from '../../support/product-factory.js';

it('a subsection and a section are shown only while their conditions hold', () => {
  const definition = aProduct(({ product }) => {
    const [section] = product.display.sections as unknown as Record<string, unknown>[];
    Object.assign(section!, {
      subsections: [
        ...(section!.subsections as object[]),
        {
          title: 'Large shops',
          condition: { '>': [{ answer: 'shop.sales' }, 500] },
          questions: [
            { qid: 'alarm', question: 'Alarm?', answerType: 'BOOLEAN' },
            {
              qid: 'guard',
              question: 'Guard?',
              answerType: 'BOOLEAN',
              condition: { '==': [{ answer: 'alarm' }, true] },
            },
          ],
        },
      ],
    });
  });
  const tree = compileQuestionTree(canonicalDefinition(definition).product);
  const visible = (answers: Record<string, string>) => {
    const given = Object.entries(answers).map(([qid, answer]) => [
      qid,
      { type: 'ANSWER' as const, qid, answer },
    ]);
    const { product } = tree.display({
      answers: Object.fromEntries(given),
      skipLineQuestions: [],
      excludeQuestions: false,
    });
    const [, large] = product.display?.sections[0]?.subsections ?? [];
    return large?.questions.filter((question) => question.visible).map(({ qid }) => qid);
  };
  expect(visible({ 'shop.sales': '100', alarm: 'true' })).toEqual([]);
  expect(visible({ 'shop.sales': '600' })).toEqual(['alarm']);
  expect(visible({ 'shop.sales': '600', alarm: 'true' })).toEqual(['alarm', 'guard']);
});
