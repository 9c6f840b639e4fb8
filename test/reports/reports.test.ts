import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { addReportCommands } from '../../cli/commands/report.js';
import type { Policy } from '../../db/models/policy.js';
import { Statement } from '../../db/models/statement.js';
import { answered } from '../support/client-factory.js';
import { anOrganization } from '../support/identity-factory.js';
import { aPolicy } from '../support/policy-factory.js';
import { aPolicyWorld, type PolicyWorld } from '../support/policy-world.js';

let world: PolicyWorld;
let folder: string;
let policies: Policy[];

beforeAll(async () => {
  world = await aPolicyWorld({ today: '2026-07-01' });
  folder = await mkdtemp(path.join(tmpdir(), 'ioi-reports-'));
  const given = { sellerId: world.seller.organization.id, issuerId: world.issuer.organization.id };
  const inState = (state: string) => ({
    answers: { ...answered('client.name', 'Harbor Bakery LLC'), ...answered('client.state', state) },
  });
  const first = await aPolicy(world.db, {
    ...given,
    ...inState('MA'),
    policyNumber: 'A-1',
    premium: '365.00',
  });
  const product = { productId: first.productId, versionId: first.productVersionId };
  const second = await aPolicy(world.db, {
    ...{ ...given, ...inState('=1+1'), product, policyNumber: 'A-2', premium: '730.00' },
    effectiveDate: '2026-02-01',
  });
  await Statement.query(world.db)
    .patch({ state: 'PAST_DUE', billedOn: '2026-01-01' })
    .where('policy_id', first.id);
  policies = [first, second];
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.close();
});

const get = (query: string, by = world.issuer) => world.get(`/report/${query}`, by);

describe('the premium of the policies that an organization issued', () => {
  it('is written, earned and unearned by policy and term, with a total', async () => {
    const { body } = await get('premium?asOf=2026-01-31').expect(200);
    const [first, second] = policies;
    expect(body).toMatchObject({ report: 'premium', asOf: '2026-01-31', by: 'term' });
    expect(body.rows).toEqual([
      {
        ...{ policyNumber: 'A-1', policyId: first!.id, termNumber: 1, termEffectiveDate: '2026-01-01' },
        ...{ line: first!.productName, state: 'MA', currency: 'USD' },
        ...{ written: 365, earned: 31, unearned: 334 },
      },
      expect.objectContaining({ policyId: second!.id, written: 730, earned: 0, unearned: 730 }),
    ]);
    expect(body.totals).toEqual([{ currency: 'USD', written: 1095, earned: 31, unearned: 1064 }]);
  });

  it('counts a change from the day on which it was recorded', async () => {
    const { body } = await get('premium?asOf=2025-12-22').expect(200);
    expect(body.totals).toEqual([{ currency: 'USD', written: 365, earned: 0, unearned: 365 }]);
    const before = await get('premium?asOf=2025-12-21').expect(200);
    expect(before.body).toMatchObject({ rows: [], totals: [] });
  });

  it('is grouped by state and by line', async () => {
    const { body } = await get('premium?asOf=2026-01-31&by=state').expect(200);
    expect(body.rows).toEqual([
      { state: '=1+1', currency: 'USD', written: 730, earned: 0, unearned: 730 },
      { state: 'MA', currency: 'USD', written: 365, earned: 31, unearned: 334 },
    ]);
    const lines = await get('premium?asOf=2026-01-31&by=line').expect(200);
    expect(lines.body.rows).toEqual([{ line: policies[0]!.productName, ...lines.body.totals[0] }]);
  });

  it('is grouped by what its lines are for, and by two of them, with premium in force', async () => {
    const { body } = await get('premium?asOf=2026-01-31&by=state,line').expect(200);
    const { productName: line } = policies[0]!;
    const none = { exposureName: null, writtenExposure: null, earnedExposure: null };
    const figures = {
      written: 365,
      earned: 31,
      unearned: 334,
      inForcePremium: 365,
      inForceCount: 1,
      ...none,
    };
    const notYet = { written: 730, earned: 0, unearned: 730, inForcePremium: 0, inForceCount: 0, ...none };
    expect(body).toMatchObject({ report: 'premium', by: 'state,line' });
    expect(body.rows).toEqual([
      { state: '=1+1', line, currency: 'USD', ...notYet },
      { state: 'MA', line, currency: 'USD', ...figures },
    ]);
    const all = { written: 1095, earned: 31, unearned: 1064, inForcePremium: 365, inForceCount: 1, ...none };
    expect(body.totals).toEqual([{ currency: 'USD', ...all }]);
    const later = await get('premium?asOf=2026-02-01&by=coverage').expect(200);
    expect(later.body.rows).toMatchObject([{ coverage: null, inForcePremium: 1095, inForceCount: 2 }]);
  });

  it('is for the organization that issued them only, with policies:read', async () => {
    const sold = await get('premium?asOf=2026-01-31', world.seller).expect(200);
    expect(sold.body.rows).toEqual([]);
    const reader = await anOrganization(world.db, { permissions: ['quotes:read'] });
    await get('premium?asOf=2026-01-31', reader).expect(403);
  });
});

describe('receivables', () => {
  it('are billed, paid, due, past due and credit', async () => {
    const { body } = await get('receivables?asOf=2026-01-31&by=policy').expect(200);
    const open = { billed: 365, paid: 0, due: 365, pastDue: 365, credit: 0 };
    expect(body.rows).toMatchObject([open, { billed: 0, due: 0 }]);
    expect(body.totals).toEqual([{ currency: 'USD', ...open }]);
    const onItsDueDate = await get('receivables?asOf=2026-01-01').expect(200);
    expect(onItsDueDate.body.totals).toMatchObject([{ due: 365, pastDue: 0 }]);
  });
});

describe('formats', () => {
  const csv =
    'state,currency,written,earned,unearned\r\n' +
    "'=1+1,USD,730.00,0.00,730.00\r\nMA,USD,365.00,31.00,334.00\r\nTOTAL,USD,1095.00,31.00,1064.00\r\n";

  it('are CSV by the query or by Accept, with no formula of an insured', async () => {
    const asked = await get('premium?asOf=2026-01-31&by=state&format=csv').expect(200);
    expect(asked.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(asked.headers['content-disposition']).toBe('attachment; filename="premium-2026-01-31.csv"');
    expect(asked.text).toBe(csv);
    const accepted = await get('premium?asOf=2026-01-31&by=state').set('Accept', 'text/csv').expect(200);
    expect(accepted.text).toBe(csv);
  });

  it('are a workbook', async () => {
    const { body, headers } = await get('premium?asOf=2026-01-31&format=xlsx')
      .buffer()
      .parse((res, done) => {
        const chunks: Buffer[] = [];
        res
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('end', () => done(null, Buffer.concat(chunks)));
      })
      .expect(200);
    expect(headers['content-type']).toMatch(/spreadsheetml/);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(body);
    const [sheet] = workbook.worksheets;
    expect(sheet!.name).toBe('2026-01-31');
    const values = (row: number) => (sheet!.getRow(row).values as unknown[]).slice(1);
    expect(values(1).slice(-3)).toEqual(['written', 'earned', 'unearned']);
    expect(values(2).slice(-3)).toEqual([365, 31, 334]);
    expect(values(4)[0]).toBe('TOTAL');
    expect(values(4).slice(-3)).toEqual([1095, 31, 1064]);
  });

  it('count policies without decimals', async () => {
    const { text } = await get('premium?asOf=2026-02-01&by=riskState&format=csv').expect(200);
    expect(text).toBe(
      'riskState,currency,written,earned,unearned,inForcePremium,inForceCount,exposureName,writtenExposure,earnedExposure\r\n' +
        ',USD,1095.00,34.00,1061.00,1095.00,2,,,\r\nTOTAL,USD,1095.00,34.00,1061.00,1095.00,2,,,\r\n',
    );
  });

  it('are the same by the command', async () => {
    const out = path.join(folder, 'premium.csv');
    const command = new Command('report');
    addReportCommands(command, {
      withDatabase: (work) => work(world.db),
      print: () => undefined,
      readInput: async () => '',
    });
    const options = [
      '--organization',
      world.issuer.organization.id,
      '--as-of',
      '2026-01-31',
      '--by',
      'state',
    ];
    await command.parseAsync(['premium', ...options, '--out', out], { from: 'user' });
    expect(await readFile(out, 'utf8')).toBe(csv);
  });
});

describe('a reader that leaves', () => {
  const running = async () => {
    const { rows } = await world.db.raw<{ rows: unknown[] }>(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and state = 'active' and query like '%declare report%'`,
    );
    return rows.length;
  };

  it('ends its statement in the database; an organization reads one report at once, the others wait', async () => {
    const blocking = await world.db.transaction();
    onTestFinished(async () => void (blocking.isCompleted() || (await blocking.rollback())));
    await blocking.raw('lock table statements in access exclusive mode');
    const readers = [1, 2].map(() => {
      const reader = get('receivables?asOf=2026-01-31');
      reader.end(() => undefined);
      return reader;
    });
    await vi.waitFor(async () => expect(await running()).toBe(1), 10_000);
    const third = get('receivables?asOf=2026-01-31').expect(200);
    for (const reader of readers) reader.abort();
    await blocking.rollback();
    await third;
    expect(await running()).toBe(0);
  });
});

it.each([
  ['premium?asOf=2026-02-30', 'asOf'],
  ['receivables?asOf=yesterday', 'asOf'],
  ['premium?asOf=9999-12-31', 'asOf'],
  ['premium?asOf=2026-01-31&asOf=2026-02-28', 'asOf'],
  ['premium?asOf=2026-01-31&by=client', 'by'],
  ['premium?by=coverage&by=state', 'by'],
  ['receivables?by=coverage', 'by'],
  ['taxes?by=coverage', 'by'],
  ['receivables?asOf=2026-01-31&format=pdf', 'format'],
])('%s is 400 and names %s', async (query, field) => {
  const { body } = await get(query).expect(400);
  expect(body.errors).toEqual([expect.objectContaining({ field, parameter: field })]);
});

it.each([
  ['premium?by=coverages', '"coverages" is not known; did you mean "coverage"?'],
  ['premium?by=coverage,riskStates', '"riskStates" is not known; did you mean "riskState"?'],
  ['premium?by=coverage,coverage', 'must not name the same twice'],
  ['premium?by=coverage,state,line', 'must name at most 2'],
  ['premium?by=policy,coverage', '"policy" must be alone'],
  ['taxes?by=', 'must be of type, authority, riskState, state, line, productVersion, seller, producer'],
])('%s is 400: %s', async (query, detail) => {
  const { body } = await get(query).expect(400);
  expect(body.errors).toMatchObject([{ field: 'by', detail }]);
});
