import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Policy } from '../../db/models/policy.js';
import { licenseProduct } from '../../db/products/licenses.js';
import { commissionTerms } from '../../domain/commissions/commission-terms.js';
import { aPolicy } from '../support/policy-factory.js';
import { aPolicyWorld, type PolicyWorld } from '../support/policy-world.js';
import { openSpreadsheet } from '../support/spreadsheet.js';

let world: PolicyWorld;
let policy: Policy;
let query: string;

beforeAll(async () => {
  world = await aPolicyWorld({ today: '2026-07-01' });
  const { seller, issuer, db } = world;
  policy = await aPolicy(db, {
    ...{ sellerId: seller.organization.id, issuerId: issuer.organization.id, premium: '365.00' },
    createdAt: new Date('2026-01-05T12:00:00Z'),
  });
  await licenseProduct(db, {
    ...{ productId: policy.productId, organizationId: seller.organization.id },
    commission: commissionTerms.parse({
      rates: [{ from: '2026-01-01', newBusiness: '0.2', renewal: '0.1' }],
    }),
  });
  query = `/report/bordereau?productId=${policy.productId}&sellerId=${seller.organization.id}&month=2026-01`;
});
afterAll(() => world.close());

const row = {
  'Coverholder Name': 'Harbor Street Agency',
  'Reporting Period (End Date)': '2026-01-31',
  'Risk Inception Date': '2026-01-01',
  'Risk Expiry Date': '2027-01-01',
  'Transaction Type': 'New business',
  'Total Gross Written Premium': 365,
  'Commission %': 20,
  'Commission Amount': 73,
  'Net Premium to Underwriters': 292,
};

describe('GET /report/bordereau', () => {
  it('has the columns of the Coverholder Reporting Standards where the product declares none', async () => {
    const { body } = await world.get(query, world.issuer).expect(200);
    expect(body).toMatchObject({ month: '2026-01', closed: false, totalElements: 1 });
    expect(body.content[0].values).toMatchObject({ ...row, 'Certificate Reference': policy.policyNumber });
    expect(body.columns).toEqual(Object.keys(body.content[0].values));
    const { body: own } = await world.get(query).expect(200);
    expect(own).toEqual(body);
  });

  it('is CSV, with what links a row to its change', async () => {
    const { text, headers } = await world.get(`${query}&format=csv`, world.issuer).expect(200);
    expect(headers['content-disposition']).toContain('bordereau-2026-01.csv');
    const [heading, line, ...rest] = text.trim().split('\r\n');
    expect(rest).toEqual([]);
    expect(heading).toMatch(/^Coverholder Name,.*,Policy Id,Term Number,Ledger Entry,Event,State,Reason$/);
    expect(line).toContain(`,365.00,0.00,20,73.00,292.00,${policy.id},1,`);
    expect(line).toMatch(/,OPEN,$/);
  });

  it('is an Excel workbook', async () => {
    const { body } = await world
      .get(`${query}&format=xlsx`, world.issuer)
      .buffer(true)
      .parse((stream, done) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => done(null, Buffer.concat(parts)));
      })
      .expect(200);
    const { workbook } = await openSpreadsheet(body);
    const sheet = workbook.getWorksheet('2026-01')!;
    const headings = (sheet.getRow(1).values as string[]).slice(1);
    const column = headings.indexOf('Net Premium to Underwriters') + 1;
    expect(sheet.getRow(2).getCell(column).value).toBe(292);
  });

  it.each([
    ['an unknown name', '&months=2', 'months'],
    ['an unknown state', '&state=DONE', 'state'],
    ['an unknown format', '&format=pdf', 'format'],
  ])('refuses %s', async (_, more, field) => {
    const { body } = await world.get(`${query}${more}`, world.issuer).expect(400);
    expect(body.errors).toContainEqual(expect.objectContaining({ field }));
  });

  it('is nobody else’s', async () => {
    await world.get(query, world.stranger).expect(404);
  });
});

describe('POST /report/bordereau/decision', () => {
  const asked = () => ({
    ...{ productId: policy.productId, sellerId: world.seller.organization.id, month: '2026-01' },
    ...{ decision: 'DISPUTED', reason: 'No such insured' },
  });

  it('is audited, and needs a reason for a dispute', async () => {
    const { body: open } = await world.get(query, world.issuer).expect(200);
    const { policyId, termNumber, entryId } = open.content[0];
    const rows = [{ policyId, termNumber, entryId }];
    const decide = (body: object) => world.post('/report/bordereau/decision', body, world.issuer);
    const { body: early } = await decide({ ...asked(), rows }).expect(409);
    expect(early.errors).toMatchObject([{ field: 'month', detail: '2026-01 is not closed' }]);
    await world.post('/report/postings/close', { month: '2026-01' }, world.issuer).expect(200);
    const { body: silent } = await decide({ ...asked(), reason: undefined, rows }).expect(400);
    expect(silent.errors).toMatchObject([{ field: 'reason' }]);
    await decide({ ...asked(), rows: [...rows, ...rows] }).expect(400);
    await decide({ ...asked(), rows }).expect(200, { decided: 1 });
    await world.post('/report/bordereau/decision', { ...asked(), rows }).expect(404);
    expect(await world.db('audit_log').where('action', 'BORDEREAU_DECIDED')).toMatchObject([
      { details: { month: '2026-01', decision: 'DISPUTED', reason: 'No such insured', rows: 1 } },
    ]);
  });
});
