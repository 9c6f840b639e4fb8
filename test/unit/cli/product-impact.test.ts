import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import exceljs from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { intakeRules } from '../../../cli/impact/intake-rules.js';
import { intakeSource } from '../../../cli/impact/intake-source.js';
import { RatingCrew } from '../../../documents/impact/rating-crew.js';
import { setupOf } from '../../../documents/impact/rating-setup.js';
import { readDefinitionFile } from '../../../documents/product-files/read-definition.js';
import { aShopBook, intakesCsv, runProduct } from '../../support/shop-book.js';

let folder: string;
let before: string;
let after: string;
let intakes: string;
const file = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ioi-impact-'));
  ({ before, after, intakes } = await aShopBook(folder));
});
afterAll(() => rm(folder, { recursive: true }));

const impact = (...more: string[]) => runProduct('impact', before, after, '--intakes', intakes, ...more);

describe('product impact on a file of intakes', () => {
  it('adds the contributions up to the change, and splits it', async () => {
    const [json] = await impact('--by', 'business.place,business.sales@100000', '--json');
    const found = JSON.parse(json!);
    expect(found).toMatchObject({
      candidate: { file: after, key: 'corner-shop', version: '0.2.0' },
      risks: 400,
      outcomes: { QUOTED_ON_BOTH: 300, QUOTED_ON_BASELINE_ONLY: 100, QUOTED_ON_CANDIDATE_ONLY: 0 },
      noLongerQuoted: { quotes: 100 },
      reasons: [{ risks: 100 }],
    });
    const contributions: { title: string; premium: string; taxesAndFees: string; lost: number }[] =
      found.contributions;
    expect(contributions.map(({ title }) => title)).toEqual([
      'Rate per $1,000 of sales (table places)',
      'policy step "Minimum premium"',
      'tax or fee POLICY_FEE',
      'rule too-many-claims',
    ]);
    const sum = (of: 'premium' | 'taxesAndFees') =>
      contributions.reduce((total, one) => total + Number(one[of]), 0);
    expect(sum('premium')).toBeCloseTo(Number(found.premium.candidate) - Number(found.premium.against), 6);
    expect(sum('taxesAndFees')).toBe(300 * 5);
    expect(contributions[2]).toMatchObject({ premium: '0.00', taxesAndFees: '1500.00', changed: 300 });
    expect(contributions[3]).toMatchObject({ premium: '0.00', lost: 100 });

    const [places, sales] = found.splits;
    expect(places.groups).toMatchObject([
      { label: 'CITY', risks: 200, lost: 100 },
      { label: 'COUNTRY', risks: 200, lost: 0 },
    ]);
    expect(sales.groups.map(({ label }: { label: string }) => label)).toEqual([
      'below 100,000',
      '100,000 and more',
    ]);
  });

  it('prints what it found', async () => {
    const text = (await impact('--target', '+10%')).join('\n');
    expect(text).toContain('corner-shop 0.2.0 (after.yaml) against corner-shop 0.1.0 (corner-shop.yaml)');
    expect(text).toContain('400 intakes: 300 quoted on both, 100 no longer');
    expect(text).toMatch(
      /Off-balance factor for \+10\.0% on the premium before: [\d.]+ as a ratio; rated again/,
    );
    expect(text).toMatch(/table places\) +\+[\d,.]+/);
    expect(text).toMatch(/Four or more claims in the last five years\. +100/);
  });

  it('writes CSV files, a workbook and a PDF', async () => {
    const names = ['csv', 'splits', 'contributions', 'risks', 'excel', 'pdf'] as const;
    const files = names.map((name) => [`--${name}`, file(`out.${name}`)]);
    await impact('--by', 'business.place', ...files.flat());
    const lines = async (name: string) => (await readFile(file(`out.${name}`), 'utf8')).trim().split('\r\n');
    expect((await lines('splits'))[1]).toMatch(/^business\.place,CITY,200,100,/);
    expect((await lines('contributions'))[0]).toMatch(/^change,Premium,Of premium before,Taxes and fees,/);
    const risks = await lines('risks');
    expect(risks).toHaveLength(401);
    expect(risks[0]).toMatch(/^id,effectiveDate,term,outcomeBefore,outcomeAfter,.*,business\.place$/);
    expect(risks[1]).toBe(
      'R1,2026-05-01,ANNUAL,QUOTED,QUOTED,250.00,300.00,50.00,20.000,25.00,30.00,COUNTRY',
    );
    expect(risks[4]).toMatch(/^R4,2026-05-01,ANNUAL,QUOTED,DECLINED,250\.00,,,,25\.00,,CITY$/);
    const workbook = new exceljs.Workbook();
    await workbook.xlsx.readFile(file('out.excel'));
    expect(workbook.worksheets.map(({ name }) => name)).toEqual([
      'Summary',
      'Distribution',
      'Contributions',
      'By business.place',
      'Not quoted',
      'Risks',
    ]);
    expect(workbook.getWorksheet('Risks')?.rowCount).toBe(401);
    expect(workbook.getWorksheet('Contributions')?.getCell('A2').value).toBe(
      'Rate per $1,000 of sales (table places)',
    );
    expect((await readFile(file('out.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('rates in threads what this process would rate, in the same order', async () => {
    const large = file('large.csv');
    await writeFile(large, intakesCsv(2500));
    const definitions = await Promise.all(
      [before, after].map(async (name) => (await readDefinitionFile(name)).definition),
    );
    const [a, b] = definitions as [
      NonNullable<(typeof definitions)[0]>,
      NonNullable<(typeof definitions)[0]>,
    ];
    const rules = intakeRules(a, b, { action: undefined, effectiveDate: null });
    const crew = new RatingCrew({ ...setupOf(a, b, { by: undefined, atMost: 20 }), intakes: rules });
    const ids: string[] = [];
    try {
      for await (const { rated } of crew.rated(intakeSource(large, rules.questions).jobs())) {
        ids.push(...rated.map((risk) => risk?.id ?? ''));
      }
    } finally {
      await crew.stop();
    }
    expect(ids).toEqual(Array.from({ length: 2500 }, (_, index) => `R${index + 1}`));
  });

  it('reads the cases of a product, and lists in YAML and JSON', async () => {
    const cases = file('corner-shop.cases.yaml');
    expect((await runProduct('impact', before, after, '--intakes', cases))[1]).toMatch(/^7 intakes: /);
    const list = file('intakes.json');
    const answers = {
      'client.name': 'Shop',
      'business.place': 'CITY',
      'business.sales': '400000',
      'claims.count': '0',
    };
    await writeFile(list, JSON.stringify([{ answers }]));
    const found = await runProduct(
      'impact',
      before,
      after,
      '--intakes',
      list,
      '--effective-date',
      '2026-01-01',
    );
    expect(found.join('\n')).toContain('Premium 960.00 -> 1,080.00, +120.00 (+12.5%)');
    await expect(runProduct('impact', before, after, '--intakes', list)).rejects.toThrow(
      'has no effectiveDate',
    );
  });

  it('names the file, the line and the column of what it cannot use', async () => {
    const bad = file('bad.csv');
    await writeFile(bad, 'name,effectiveDate,business.plac\nR1,2026-01-01,CITY\n');
    await expect(runProduct('impact', before, after, '--intakes', bad)).rejects.toThrow(
      /bad\.csv:1:3: error: the column "business\.plac" .*did you mean "business\.place"/,
    );
    await writeFile(bad, 'name,effectiveDate,term\nR1,2026-01-01,ANNUAL\nR2,2026-13-01,YEARLY\n');
    await expect(runProduct('impact', before, after, '--intakes', bad)).rejects.toThrow(
      /bad\.csv:3:2: error: effectiveDate: must be .*\n.*bad\.csv:3:3: error: term: must be EIGHTEEN_MONTHS/,
    );
    await writeFile(bad, 'R1,"no end');
    await expect(runProduct('impact', before, after, '--intakes', bad)).rejects.toThrow(`Cannot read ${bad}`);
    await expect(runProduct('impact', before, after, '--intakes', file('none.csv'))).rejects.toThrow(
      'there is no such file',
    );
    await expect(impact('--by', 'business.plac')).rejects.toThrow('did you mean "business.place"');
    await expect(runProduct('impact', before, after)).rejects.toThrow('Say which risks');
    await expect(runProduct('impact', before, '--intakes', intakes)).rejects.toThrow(
      'Name two product files',
    );
    await expect(impact('--risks', file('nowhere/risks.csv'))).rejects.toThrow('the folder does not exist');
  });
});
