import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { excelWorksheet } from '../../documents/worksheets/excel.js';
import { liveDocumentOf, sheetChanges, whyNotSame } from '../support/sheet-changes.js';
import { openSpreadsheet } from '../support/spreadsheet.js';
import { sheetSubjects } from './subjects.js';

/**
 * `npm run test:workbooks -- --changes 500 --python /usr/bin/python3`: writes the workbooks of products, changes inputs in
 * LibreOffice as somebody does who asks "what if", and compares what its formulas come to with what the service rates. Needs
 * LibreOffice Calc and its Python (`apt-get install libreoffice-calc python3-uno`).
 */
const { values: flags } = parseArgs({
  options: {
    changes: { type: 'string', default: '500' },
    seed: { type: 'string', default: '2026' },
    python: { type: 'string', default: '/usr/bin/python3' },
    only: { type: 'string' },
  },
});

const say = (line: string) => console.log(line);
const folder = mkdtempSync(join(tmpdir(), 'workbooks-'));
const subjects = (await sheetSubjects()).filter(
  ({ name }) => flags.only === undefined || name.includes(flags.only),
);
const each = Math.ceil(Number(flags.changes) / subjects.length);

const office = spawn(flags.python, [fileURLToPath(new URL('./recalculate.py', import.meta.url))], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const answers = createInterface({ input: office.stdout })[Symbol.asyncIterator]();

let [compared, quoted, wrong] = [0, 0, 0];
for (const [index, subject] of subjects.entries()) {
  const { document } = liveDocumentOf(subject);
  const bytes = await excelWorksheet(document);
  const file = join(folder, `${index}.xlsx`);
  writeFileSync(file, bytes);
  const book = await openSpreadsheet(bytes);
  const row = (label: string) => book.rowOf('Summary', label);
  const first = row('Coverage') + 1;
  const count = document.worksheet.allocation?.rows.length ?? 0;
  const summary = (cell: string) => ({ sheet: 'Summary', cell });
  const reads = [
    summary(`B${row('With these inputs')}`),
    summary(`D${row('To pay')}`),
    ...Array.from({ length: count }, (_, place) => [
      summary(`A${first + place}`),
      summary(`D${first + place}`),
    ]).flat(),
  ];
  const { changes, leftOut } = sheetChanges(subject, document, {
    count: each,
    seed: Number(flags.seed) + index,
  });
  office.stdin.write(`${JSON.stringify({ file, changes: changes.map(({ cells }) => cells), reads })}\n`);
  const results = JSON.parse(String((await answers.next()).value)) as unknown[][];
  let failures = 0;
  changes.forEach(({ says, rating }, place) => {
    const [outcome, toPay, ...rest] = results[place] ?? [];
    const parts = Array.from({ length: count }, (_, at) => ({ code: rest[2 * at], part: rest[2 * at + 1] }));
    const why = whyNotSame(rating, { outcome, toPay, parts });
    compared += 1;
    if (rating.outcome === 'QUOTED') quoted += 1;
    if (why === null) return;
    failures += 1;
    say(`  ${says}: ${why}`);
  });
  wrong += failures;
  const frozen = document.worksheet.live?.frozen.length ?? 0;
  say(
    `${subject.name}: ${changes.length} changes, ${failures} wrong, ${leftOut} left out, ${frozen} parts stay as rated, ${bytes.length} bytes`,
  );
}
office.stdin.end();
say(`${compared} changes, ${quoted} of them quoted, ${wrong} wrong (workbooks in ${folder})`);
process.exitCode = wrong > 0 ? 1 : 0;
