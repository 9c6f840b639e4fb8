import { describe, expect, it } from 'vitest';
import { AnswerLanguages } from '../../../api/http/answer-languages.js';
import { listedQuotesIn, quotesIn } from '../../../api/quotes/in-language.js';
import type { ListedQuote } from '../../../api/quotes/list-schemas.js';
import type { CatalogVersion } from '../../../db/products/catalog.js';
import type { QuoteObject } from '../../../domain/quote/quote.js';
import { aProduct } from '../../support/product-factory.js';

const definition = aProduct((content) => {
  Object.assign(content, {
    languages: ['en', 'es'],
    translations: {
      es: { 'Small Shop': 'Tienda', Base: 'Básica', Liability: 'Responsabilidad', 'Too much.': 'Demasiado.' },
    },
  });
});
const plain = aProduct();
const versions: Record<string, object> = { two: { definition }, one: { definition: plain } };
const catalog = { version: async (id: string) => (versions[id] ?? null) as CatalogVersion | null };

const quote = (productVersionId: string) =>
  ({
    productVersionId,
    lineName: 'Small Shop',
    messages: [
      { severity: 'WARNING', code: 'UNDERWRITING_REFERRAL', message: 'Too much.', rule: 'too-much' },
    ],
    quoteDetails: {
      premium: { amount: 500, per: 'YEAR' },
      duration: { length: 1, scale: 'YEAR' },
      coverageTypes: [
        {
          type: 'Liability',
          coverages: [{ code: 'BASE', title: 'Base', premium: { amount: 500, per: 'YEAR' }, details: {} }],
        },
      ],
    },
  }) as unknown as QuoteObject;

/** The languages of a request, and the headers of its answer. */
function asked(accepted?: string) {
  const headers: Record<string, unknown> = {};
  const res = {
    setHeader(name: string, value: unknown) {
      headers[name] = value;
      return res as never;
    },
  };
  return { headers, languages: new AnswerLanguages({ headers: { 'accept-language': accepted } }, res) };
}

describe('quotes in a language', () => {
  it('have the texts of their products, and what is kept stays', async () => {
    const { headers, languages } = asked('es-MX, en;q=0.5');
    const stored = quote('two');
    const before = structuredClone(stored);
    const [spanish] = await quotesIn(languages, catalog, [stored]);
    expect(spanish).toMatchObject({
      lineName: 'Tienda',
      messages: [{ code: 'UNDERWRITING_REFERRAL', message: 'Demasiado.', rule: 'too-much' }],
      quoteDetails: {
        coverageTypes: [{ type: 'Responsabilidad', coverages: [{ code: 'BASE', title: 'Básica' }] }],
      },
    });
    expect(stored).toEqual(before);
    expect(headers).toEqual({ 'Content-Language': 'es' });
  });

  it('are as they are stored for who asks for no language, or for one that the product lacks', async () => {
    const silent = asked();
    expect(await quotesIn(silent.languages, catalog, [quote('two')])).toEqual([quote('two')]);
    expect(silent.headers).toEqual({});
    const french = asked('fr');
    expect(await quotesIn(french.languages, catalog, [quote('two'), quote('one')])).toEqual([
      quote('two'),
      quote('one'),
    ]);
    expect(french.headers).toEqual({ 'Content-Language': 'en' });
  });

  it('are listed with their reasons', async () => {
    const listed = {
      productVersionId: 'two',
      lineName: 'Small Shop',
      referralReasons: ['Too much.', 'Other'],
    };
    const { languages } = asked('es');
    expect(await listedQuotesIn(languages, catalog, [listed as unknown as ListedQuote])).toEqual([
      { productVersionId: 'two', lineName: 'Tienda', referralReasons: ['Demasiado.', 'Other'] },
    ]);
  });
});
