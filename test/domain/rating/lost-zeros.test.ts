import { expect, it } from 'vitest';
import { Findings } from '../../../domain/rating/lint/findings.js';
import { lintLostZeros } from '../../../domain/rating/lint/lost-zeros.js';
import { TableUsage } from '../../../domain/rating/lint/table-usage.js';
import { ratingTable } from '../../../domain/rating/tables/table.js';

function warnings(codes: string[], sought: number[] | null = null): number {
  const rows = codes.map((code) => [code, 1]);
  const table = ratingTable.parse({ keys: [{ name: 'code' }], columns: [{ name: 'factor' }], rows });
  const usage = new TableUsage('codes', table);
  usage.noteSought([sought?.map((slot) => ({ slot })) ?? null]);
  const findings = new Findings();
  lintLostZeros(usage, findings);
  return findings.issues.length;
}

it('finds codes that lost their zeros, and takes no amounts or choices for them', () => {
  const zips = ['1001', '43004', '43215', '44101', '90210', '10001'];
  expect(warnings(zips)).toBe(1);
  expect(warnings(zips, [0, 1, 2])).toBe(0);
  expect(warnings(['5000', '10000', '15000', '20000', '25000', '50000', '75000'])).toBe(0);
});
