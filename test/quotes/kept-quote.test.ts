import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QuoteService } from '../../api/quotes/service.js';
import { createProductCatalog } from '../../db/products/catalog.js';
import { readQuote } from '../../db/quotes/read-quotes.js';
import { type DemoProduct, demoProducts } from '../../db/seeds/demo-products.js';
import { createTestDatabase, type OwnedTestDatabase } from '../support/database.js';
import { anOrganization, type TestOrganization } from '../support/identity-factory.js';
import { aLoadedVersion, aStoredQuote } from '../support/quote-factory.js';

let database: OwnedTestDatabase;
let owner: TestOrganization;
let other: TestOrganization;
let quotes: QuoteService;
let products: readonly DemoProduct[];

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  [owner, other] = [await anOrganization(db), await anOrganization(db)];
  products = await demoProducts();
  const catalog = createProductCatalog({ db, databaseUrl: database.url, environment: 'DEV' });
  quotes = new QuoteService({ db, catalog: catalog as never, now: () => new Date(), runs: {} as never });
});
afterAll(() => database.drop());

async function aQuote(key: string): Promise<string> {
  const product = products.find((each) => each.key === key)!;
  const organizationId = owner.organization.id;
  const version = await aLoadedVersion(database.db, organizationId, product.definition);
  return aStoredQuote(database.db, { version, organizationId, intake: product.intakes.quoted });
}

const read = async (id: string, by = owner) =>
  (await quotes.one({ organizationId: by.organization.id } as never, id, { includeRawData: false })).text;

describe('a quote that is read again', () => {
  it('is made again only after its row has changed', async () => {
    const id = await aQuote('general-liability');
    const { db } = database;
    const first = await read(id);
    const statements: string[] = [];
    db.on('query', ({ sql }: { sql: string }) => statements.push(sql));
    expect(await read(id)).toBe(first);
    expect(statements).toHaveLength(1);
    expect(statements[0]).not.toContain('quoteDetails');
    db.removeAllListeners('query');
    await db('quotes').where({ request_id: id }).update({ line_name: 'Another name' });
    const changed = await read(id);
    expect(JSON.parse(changed)).toEqual({ ...JSON.parse(first), lineName: 'Another name' });
    expect(await read(id)).toBe(changed);
  });

  it('is nobody else’s, and gone once it is deleted', async () => {
    const id = await aQuote('general-liability');
    await read(id);
    await expect(read(id, other)).rejects.toThrow(/quote/);
    await database.db('quote_worksheets').where({ request_id: id }).delete();
    await database.db('quotes').where({ request_id: id }).delete();
    await expect(read(id)).rejects.toThrow(/quote/);
  });

  it('is made each time if it is a package, whose components have rows of their own', async () => {
    const id = await aQuote('business-package');
    expect((await readQuote(database.db, owner.organization.id, id))?.version).toBeNull();
    const first = await read(id);
    const component = database.db('quotes').where({ package_request_id: id }).first('request_id');
    await database.db('quotes').where({ request_id: component }).update({ line_name: 'Another name' });
    expect(await read(id)).not.toBe(first);
  });
});
