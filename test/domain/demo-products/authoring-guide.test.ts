import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { readCasesText } from '../../../domain/cases/read-cases.js';
import { runCases } from '../../../domain/cases/run-cases.js';
import { blockNames, blocks as formBlocks } from '../../../domain/forms/blocks/index.js';
import { compileProduct } from '../../../domain/product/compile-product.js';
import { readProductFile } from '../../../domain/product/file/product-file.js';

let guide: string;
let blocks: { language: string; text: string }[];
beforeAll(async () => {
  guide = await readFile('docs/guides/authoring-a-product.md', 'utf8');
  blocks = [...guide.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));
});

describe('docs/guides/authoring-a-product.md', () => {
  it('shows a smallest product that can be imported and rated', () => {
    const [smallest] = blocks.filter(({ language }) => language === 'yaml product');
    const { definition, issues } = readProductFile(smallest!.text, 'YAML');
    expect(issues).toEqual([]);

    const plan = compileProduct(definition!).plans.get('standard')!;
    const premiumOf = (sales: string) => {
      const answers = {
        'client.name': { type: 'ANSWER' as const, qid: 'client.name', answer: 'Spoke & Wheel' },
        'shop.sales': { type: 'ANSWER' as const, qid: 'shop.sales', answer: sales },
      };
      const result = plan.rate({ answers, effectiveDate: '2026-07-01' });
      return result.outcome === 'QUOTED' ? result.premium : result.messages;
    };
    expect(premiumOf('400000')).toBe('640.00');
    expect(premiumOf('90000')).toBe('250.00');
  });

  it('shows cases of the smallest product that pass', () => {
    const [smallest] = blocks.filter(({ language }) => language === 'yaml product');
    const { definition } = readProductFile(smallest!.text, 'YAML');
    const product = { definition: definition!, compiled: compileProduct(definition!) };
    const [shown] = blocks.filter(({ language }) => language === 'yaml cases');
    const { cases, issues } = readCasesText(shown!.text, product);
    expect(issues).toEqual([]);
    expect(runCases(product, cases)).toMatchObject([{ passed: true }, { passed: true }]);
  });

  it('shows fragments that are YAML', () => {
    const fragments = blocks.filter(({ language }) => language.startsWith('yaml'));
    expect(fragments.length).toBeGreaterThan(5);
    for (const { text } of fragments) expect(parseDocument(text).errors).toEqual([]);
  });

  it.each(blockNames)('lists the block %s with its fields and its description', (name) => {
    const { contract, description } = formBlocks[name];
    const fields = Object.keys(contract(z.object({}))).map((field) => `\`${field}\``);
    expect(guide).toContain(`\n| ${fields.join(', ')} | ${description} |\n`);
  });
});
