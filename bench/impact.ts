import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { demoIntakes } from '../db/seeds/demo-products.js';
import { utcDate } from '../domain/ground/calendar.js';
import type { AnswerMap } from '../domain/intake/answers.js';
import { builtModule } from './built-module.js';
import { type Figure, figureOf } from './figures.js';

const key = 'general-liability';
const intakes = 20_000;
/** A million ratings in two minutes of two cores. */
const goal = 4200;

/** `product impact` on a file of intakes: each is read, checked and rated with two versions. */
export async function impactFigure(service: string): Promise<Figure> {
  const { compareFiles } = await builtModule<typeof import('../cli/impact/compare-files.js')>(
    service,
    'cli/impact/compare-files.js',
  );
  const folder = await mkdtemp(path.join(tmpdir(), 'ioi-bench-impact-'));
  try {
    const before = path.join(service, 'db/seeds/products', `${key}.yaml`);
    const after = path.join(folder, 'after.yaml');
    await writeFile(after, (await readFile(before, 'utf8')).replace(/^version: .*$/m, 'version: bench'));
    const file = path.join(folder, 'intakes.csv');
    const { quoted } = await demoIntakes(key);
    await pipeline(Readable.from(linesOf(quoted)), createWriteStream(file));
    const used = process.cpuUsage();
    const { impact } = await compareFiles(
      { before, after, intakes: file },
      { parts: 5, action: 'Standard', effectiveDate: utcDate(new Date()) },
    );
    const { user, system } = process.cpuUsage(used);
    if (impact.risks !== intakes) throw new Error(`Only ${impact.risks} intakes were rated.`);
    const perSecond = (2 * intakes) / ((user + system) / 1e6);
    const title = 'ratings of product impact, in a second of one core';
    return figureOf({ figure: 'impact', title, unit: 'quotes/s', goal }, { service: [perSecond] });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The intake again and again, each time with another revenue of its first place. */
function* linesOf(quoted: AnswerMap): Generator<string> {
  const cells = cellsOf(quoted);
  yield `${cells.map(([name]) => name).join(',')}\n`;
  for (let place = 0; place < intakes; place++) {
    const values = cells.map(([name, value]) =>
      name === 'locations[0].location.revenue' ? String(Number(value) + 100 * place) : JSON.stringify(value),
    );
    yield `${values.join(',')}\n`;
  }
}

/** Columns of an intake file, with the answers: `place` or `locations[0].place`. */
function cellsOf(answers: AnswerMap): [column: string, value: string][] {
  return Object.entries(answers).flatMap(([qid, entry]) => {
    if (entry.type === 'ANSWER') return [[qid, entry.answer]];
    return entry.iterations.flatMap((iteration, index) =>
      cellsOf(iteration.answers).map(([column, value]): [string, string] => [
        `${qid}[${index}].${column}`,
        value,
      ]),
    );
  });
}
