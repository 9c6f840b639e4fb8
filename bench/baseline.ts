import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { packageRoot } from '../cli/ground/package-info.js';
import { type Figure, isRate, tableOf } from './figures.js';

const baselineFile = 'bench/baseline.json';
const page = 'docs/operations/performance.md';
const marks = ['<!-- bench: begin -->', '<!-- bench: end -->'] as const;

const baseline = z.object({
  recorded: z.string(),
  figures: z.record(z.string(), z.object({ ratio: z.number(), ratios: z.tuple([z.number(), z.number()]) })),
});
type Baseline = z.infer<typeof baseline>;

const inRepository = (file: string) => path.join(packageRoot(), file);

async function readBaseline(): Promise<Baseline> {
  return baseline.parse(JSON.parse(await readFile(inRepository(baselineFile), 'utf8')));
}

/** What got slower than in the baseline, by more than the rounds of both runs differ. */
export async function comparisonText(figures: readonly Figure[]): Promise<string> {
  const { recorded, figures: before } = await readBaseline();
  const slower = figures.flatMap(({ figure, ratio, ratios, unit }) => {
    const known = before[figure];
    if (known === undefined || ratio === null || ratios === null) return [];
    const apart = isRate(unit) ? ratios[1] < known.ratios[0] : ratios[0] > known.ratios[1];
    return apart ? [`  ${figure}: ${known.ratio.toFixed(2)}x, now ${ratio.toFixed(2)}x`] : [];
  });
  return slower.length === 0
    ? `Nothing is slower than in the baseline of ${recorded}.`
    : [`Slower than in the baseline of ${recorded}:`, ...slower].join('\n');
}

/** Keeps the figures as the baseline, beside those of it that were not measured, and writes their table into the page. */
export async function recordFigures(figures: readonly Figure[]): Promise<void> {
  const { figures: before } = await readBaseline();
  const now = figures.flatMap(({ figure, ratio, ratios }) =>
    ratio === null || ratios === null ? [] : [[figure, { ratio, ratios }] as const],
  );
  const kept: Baseline = {
    recorded: new Date().toISOString().slice(0, 10),
    figures: { ...before, ...Object.fromEntries(now) },
  };
  // As the formatter writes it, with each pair on a line.
  const json = JSON.stringify(kept, undefined, 2).replaceAll(/\[\s+([\d.]+),\s+([\d.]+)\s+\]/g, '[$1, $2]');
  await writeFile(inRepository(baselineFile), `${json}\n`);
  const text = await readFile(inRepository(page), 'utf8');
  const [begin, end] = marks.map((mark) => text.indexOf(mark));
  if (begin === undefined || end === undefined || begin < 0 || end < begin) {
    throw new Error(`${page} does not have the lines ${marks.join(' and ')}.`);
  }
  const table = `${marks[0]}\n\n${markdownTable(figures)}\n\n`;
  await writeFile(inRepository(page), text.slice(0, begin) + table + text.slice(end));
}

/** Of the figures with a goal: a page that is read has no place for the others. */
function markdownTable(figures: readonly Figure[]): string {
  const [head = [], ...rows] = tableOf(figures.filter(({ goal }) => goal !== null));
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
