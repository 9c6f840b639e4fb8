import { Writable } from 'node:stream';
import ExcelJS from 'exceljs';
import { expect, it, vi } from 'vitest';
import type { ReportBatch } from '../../../db/reports/read-report.js';
import { workbookBytes, writeWorkbook } from '../../../documents/excel/write-workbook.js';
import { reportWorkbook } from '../../../documents/reports/report-workbook.js';

const report = {
  name: 'premium',
  organizationId: '',
  asOf: '2026-01-31',
  by: 'state',
  timeZone: 'UTC',
} as const;
const figures = { written: '365.00', earned: '-0.05', unearned: '12345678901.23' };

async function* batches(states: readonly string[][]): AsyncGenerator<ReportBatch> {
  for (const [index, each] of states.entries()) {
    const rows = each.map((state) => ({ state, currency: 'USD', ...figures }));
    const total = { state: null, currency: 'USD', ...figures };
    yield { rows, totals: index === states.length - 1 ? [total] : [] };
  }
}

async function read(states: readonly string[][], rowsOfSheet?: number) {
  const bytes = await workbookBytes(reportWorkbook(report, batches(states), rowsOfSheet));
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes as unknown as ArrayBuffer);
  return workbook.worksheets.map((sheet) => ({
    name: sheet.name,
    rows: sheet.getSheetValues().map((row) => (row as unknown[]).slice(1)),
    sheet,
  }));
}

const headings = ['state', 'currency', 'written', 'earned', 'unearned'];
const row = (state: string) => [state, 'USD', 365, -0.05, 12345678901.23];

it('is a workbook with its texts as they are, formats, and a row that stays visible', async () => {
  const texts = ['MA', ' <b> & "Sons"\u0001 ', '=1+1', 'Zürich 🙂'];
  const [first, ...others] = await read([texts.slice(0, 2), texts.slice(2)]);
  expect(others).toEqual([]);
  const { name, rows, sheet } = first!;
  expect(name).toBe('2026-01-31');
  expect(rows.slice(1)).toEqual([
    headings,
    ...['MA', ' <b> & "Sons" ', '=1+1', 'Zürich 🙂'].map(row),
    row('TOTAL'),
  ]);
  expect(sheet.getCell('A1').font.bold).toBe(true);
  expect(sheet.getCell('C2').numFmt).toBe('#,##0.00');
  expect(sheet.getCell('C6')).toMatchObject({ numFmt: '#,##0.00', font: { bold: true } });
  expect(sheet.views).toMatchObject([{ state: 'frozen', ySplit: 1 }]);
});

it('has counts without decimals, and their totals', async () => {
  async function* ofParts(): AsyncGenerator<ReportBatch> {
    const row = { coverage: 'LIABILITY', riskState: 'TX', currency: 'USD', ...figures };
    const inForce = { inForcePremium: '365.00', inForceCount: '1200' };
    const total = { ...row, ...inForce, coverage: null, riskState: null, inForceCount: '900' };
    yield { rows: [{ ...row, ...inForce }], totals: [total] };
  }
  const bytes = await workbookBytes(reportWorkbook({ ...report, by: 'coverage,riskState' }, ofParts()));
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes as unknown as ArrayBuffer);
  const sheet = workbook.worksheets[0]!;
  expect(sheet.getCell('H1').value).toBe('inForceCount');
  expect(sheet.getCell('H2')).toMatchObject({ value: 1200, numFmt: '#,##0' });
  expect(sheet.getCell('H3')).toMatchObject({ value: 900, numFmt: '#,##0', font: { bold: true } });
  expect(sheet.getCell('G2')).toMatchObject({ value: 365, numFmt: '#,##0.00' });
});

it('continues on another sheet when one is full', async () => {
  const sheets = await read([['A', 'B'], ['C', 'D'], ['E'], []], 4);
  expect(sheets.map(({ name, rows }) => [name, ...rows.slice(1)])).toEqual([
    ['2026-01-31', headings, ...['A', 'B', 'C', 'D'].map(row)],
    ['2026-01-31 (2)', headings, row('E'), row('TOTAL')],
  ]);
});

it('has its headings if there are no rows', async () => {
  const sheets = await read([]);
  expect(sheets.map(({ rows }) => rows.slice(1))).toEqual([[headings]]);
});

it('ends its reading of the rows when nobody takes the file any more', async () => {
  let isEnded = false;
  async function* endless(): AsyncGenerator<ReportBatch> {
    try {
      for (;;) yield* batches([Array.from({ length: 500 }, (_, index) => `State ${index} ${Math.random()}`)]);
    } finally {
      isEnded = true;
    }
  }
  const gone = new Writable({ write: (_chunk, _encoding, done) => done(new Error('connection lost')) });
  await expect(writeWorkbook(reportWorkbook(report, endless()), gone)).rejects.toThrow('connection lost');
  await vi.waitFor(() => expect(isEnded).toBe(true));
});
