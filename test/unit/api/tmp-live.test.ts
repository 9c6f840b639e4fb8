import { expect, it } from 'vitest';
import { demoProducts } from '../../../db/seeds/demo-products.js';
import { storedLines } from '../../../domain/rating/run/every-step.js';
import { compileProduct, ratingOf } from '../../../domain/product/compile-product.js';
import { excelWorksheet } from '../../../documents/worksheets/excel.js';
import { contentHash } from '../../../domain/ground/canonical-json.js';
import { writeFileSync } from 'node:fs';
import { aLiveDocument } from '../../support/worksheet-factory.js';
it('x', async () => {
  for (const product of await demoProducts()) {
    const compiled = compileProduct(product.definition);
    for (const action of product.definition.configurations.flatMap(({ events }) => events.GET_QUOTES ?? [])) {
      const plan = action.type === 'THIRD_PARTY_RATING_ALGO' ? undefined : ratingOf(compiled, action as never);
      if (!plan) continue;
      for (const which of ['quoted','referred'] as const) {
      const answers = product.intakes[which];
      const a = plan.rate({ answers, effectiveDate: '2026-07-01' });
      const b = plan.rate({ answers, effectiveDate: '2026-07-01', everyStep: true });
      expect(contentHash(storedLines(b.worksheet))).toBe(contentHash(a.worksheet));
      const doc = aLiveDocument(a, answers, { lines: b.worksheet, tables: product.definition.tables, questions: compiled.questionTypes });
      const bytes = await excelWorksheet(doc);
      writeFileSync(`/tmp/d-sheets-${product.key}-${action.type}-${which}.xlsx`, bytes);
      console.log(product.key, action.name, a.worksheet.length, b.worksheet.length, bytes.length, doc.worksheet.live?.sheets.length, JSON.stringify(doc.worksheet.live?.frozen.map(f=>f.line.section+'/'+f.line.step+': '+f.reason), null, 1));
      }
    }
  }
}, 60000);
