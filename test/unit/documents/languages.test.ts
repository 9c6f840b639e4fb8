import { describe, expect, it } from 'vitest';
import { sampleData, sampleFor } from '../../../cli/forms/sample-data.js';
import { demoProduct } from '../../../db/seeds/demo-products.js';
import { htmlDocument } from '../../../documents/html/html-document.js';
import { rateAction, ratingActionOf } from '../../../domain/cases/rate-action.js';
import { compileProduct } from '../../../domain/product/compile-product.js';
import { missingTexts } from '../../../domain/product/missing-texts.js';
import { languagesOf } from '../../../domain/product/product-languages.js';
import { productTexts } from '../../../domain/product/product-texts.js';
import { messagesIn } from '../../../domain/quote/quote-wording.js';

const { definition, intakes } = await demoProduct('personal-auto');
const compiled = compileProduct(definition);
const about = { organization: 'Granite', today: '2026-06-01' };
const html = (language: string | null) => {
  const data = sampleData(definition, compiled, intakes.quoted, {
    ...about,
    language: language ?? undefined,
  });
  return [...compiled.forms.documents.values()].map((own) => {
    const form = own.in(language);
    return htmlDocument(form.fill(sampleFor(form, data)).document);
  });
};

describe('personal auto in Spanish', () => {
  it('has every text', () => {
    const { es } = definition.translations!;
    expect(missingTexts(productTexts(definition), es)).toEqual([]);
    expect(Object.keys(es!)).toHaveLength(productTexts(definition).length);
  });

  it('has documents in which no English text is left', () => {
    const { es } = definition.translations!;
    const differing = productTexts(definition).filter(
      ({ text, isTemplate }) => !isTemplate && es?.[text] !== text,
    );
    const left = html('es-MX').map((page) => {
      const texts = new Set(page.split(/<[^>]*>|\n/).map((text) => text.trim()));
      return differing.filter(({ text }) => texts.has(text)).map(({ text }) => text);
    });
    expect(left.flat()).toEqual([]);
    const [proposal] = html('es');
    expect(proposal).toContain('lang="es-US"');
    expect(proposal).toContain('Responsabilidad por lesiones corporales');
    expect(proposal).toContain('Cada accidente');
    expect(proposal).toMatch(/\d+ de junio de 2026/);
  });

  it('prints in English what it did before', () => {
    expect(html('en')).toEqual(html(null));
    expect(html(null)[0]).toContain('Bodily injury liability');
  });

  it('rates as ever, and gives the reasons in words of the reader', () => {
    const action = ratingActionOf(definition, undefined);
    if (typeof action === 'string') throw new Error(action);
    const intake = { ...intakes.declined };
    delete intake['client.city'];
    const rated = rateAction({ definition, compiled }, action, {
      intake,
      effectiveDate: '2026-06-15',
      term: undefined,
    });
    const before = structuredClone(rated.messages);
    const spanish = languagesOf(definition).translated('es');
    expect(messagesIn(spanish, rated.messages).map(({ code, message }) => [code, message])).toContainEqual([
      'MISSING_ANSWER',
      'Ciudad: falta la respuesta a esta pregunta.',
    ]);
    expect(rated.messages).toEqual(before);
    const rule = [
      {
        severity: 'ERROR',
        code: 'UNDERWRITING_DECLINE',
        message: 'A driver has 12 or more points.',
        rule: 'too-many-points',
      },
    ] as const;
    expect(messagesIn(spanish, rule)[0]?.message).toBe('Un conductor tiene 12 puntos o más.');
    // What no product says stays as the service wrote it.
    const other = [{ severity: 'ERROR', code: 'NO_TABLE_ROW', message: 'no row', step: 'x' }] as const;
    expect(messagesIn(spanish, other)).toEqual(other);
  });
});
