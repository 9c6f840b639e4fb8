import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from '../../db/models/client.js';
import { aDocumentWorld, type DocumentWorld } from '../support/document-world.js';
import { pdfPages } from '../support/pdf-text.js';

let world: DocumentWorld;
beforeAll(async () => {
  world = await aDocumentWorld((definition) => {
    definition.languages = ['en', 'es'];
    definition.translations = {
      es: { 'Quote proposal': 'Propuesta', 'Page {{page}} of {{pages}}': 'Página {{page}} de {{pages}}' },
    };
  });
});
afterAll(() => world.close());

it('are made in the language that the client prefers, and keep it', async () => {
  const asked = {
    productId: world.definition.product.id,
    formConfigId: world.form('Quote proposal'),
    clientId: world.clientId,
    quoteId: world.quoteId,
  };
  const made = async (language: string | null) => {
    await Client.query(world.db).findById(world.clientId).patch({ language });
    const { body } = await world.post('/generate/document', asked).expect(200);
    const [page] = await pdfPages(body);
    return page;
  };
  expect(await made(null)).toContain('Page 1 of');
  expect(await made('es-MX')).toContain('Página 1 de');
  expect(await made('fr')).toContain('Page 1 of');
  const rows = await world.db('documents').where({ quote_id: world.quoteId }).orderBy('created_at');
  expect(rows.map(({ language, form_name: name }) => [language, name])).toEqual([
    ['en-US', 'Quote proposal'],
    ['es-US', 'Quote proposal'],
    ['en-US', 'Quote proposal'],
  ]);
});
