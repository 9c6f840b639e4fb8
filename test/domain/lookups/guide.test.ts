import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { productDefinition } from '../../../domain/product/definition.js';
import { lintDefinition } from '../../../domain/product/lint/lint.js';
import { lookupProduct } from '../../support/lookup-product.js';

const page = await readFile(new URL('../../../docs/guides/data-from-outside.md', import.meta.url), 'utf8');
const [, actions = ''] = /```yaml actions GET_QUOTES\n([\s\S]*?)```/.exec(page) ?? [];
const [, question = ''] = /```yaml\n(- \{ qid: site\.score[^\n]*)/.exec(page) ?? [];
const [, block = ''] = /```yaml block\n([\s\S]*?)```/.exec(page) ?? [];

it('shows a lookup, a question and a notice that can be imported', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a product file's content, which the schema reads
  const product = structuredClone(lookupProduct(parse(actions))) as any;
  const [about] = product.product.display.sections[0].subsections;
  const vehicles = about.questions.find(({ qid }: { qid: string }) => qid === 'vehicles');
  vehicles.loop.questions.push({ qid: 'vehicle.year', question: 'Year', answerType: 'NUMBER' });
  about.questions = about.questions.filter(({ qid }: { qid: string }) => qid !== 'shop.score');
  product.ratingPlans.standard.coverages[0].steps.splice(2, 1);
  product.forms = [
    {
      ...{ kind: 'DOCUMENT', formConfigId: '5b0a3f0e-7a50-4b43-9f7e-2d9b4a1c0299', name: 'Notice' },
      ...{
        formNumber: 'N-1',
        formVersion: '01 27',
        fileName: 'notice.pdf',
        layout: { content: [parse(block)] },
      },
    },
  ];
  const errors = lintDefinition(productDefinition.parse(product)).filter(
    ({ severity }) => severity === 'ERROR',
  );
  expect(errors).toEqual([]);
  expect(parse(question)).toMatchObject([{ qid: 'site.score', lookedUp: true }]);
});
