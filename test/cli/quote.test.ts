import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addProductCommands } from '../../cli/commands/product.js';
import { addQuoteCommands } from '../../cli/commands/quote.js';
import { createOrganization } from '../../db/identity/organizations.js';
import type { Policy } from '../../db/models/policy.js';
import { Quote } from '../../db/models/quote.js';
import { QuoteWorksheet } from '../../db/models/quote-worksheet.js';
import { recordPolicyChange } from '../../db/policy-changes/record-change.js';
import type { LoadedVersion } from '../../db/products/load-version.js';
import { editsOf } from '../../domain/intake/answer-edits.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { intakeOf } from '../support/event-factory.js';
import { aPolicy } from '../support/policy-factory.js';
import { aLoadedVersion, aStoredQuote } from '../support/quote-factory.js';
import { shopIds, shopProduct } from '../support/shop-product.js';

let database: TestDatabase;
let folder: string;
let organizationId: string;
let first: LoadedVersion;
let second: LoadedVersion;

/** The shop with the standard rate of 0.01 raised, and without the preferred action. */
function dearer(): ProductDefinition {
  const definition = structuredClone(shopProduct());
  definition.version = '1.1.0';
  definition.ratingPlans.standard!.policy.push({ name: 'Trend', op: 'multiply', by: 1.1 });
  const [configuration] = definition.configurations;
  configuration!.events.GET_QUOTES = configuration!.events.GET_QUOTES!.filter(
    ({ id }) => id === shopIds.standard,
  );
  return definition;
}

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'ioi-quote-'));
  organizationId = (await createOrganization(database.db, { name: 'Carrier' })).id;
  first = await aLoadedVersion(database.db, organizationId, shopProduct());
  second = await aLoadedVersion(database.db, organizationId, dearer());
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await database.drop();
});

async function run(add: typeof addQuoteCommands, ...line: string[]): Promise<string[]> {
  const printed: string[] = [];
  const command = new Command(line[0]);
  add(command, {
    withDatabase: (work) => work(database.db),
    print: (text) => void printed.push(text),
    readInput: async () => '',
  });
  for (const each of [command, ...command.commands]) {
    each.exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} });
  }
  lastPrinted = printed;
  await new Command().addCommand(command).exitOverride().parseAsync(line, { from: 'user' });
  return printed;
}
let lastPrinted: string[] = [];

const aQuote = (revenue: string, more: Partial<Parameters<typeof aStoredQuote>[1]> = {}) =>
  aStoredQuote(database.db, {
    version: first,
    organizationId,
    actionId: shopIds.standard,
    intake: intakeOf({ 'client.name': 'Corner Shop', 'shop.revenue': revenue, 'shop.claims': 'false' }),
    ...more,
  });

describe('quote replay', () => {
  it('says identical, and prints JSON', async () => {
    const id = await aQuote('200000');
    const [line] = await run(addQuoteCommands, 'quote', 'replay', id);
    expect(line).toMatch(new RegExp(`^Quote ${id}: identical, \\d+ steps \\(SHA-256 [0-9a-f]{64}\\)$`));
    const [json] = await run(addQuoteCommands, 'quote', 'replay', id, '--json');
    expect(JSON.parse(json!)).toMatchObject({ quoteRequestId: id, result: 'identical', stepDifferences: [] });
  });

  it('prints the first differing step, and fails', async () => {
    const id = await aQuote('300000');
    const sheet = (await QuoteWorksheet.query(database.db).findById(id))!;
    const place = sheet.worksheet.findIndex(
      ({ step, section }) => step === 'Rounding' && section === 'policy',
    );
    sheet.worksheet[place]!.after = '1';
    await QuoteWorksheet.query(database.db).findById(id).patch({ worksheet: sheet.worksheet });
    await expect(run(addQuoteCommands, 'quote', 'replay', id)).rejects.toThrow(
      'The replay differs from the stored quote',
    );
    expect(lastPrinted).toEqual([
      `Quote ${id}: different`,
      `1 of ${sheet.worksheet.length} steps differ:`,
      `  ${place + 1}  policy, "Rounding" (round)`,
      '       after: stored 1, now 3000',
    ]);
  });

  it('explains what cannot be replayed', async () => {
    const unknown = '4b2b8a0e-0000-4000-8000-000000000000';
    await expect(run(addQuoteCommands, 'quote', 'replay', unknown)).rejects.toThrow(
      `There is no quote ${unknown}.`,
    );
    const id = await aQuote('1000');
    await database.db('quotes').where({ request_id: id }).update({ action_type: 'THIRD_PARTY_RATING' });
    await expect(run(addQuoteCommands, 'quote', 'replay', id)).rejects.toThrow('cannot be replayed');
  });
});

describe('quote compare', () => {
  it('prints what differs and the waterfall', async () => {
    const [a, b] = [await aQuote('200000'), await aQuote('250000', { version: second })];
    const lines = await run(addQuoteCommands, 'quote', 'compare', a, b);
    const text = lines.join('\n');
    expect(text).toContain('shop.revenue 200000 -> 250000');
    expect(text).toMatch(/productVersionId .* -> /);
    const rows = lines.map((line) => line.trim().split(/ {2,}/));
    expect(rows).toContainEqual(['Premium A', '2,000.00']);
    expect(rows).toContainEqual(['Premium B', '2,750.00']);
    expect(rows.find(([name]) => name === 'policy, Trend')).toEqual([
      'policy, Trend',
      'only in B',
      '+250.00',
    ]);
    expect(rows.some((row) => row.at(-1) === '+500.00')).toBe(true);
  });

  it('prints JSON', async () => {
    const [a, b] = [await aQuote('200000'), await aQuote('250000')];
    const [json] = await run(addQuoteCommands, 'quote', 'compare', a, b, '--json');
    expect(JSON.parse(json!)).toMatchObject({
      a,
      b,
      amounts: { premium: { a: '2000.00', b: '2500.00', difference: '500.00' }, unexplained: '0.00' },
    });
  });
});

describe('product impact', () => {
  const since = '2031-01-01';
  const madeAt = (day: number) => new Date(Date.UTC(2031, 0, day));

  beforeAll(async () => {
    await aQuote('500000', { madeAt: new Date(Date.UTC(2030, 11, 31, 23, 59)) });
    for (let day = 1; day <= 5; day++) await aQuote(String(day * 100_000), { madeAt: madeAt(day) });
    await aQuote('9500000', { madeAt: madeAt(6) });
    await aQuote('100000', { madeAt: madeAt(7), actionId: shopIds.preferred });
    await aQuote('100000', { madeAt: madeAt(8), version: second });
  });

  const impact = (...more: string[]) =>
    run(
      addProductCommands,
      'product',
      'impact',
      second.versionId,
      '--against',
      first.versionId,
      '--from',
      since,
      ...more,
    );

  it('rates stored quotes on the candidate, those since that day only', async () => {
    const [json] = await impact('--json');
    expect(JSON.parse(json!)).toMatchObject({
      candidate: { versionId: second.versionId, version: '1.1.0' },
      against: { versionId: first.versionId, version: '1.0.0' },
      quotes: 8,
      leftOut: 0,
      outcomes: {
        QUOTED_ON_BOTH: 6,
        QUOTED_ON_BASELINE_ONLY: 1,
        QUOTED_ON_CANDIDATE_ONLY: 0,
        QUOTED_ON_NEITHER: 1,
      },
      premium: { against: '16000.00', candidate: '17600.00' },
      raised: 6,
      lowest: { percent: '10.000' },
    });
  });

  it('prints the distribution', async () => {
    const text = (await impact()).join('\n');
    expect(text).toContain('shop 1.1.0 (build 2) against 1.0.0 (build 1)');
    expect(text).toContain('Premium 16,000.00 -> 17,600.00, +1,600.00 (+10.0%)');
    expect(text).toMatch(/\+10% to \+\S+% +6 +100\.0% +16,000\.00 +17,600\.00 +\+1,600\.00 +#+/);
  });

  it('writes the distribution and the quotes as CSV, and a PDF', async () => {
    const file = (name: string) => path.join(folder, name);
    await impact('--csv', file('bins.csv'), '--quotes', file('quotes.csv'), '--pdf', file('impact.pdf'));
    const csv = (await readFile(file('bins.csv'), 'utf8')).trim().split('\r\n');
    expect(csv[0]).toBe('change,fromPercent,toPercent,quotes,against,candidate,difference');
    expect(
      csv
        .slice(1)
        .map((line) => Number(line.split(',')[3]))
        .reduce((a, b) => a + b),
    ).toBe(6);
    const quotes = (await readFile(file('quotes.csv'), 'utf8')).trim().split('\r\n');
    expect(quotes).toHaveLength(9);
    expect(quotes[1]).toMatch(/,1000\.00,1100\.00,100\.00,10\.000$/);
    expect(quotes[6]).toMatch(/,DECLINED,DECLINED,,$/);
    expect(quotes[7]).toMatch(/,800\.00,NOT_OFFERED,,$/);
    expect((await readFile(file('impact.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('refuses unknown versions, versions of different products and files that cannot be written', async () => {
    const unknown = '4b2b8a0e-0000-4000-8000-000000000000';
    const from = ['--from', since];
    await expect(
      run(addProductCommands, 'product', 'impact', unknown, '--against', first.versionId, ...from),
    ).rejects.toThrow(`There is no product version ${unknown}.`);
    const other = shopProduct();
    other.key = 'another-shop';
    other.product.id = '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f00aa';
    const { versionId } = await aLoadedVersion(database.db, organizationId, other);
    await expect(
      run(addProductCommands, 'product', 'impact', versionId, '--against', first.versionId, ...from),
    ).rejects.toThrow('different products');
    const nowhere = path.join(folder, 'nowhere', 'file');
    for (const option of ['--csv', '--quotes', '--pdf']) {
      await expect(impact(option, nowhere)).rejects.toThrow('the folder does not exist');
    }
  });
});

describe('product impact on policies in force', () => {
  const answersOf = (revenue: string) =>
    intakeOf({ 'client.name': 'Corner Shop', 'shop.revenue': revenue, 'shop.claims': 'false' });

  async function aShopPolicy(effectiveDate: string, revenue: string, premium: string): Promise<Policy> {
    const policy = await aPolicy(database.db, {
      sellerId: organizationId,
      product: { productId: first.productId, versionId: first.versionId },
      answers: answersOf(revenue),
      policyNumber: `SHOP-${effectiveDate}`,
      effectiveDate,
      premium,
    });
    await Quote.query(database.db).findById(policy.quoteId).patch({ actionId: shopIds.standard });
    return policy;
  }

  const impact = async (...more: string[]) => {
    const versions = ['product', 'impact', second.versionId, '--against', first.versionId];
    const [json] = await run(addProductCommands, ...versions, ...more, '--json');
    return JSON.parse(json!);
  };

  beforeAll(async () => {
    await aShopPolicy('2033-02-01', '300000', '3000.00');
    const endorsed = await aShopPolicy('2034-01-01', '100000', '1000.00');
    // Its price is lower than the version's, as after a correction by hand.
    await aShopPolicy('2034-03-01', '500000', '4000.00');
    const stretch = { from: '2034-06-01', until: '2035-01-01', amount: '586.30', termPremium: '2000.00' };
    await database.db.transaction(async (trx) => {
      await recordPolicyChange(trx, endorsed, {
        kind: 'ENDORSE',
        effectiveDate: stretch.from,
        recordedAt: new Date('2034-05-01T12:00:00Z'),
        lines: [stretch],
        termPremium: stretch.termPremium,
        answers: intakeOf({ 'shop.revenue': '200000' }),
        edits: [{ from: stretch.from, edits: editsOf({}, intakeOf({ 'shop.revenue': '200000' })) }],
        data: { stretches: [stretch] },
      });
    });
  });

  it('takes the answers and the price of the day', async () => {
    expect(await impact('--policies', '2034-05-31')).toMatchObject({
      asOf: '2034-05-31',
      risks: 2,
      premium: { against: '5000.00', candidate: '6600.00' },
      contributions: [
        { title: 'Stored premiums that their own version does not give', premium: '1000.00' },
        { title: expect.stringContaining('policy step "Trend"'), premium: '600.00' },
        {},
      ],
    });
    expect(await impact('--policies', '2034-06-01')).toMatchObject({
      risks: 2,
      premium: { against: '6000.00', candidate: '7700.00' },
    });
    expect(await impact('--policies', '2033-02-01')).toMatchObject({
      risks: 1,
      premium: { against: '3000.00', candidate: '3300.00' },
    });
  });

  it('splits them and finds the off-balance factor', async () => {
    const { splits, offBalance } = await impact(
      '--policies',
      '2034-06-01',
      '--by',
      'shop.revenue',
      '--off-balance',
    );
    expect(splits[0].groups.map(({ label }: { label: string }) => label)).toEqual(['200,000', '500,000']);
    expect(offBalance).toMatchObject({ target: '6000.00', ratio: 0.779221, rated: { ratings: 1 } });
  });

  it('refuses what is no date, and a second source', async () => {
    await expect(impact('--policies', '2034-02-30')).rejects.toThrow('is not a date');
    await expect(impact('--policies', '--from', '2034-01-01')).rejects.toThrow('Say which risks');
  });
});
