import { expect, it } from 'vitest';
import { answerFaults } from '../../../api/jobs/answer-faults.js';
import type { CatalogVersion } from '../../../db/products/catalog.js';
import { line } from '../../../domain/questions/line.js';
import { questionTypesOf } from '../../../domain/questions/question-types.js';
import { productContent } from '../../support/product-factory.js';

it('leaves answers to the row’s event whose question is another one in some states', () => {
  const { product } = productContent();
  product.display.sections[0]!.subsections[0]!.questions.push(
    ...['shop.size', 'shop.kind'].map((qid) => ({
      ...{ qid, question: 'Size?', answerType: 'SELECT', required: true, answerChoices: ['S', 'L'] },
    })),
  );
  const overlays = [{ changes: [{ question: 'shop.size', set: { answerChoices: ['S', 'L', 'XL'] } }] }];
  const compiled = { questionTypes: questionTypesOf(line.parse(product)) };
  const version = { definition: { overlays }, compiled } as never as CatalogVersion;
  const faultOf = answerFaults([version], ['shop.size', 'shop.kind']);
  expect([faultOf('shop.size', 'XL'), faultOf('shop.kind', 'XL')]).toEqual([
    undefined,
    expect.stringContaining('has no choice'),
  ]);
});
