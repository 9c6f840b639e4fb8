import { beforeAll, describe, expect, it } from 'vitest';
import { demoProducts } from '../../../db/seeds/demo-products.js';
import { pdfWorksheet } from '../../../documents/worksheets/pdf.js';
import type { WorksheetDocument } from '../../../documents/worksheets/worksheet-document.js';
import { questionTypesOf } from '../../../domain/questions/question-types.js';
import { aCoverage, aLine, answers, commonQuestions, compiled } from '../../domain/rating/rating-factory.js';
import { pdfPages } from '../../support/pdf-text.js';
import { aWorksheetDocument, type RateableAction, rateableActions } from '../../support/worksheet-factory.js';

let actions: RateableAction[];
beforeAll(async () => {
  actions = rateableActions(await demoProducts());
});

function aGeneralDocument(): WorksheetDocument {
  const { product, rate } = actions.find(({ product: { key } }) => key === 'general-liability')!;
  return aWorksheetDocument(rate(product.intakes.quoted), product.intakes.quoted, {
    title: 'General Liability',
  });
}

const textOf = async (document: WorksheetDocument, verbose: boolean) =>
  (await pdfPages(await pdfWorksheet(document, { verbose }))).join('\n');

describe('a PDF worksheet', () => {
  it('says on each page which quote, which content and which page it is', async () => {
    const document = aGeneralDocument();
    const pages = await pdfPages(await pdfWorksheet(document, { verbose: true }));

    expect(pages.length).toBeGreaterThan(2);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Quote ${document.quote.requestId}`);
      expect(page).toContain(`Content hash ${document.sha256}`);
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    }
  });

  it('has coverages, their rating values and the premium in short', async () => {
    const text = await textOf(aGeneralDocument(), false);

    expect(text).toContain('Coverage worksheet');
    expect(text).toContain('Premises and operations');
    expect(text).toContain('Alcohol surcharge');
    expect(text).toMatch(/× factor of alcohol \(share 18\) 1\.08 9,195\.833059/);
    expect(text).toContain('11,080.00');
    expect(text).toContain('11,120.00');
    expect(text).not.toContain('Underwriting rules');
  });

  it('has every step, under its number, where it is verbose', async () => {
    const document = aGeneralDocument();
    const text = await textOf(document, true);

    expect(text).toContain('Algorithm worksheet');
    expect(text).toContain('Underwriting rules');
    expect(text).toContain('Values of locations');
    expect(text).toContain(`The rating took ${document.lines.length} steps.`);
    for (const { number, source } of document.worksheet.lines) {
      expect(text.replace(/\s/g, '')).toContain(`${number}${source.step}`.replace(/\s/g, ''));
    }
  });

  it('is made of every demo rating, declined ones and packages too', async () => {
    for (const { product, rate } of actions) {
      for (const intake of Object.values(product.intakes)) {
        const rating = rate(intake);
        if (rating.worksheet.length === 0) continue;
        const document = aWorksheetDocument(rating, intake);
        for (const verbose of [false, true]) {
          expect(await textOf(document, verbose)).toContain(
            rating.outcome === 'QUOTED' ? 'To pay' : 'Messages',
          );
        }
      }
    }
  }, 60_000);

  it('shows the first of thousands of iterations, and says how many it leaves out', async () => {
    const questions = commonQuestions.map((question) =>
      question.loop ? { ...question, loop: { ...question.loop, maxIterations: 20_000 } } : question,
    );
    const steps = [{ name: 'Area', op: 'set', by: { answer: 'location.area' } }];
    const sum = { name: 'All', op: 'sumOverLoop', loop: 'locations', apply: 'set', steps };
    const types = questionTypesOf(aLine(questions));
    const plan = compiled({ coverages: [aCoverage('MAIN', [sum])] }, {}, types);
    const intake = answers({ locations: Array.from({ length: 10_000 }, () => ({ 'location.area': '1' })) });
    const rating = plan.rate({ answers: intake, effectiveDate: '2026-01-01' });

    const text = await textOf(aWorksheetDocument(rating, intake), true);

    expect(text).toContain('… 9750 more lines of iterations are in the workbook and the JSON');
    expect(text).toContain('10,000.00');
  }, 60_000);
});
