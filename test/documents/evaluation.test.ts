import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QuoteProposals } from '../../api/documents/quote-proposals.js';
import { permissionNames } from '../../api/http/permissions.js';
import { createProductCatalog, type ProductCatalog } from '../../db/products/catalog.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { aDocumentWorld, type DocumentWorld } from '../support/document-world.js';
import { pdfPages } from '../support/pdf-text.js';

let world: DocumentWorld;
beforeAll(async () => {
  world = await aDocumentWorld((definition) => {
    const evaluation = definition.forms!.find(({ kind }) => kind === 'EVALUATION')!;
    definition.forms!.push({
      ...structuredClone(evaluation),
      formConfigId: randomUUID(),
      name: 'Large only',
      when: { '>': [{ value: 'quote.premium' }, 1000000] },
    });
  });
});
afterAll(() => world.close());

const evaluate = (body: object, form = 'Partner documents', by = world.carrier) =>
  world.post(
    `/custom/client/partner/product/${world.definition.product.id}/config/${world.form(form)}/eval`,
    body,
    by,
  );

const rating = (
  variables: object = {},
  lineItems: unknown = [{ Amount: 1200.5, Description: 'Liability' }],
) => ({
  userQuoteRequest: { 'client.name': 'Café Łódź <b>& Söhne</b>', 'business.yearsInBusiness': 7 },
  ratingResponse: {
    response_variables: {
      $totalFinalPremium: '1250.50',
      $policyTermLength: '1',
      $policyTermType: 'annual',
      ...variables,
    },
  },
  quoteResponse: { lineItems },
});

/** The summary, which is an HTML page. */
const summaryOf = async (body: object) => {
  const { forms } = (await evaluate(body).expect(200)).body;
  const summary = forms.find(({ type }: { type: string }) => type === 'HTML');
  const answer = await world
    .get(`/download/file?path=${encodeURIComponent(summary.url)}`)
    .buffer()
    .expect(200);
  return answer.text;
};

describe('POST /custom/client/partner/…/eval', () => {
  it('answers the generated forms, which can be downloaded', async () => {
    const { body } = await evaluate(rating()).expect(200);
    expect(body.forms).toMatchObject([
      { fileName: 'Rating summary.html', formNumber: 'GR GL RS 01', formVersion: '01 26', type: 'HTML' },
      { formNumber: 'GR GL QP 01', formVersion: '01 26', type: 'PDF' },
    ]);
    const { url } = body.forms[1];
    const file = await world.get(`/download/file?path=${encodeURIComponent(url)}`).expect(200);
    const pages = await pdfPages(file.body);
    expect(pages[0]).toContain('$1,250.50');
    expect(pages[0]).toContain('Café Łódź <b>& Söhne</b>');
  });

  it('leaves out what a partner does not say', async () => {
    const { body } = await evaluate(rating()).expect(200);
    const file = await world.get(`/download/file?path=${encodeURIComponent(body.forms[1].url)}`).expect(200);
    const [page] = await pdfPages(file.body);
    expect(page).toMatch(/Term\s+1 year\s/);
    for (const text of ['Reference', 'Valid until', 'Places of business', ' to  for ', 'Accept by']) {
      expect(page).not.toContain(text);
    }
    expect(page).not.toMatch(/\n\s*,/);
  });

  it('shows premium, duration and coverages, and escapes what was sent', async () => {
    const page = await summaryOf(rating());
    expect(page).toContain('Premium for 1 year');
    expect(page).toContain('$1,250.50');
    expect(page).toContain('Liability');
    expect(page).toContain('Café Łódź &lt;b&gt;&amp; Söhne&lt;/b&gt;');
    expect(page).not.toContain('<b>');
    expect(await summaryOf(rating({ $policyTermType: 'monthly', $policyTermLength: '6' }))).toContain(
      'Premium for 6 months',
    );
  });

  it.each<[string, object, string]>([
    [
      'a premium that is no number',
      rating({ $totalFinalPremium: 'a lot' }),
      'Premium for 1 year</p></td><td><p class="s-total s-right">$0.00',
    ],
    ['no premium', rating({ $totalFinalPremium: undefined }), '$0.00'],
    ['a length that is no number', rating({ $policyTermLength: 'one' }), 'Premium for 0 years'],
    ['no rating', { userQuoteRequest: {} }, 'Premium for 0 months'],
    ['a rating of another shape', { ratingResponse: [1], quoteResponse: 'x' }, 'Premium for 0 months'],
    ['nothing', {}, 'Premium for 0 months'],
  ])('takes %s as zero', async (_what, body, expected) => {
    expect(await summaryOf(body)).toContain(expected);
  });

  it.each<[string, unknown]>([
    [
      'an amount that is no number',
      [
        { Amount: 5, Description: 'Fire' },
        { Amount: '5', Description: 'Flood' },
      ],
    ],
    ['an amount that is none', [{ Amount: 1e308, Description: 'Fire' }]],
    ['no description', [{ Amount: 5 }]],
    ['something else', { Amount: 5, Description: 'Fire' }],
    ['nothing', null],
  ])('takes coverages with %s as none', async (_what, items) => {
    const page = await summaryOf(rating({}, items));
    expect(page).not.toContain('Fire');
    expect(page).toContain('$1,250.50');
  });

  it('does without an answer that is wrong more often than can be told', async () => {
    const answers = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`a${at}`, 1]));
    const iterations = Array.from({ length: 8 }, () => ({ iterationId: randomUUID(), answers }));
    const wrong = { type: 'LOOP', qid: 'a', iterations };
    const body = { ...rating(), userQuoteRequest: { ...rating().userQuoteRequest, a: wrong } };
    expect(await summaryOf(body)).toContain('$1,250.50');
  });

  it('has an empty body where the form has no result', async () => {
    const { text, headers } = await evaluate(rating(), 'Large only').expect(200);
    expect(text).toBe('');
    expect(headers['content-type']).toBeUndefined();
  });

  it('says 404 for what there is not and 400 for what is no request', async () => {
    const path = (product: string, config: string) =>
      `/custom/client/partner/product/${product}/config/${config}/eval`;
    const { id } = world.definition.product;
    await world.post(path(id, randomUUID()), rating()).expect(404);
    await world.post(path(randomUUID(), world.form('Invoice')), rating()).expect(404);
    await evaluate(rating(), 'Partner documents', world.stranger).expect(404);
    await world.post(path(id, 'x'), rating()).expect(400);
    await evaluate({ userQuoteRequest: 'x' }).expect(400);
  });
});

describe('the reference', () => {
  it('describes the document endpoints', async () => {
    const { body } = await world.get('/openapi.json').expect(200);
    const paths = Object.keys(body.paths).join('\n');
    for (const path of ['/generate/document', '/download/file', '/config/{configId}/eval']) {
      expect(paths).toContain(path);
    }
    expect(body.components.schemas.FormReference.required).toContain('contentId');
  });
});

describe('preGenerateQuoteProposal', () => {
  const propose = async (catalog: ProductCatalog) => {
    const { db, documents, quoteId, clientId, version } = world;
    const { maker, urls } = documents;
    const log = { warn: () => undefined };
    const proposals = new QuoteProposals({ db, catalog, maker, urls, log, now: () => new Date() });
    const organizationId = world.carrier.organization.id;
    const caller = {
      kind: 'API_KEY' as const,
      organizationId,
      organizationName: '',
      name: 'a key',
      permissions: new Set(permissionNames),
    };
    const quote = {
      requestId: quoteId,
      clientId,
      productVersionId: version.versionId,
      quotingOrganizationId: organizationId,
      quotingOrganization: 'Granite Ridge',
      lineName: 'General Liability',
    } as QuoteObject;
    const [answered] = await proposals.with(caller, [quote]);
    return answered!.quoteProposal;
  };
  const catalogOf = () => createProductCatalog({ db: world.db, databaseUrl: '', environment: 'DEV' });

  it('makes no proposal of a form that needs a policy, as nothing else does', async () => {
    const catalog = catalogOf();
    const needing = async (id: string) => {
      const version = (await catalog.version(id))!;
      const { forms } = version.compiled;
      const documents = new Map(
        [...forms.documents].map(([key, { form, ...rest }]) => {
          const needy = { ...rest, form: { ...form, needs: ['policy' as const] }, in: () => needy };
          return [key, needy] as const;
        }),
      );
      return { ...version, compiled: { ...version.compiled, forms: { ...forms, documents } } };
    };
    expect(await propose({ ...catalog, version: needing })).toBeUndefined();
  });

  it('makes the proposal of a quote once', async () => {
    const first = await propose(catalogOf());
    expect(first).toMatchObject({ formNumber: 'GR GL QP 01', type: 'PDF' });
    expect(await propose(catalogOf())).toEqual(first);
    expect(await world.db('documents').where({ quote_id: world.quoteId })).toHaveLength(1);
  });
});
