import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addReportCommands } from '../../cli/commands/report.js';
import { changeOrganization } from '../../db/identity/organizations.js';
import { Statement } from '../../db/models/statement.js';
import { anOrganization } from '../support/identity-factory.js';
import { aPolicy } from '../support/policy-factory.js';
import { aPolicyWorld, type PolicyWorld } from '../support/policy-world.js';

let world: PolicyWorld;
beforeAll(async () => {
  world = await aPolicyWorld({ today: '2026-07-01' });
  const { id } = await aPolicy(world.db, {
    ...{ sellerId: world.seller.organization.id, issuerId: world.issuer.organization.id, premium: '365.00' },
    createdAt: new Date('2026-01-05T12:00:00Z'),
  });
  const billed = { state: 'DUE', billedOn: '2026-01-06' } as const;
  await Statement.query(world.db).patch(billed).where('policy_id', id);
  const chartOfAccounts = { RECEIVABLE: { name: 'Assets:Debtors', number: '1200' } };
  await changeOrganization(world.db, { organizationId: world.issuer.organization.id, chartOfAccounts });
});
afterAll(() => world.close());

const january = 'from=2026-01-01&to=2026-01-31';
const get = (query: string, by = world.issuer) => world.get(`/report/postings?${query}`, by);

const written = {
  ...{ date: '2026-01-31', kind: 'WRITTEN', description: 'Premium written', currency: 'USD' },
  postings: [
    { account: 'Assets:Receivable:Unbilled', number: null, amount: 365 },
    { account: 'Income:WrittenPremiumDeferred', number: null, amount: 365 },
    { account: 'Income:WrittenPremium', number: null, amount: -365 },
    { account: 'Liabilities:UnearnedPremium', number: null, amount: -365 },
  ],
};

describe('GET /report/postings', () => {
  it('has balanced transactions on the accounts of the chart', async () => {
    const { body } = await get(january).expect(200);
    expect(body).toMatchObject({ from: '2026-01-01', to: '2026-01-31', by: 'month', closedThrough: null });
    expect(body.transactions).toEqual([
      written,
      {
        ...{ date: '2026-01-31', kind: 'EARNED', description: 'Premium earned', currency: 'USD' },
        postings: [
          { account: 'Liabilities:UnearnedPremium', number: null, amount: 31 },
          { account: 'Income:EarnedPremium', number: null, amount: -31 },
        ],
      },
      {
        ...{ date: '2026-01-31', kind: 'BILLED', description: 'Statements billed', currency: 'USD' },
        postings: [
          { account: 'Assets:Debtors', number: '1200', amount: 365 },
          { account: 'Assets:Receivable:Unbilled', number: null, amount: -365 },
        ],
      },
    ]);
  });

  it('is by day, too', async () => {
    const { body } = await get('from=2026-01-05&to=2026-01-06&by=day').expect(200);
    const heads = body.transactions.map(({ date, kind }: typeof written) => `${date} ${kind}`);
    expect(heads).toEqual(['2026-01-05 WRITTEN', '2026-01-06 BILLED']);
  });

  it('is CSV and Beancount text', async () => {
    const csv = await get('from=2026-01-06&to=2026-01-06&by=day&format=csv').expect(200);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.text).toBe(
      'date,kind,description,currency,account,number,debit,credit\r\n' +
        '2026-01-06,BILLED,Statements billed,USD,Assets:Debtors,1200,365.00,\r\n' +
        '2026-01-06,BILLED,Statements billed,USD,Assets:Receivable:Unbilled,,,365.00\r\n',
    );
    const text = await get('from=2026-01-06&to=2026-01-06&by=day&format=beancount').expect(200);
    expect(text.headers['content-disposition']).toContain('postings-2026-01-06-2026-01-06.beancount');
    expect(text.text).toBe(
      '; Postings from 2026-01-06 to 2026-01-06, closed through no month.\n\n' +
        '2026-01-06 open Assets:Debtors\n  number: "1200"\n2026-01-06 open Assets:Receivable:Unbilled\n\n' +
        '2026-01-06 * "Statements billed"\n  kind: "BILLED"\n' +
        '  Assets:Debtors  365.00 USD\n  Assets:Receivable:Unbilled  -365.00 USD\n',
    );
  });

  it.each([
    ['from=2026-01-02&to=2026-01-31', 'from'],
    ['from=2026-01-01&to=2026-01-30', 'to'],
    ['from=2026-02-01&to=2026-01-31', 'to'],
    ['from=2026-01-01&to=2027-01-02&by=day', 'to'],
    [`${january}&by=week`, 'by'],
    [`${january}&format=xlsx`, 'format'],
    [`${january}&quarter=1`, 'quarter'],
  ])('refuses %s', async (query, field) => {
    const { body } = await get(query).expect(400);
    expect(body.errors).toMatchObject([{ field }]);
  });

  it('is for the issuer, with policies:read, of a clock that it has', async () => {
    expect((await get(january, world.seller).expect(200)).body.transactions).toEqual([]);
    await get(january, await anOrganization(world.db, { permissions: ['quotes:read'] })).expect(403);
    await get(`${january}&clockId=${randomUUID()}`).expect(404);
  });
});

describe('POST /report/postings/close', () => {
  const close = (body: object, by = world.issuer) => world.post('/report/postings/close', body, by);

  it('closes a month, once, in order, and is audited', async () => {
    const before = (await get(january).expect(200)).body;
    const { body } = await close({ month: '2026-01' }).expect(200);
    expect(body).toEqual({ month: '2026-01', clockId: null, closedTimestamp: '2026-07-01T12:00:00.000Z' });
    expect((await get(january).expect(200)).body).toEqual({ ...before, closedThrough: '2026-01-31' });
    const again = await close({ month: '2026-01' }).expect(409);
    expect(again.body.detail).toBe('2026-01 is closed already');
    expect((await close({ month: '2026-03' }).expect(409)).body.detail).toBe(
      'the next month to close is 2026-02',
    );
    expect((await close({ month: '2026-07' }).expect(409)).body.detail).toBe('2026-07 is not over');
    const audited = await world.db('audit_log').where('action', 'MONTH_CLOSED');
    expect(audited).toMatchObject([{ details: { month: '2026-01' }, actor_kind: 'API_KEY' }]);
  });

  it('needs its permission, a month, and a clock that there is', async () => {
    const reader = await anOrganization(world.db, { permissions: ['policies:read', 'policies:write'] });
    await close({ month: '2026-01' }, reader).expect(403);
    for (const month of ['2026-13', '2026-1', 7, undefined]) {
      const { body } = await close({ month }).expect(400);
      expect(body.errors).toMatchObject([{ field: 'month' }]);
    }
    await close({ month: '2026-02', clockId: randomUUID() }).expect(404);
  });
});

it('is a command, which is audited', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ioi-postings-'));
  const command = new Command().exitOverride();
  const work = { withDatabase: (use: (db: typeof world.db) => Promise<unknown>) => use(world.db) };
  addReportCommands(command, work as never);
  const file = path.join(folder, 'january.csv');
  const options = ['--from', '2026-01-01', '--to', '2026-01-31', '--out', file];
  const organization = ['--organization', world.issuer.organization.id];
  await command.parseAsync(['node', 'report', 'postings', ...organization, ...options]);
  const { text } = await get(`${january}&format=csv`).expect(200);
  expect(await readFile(file, 'utf8')).toBe(text);
  const [entry] = await world.db('audit_log').where({ action: 'REPORT_READ', actor_kind: 'OPERATOR' });
  expect(entry.details).toMatchObject({ name: 'postings', from: '2026-01-01', format: 'csv' });
  await rm(folder, { recursive: true });
});
