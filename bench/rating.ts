import { performance } from 'node:perf_hooks';
import { demoProducts } from '../db/seeds/demo-products.js';
import { utcDate } from '../domain/ground/calendar.js';
import { compileProduct } from '../domain/product/compile-product.js';
import type { QuotedRating } from '../domain/rating/run/result.js';
import { comparedRate, type Figure, memoryFigure, rateFigure } from './figures.js';
import { median } from './load.js';
import { autoAnswers, autoPlan, autoTables } from './rating-auto.js';
import { rateAutoByHand } from './rating-auto-by-hand.js';
import { rateByHand } from './rating-by-hand.js';
import { decisionGraph } from './rating-graph.js';
import { graphInput } from './rating-graph-input.js';

const targets = {
  withWorksheet: 6_000,
  without: 20_000,
  toHand: 0.5,
  toGraph: 5,
  memory: 1.2,
  autoBare: 0.5,
  autoSheet: 0.3,
};
/** Each side is measured equally often, in turns, so that load on the machine affects both. */
const rounds = 5;
/** Concurrent graphs: their engine has threads of its own, and this keeps it busy. */
const graphsAtOnce = 16;

/**
 * The number of quotes of an auto plan without loops that one core rates in a second, with worksheet lines and without,
 * relative to the same plan written by hand.
 */
export function autoFigures(durationMs: number): Figure[] {
  const plan = autoPlan();
  const byHand = rateAutoByHand(autoTables);
  const effectiveDate = utcDate(new Date());
  const rate = (keepWorksheet: boolean) => {
    const result = plan.rate({ answers: autoAnswers, effectiveDate, keepWorksheet });
    if (result.outcome !== 'QUOTED') throw new Error('The auto risk is not quoted.');
    return withLines(result, keepWorksheet);
  };
  sameOrThrow(rate(false), byHand(autoAnswers, effectiveDate).premium, 'by hand');
  const sides: Record<'sheet' | 'bare' | 'hand', number[]> = { sheet: [], bare: [], hand: [] };
  const ms = durationMs / 2;
  for (let round = -1; round < rounds; round++) {
    const [sheet, bare] = [perSecond(ms, () => rate(true)), perSecond(ms, () => rate(false))];
    const hand = perSecond(ms, () => byHand(autoAnswers, effectiveDate));
    if (round < 0) continue; // The first round warms up the compiler.
    sides.sheet.push(sheet);
    sides.bare.push(bare);
    sides.hand.push(hand);
  }
  const compared = (figure: string, title: string, service: number[], target: number) =>
    comparedRate(
      { figure, title: `auto plan on one core, ${title}`, floorTitle: 'written by hand with decimal.js' },
      { service, floor: sides.hand, target },
    );
  return [
    compared('rating.auto.bare', 'premiums only', sides.bare, targets.autoBare),
    compared('rating.auto.sheet', 'with worksheet', sides.sheet, targets.autoSheet),
  ];
}

/**
 * The number of `general-liability` quotes that one core rates in a second, with and without worksheet lines;
 * the same plan written by hand, and as a decision graph if that engine is installed; and whether memory use
 * stays constant.
 */
export async function ratingFigures(durationMs: number): Promise<Figure[]> {
  const product = (await demoProducts()).find(({ key }) => key === 'general-liability');
  const plan = product && compileProduct(product.definition).plans.get('standard');
  if (!product || !plan) throw new Error('There is no general-liability product to rate.');
  const answers = product.intakes.quoted;
  const request = { answers, effectiveDate: utcDate(new Date()) };
  const rate = (keepWorksheet: boolean) => {
    const result = plan.rate({ ...request, keepWorksheet });
    if (result.outcome !== 'QUOTED') throw new Error('The general-liability intake is not quoted.');
    return withLines(result, keepWorksheet);
  };
  const hand = rateByHand(product.definition.tables);
  const graph = await graphOf(product.definition.tables, graphInput(answers));
  sameOrThrow(rate(false), hand(answers).premium, 'by hand');

  const sides: Record<'sheet' | 'bare' | 'hand' | 'graph', number[]> = {
    sheet: [],
    bare: [],
    hand: [],
    graph: [],
  };
  const ms = durationMs / 2;
  for (let round = -1; round < rounds; round++) {
    const sheet = perSecond(ms, () => rate(true));
    const bare = perSecond(ms, () => rate(false));
    const byHand = perSecond(ms, () => hand(answers));
    const byGraph = graph && (await graphsPerSecond(ms, graph, rate(false)));
    if (round < 0) continue; // The first round warms up the compiler.
    sides.sheet.push(sheet);
    sides.bare.push(bare);
    sides.hand.push(byHand);
    if (byGraph !== null) sides.graph.push(byGraph);
  }
  const alone = 'rating on one core';
  const compared = [
    comparedRate(
      {
        figure: 'rating.vs-hand',
        title: `${alone}, premiums only`,
        floorTitle: 'written by hand with decimal.js',
      },
      { service: sides.bare, floor: sides.hand, target: targets.toHand },
    ),
  ];
  if (graph) {
    const title = {
      figure: 'rating.vs-graph',
      title: `${alone}, premiums only`,
      floorTitle: 'graph in zen-engine',
    };
    compared.push(comparedRate(title, { service: sides.bare, floor: sides.graph, target: targets.toGraph }));
  }
  return [
    rateFigure('rating.with-worksheet', alone, median(sides.sheet), targets.withWorksheet),
    rateFigure('rating.without-worksheet', `${alone}, premiums only`, median(sides.bare), targets.without),
    ...compared,
    memoryAfter(rate),
  ];
}

/** The premium, after the lines of the worksheet were written: that happens when they are read. */
function withLines({ premium, worksheet }: QuotedRating, kept: boolean): string {
  if (kept !== worksheet.length > 0)
    throw new Error('The worksheet has lines, or none, against what was asked.');
  return premium;
}

function perSecond(ms: number, once: () => unknown): number {
  const begin = performance.now();
  const used = process.cpuUsage();
  let count = 0;
  for (; performance.now() - begin < ms; count++) once();
  return count / secondsOfCore(used);
}

/** CPU time since then, of all threads: load of other processes and the number of cores do not affect it. */
function secondsOfCore(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000_000;
}

/** Memory after 100,000 quotes relative to memory after 10,000, which reveals leaks. */
function memoryAfter(rate: (keepWorksheet: boolean) => unknown): Figure {
  const rateMany = (count: number) => {
    for (let index = 0; index < count; index++) rate(true);
    return process.memoryUsage.rss() / 2 ** 20;
  };
  const early = rateMany(10_000);
  return memoryFigure(
    'rating.memory',
    'after 100,000 quotes : after 10,000',
    [rateMany(90_000), early],
    targets.memory,
  );
}

interface Graph {
  premium(): Promise<string>;
}

/** Null if the decision graph engine, a development dependency, is not installed. */
async function graphOf(tables: Parameters<typeof decisionGraph>[0], input: object): Promise<Graph | null> {
  const zen = await import('@gorules/zen-engine').catch(() => null);
  if (zen === null) return null;
  const decision = new zen.ZenEngine().createDecision(decisionGraph(tables));
  const premium = async () => Number((await decision.evaluate(input)).result.premium).toFixed(2);
  return { premium };
}

async function graphsPerSecond(ms: number, { premium }: Graph, expected: string): Promise<number> {
  sameOrThrow(expected, await premium(), 'as a graph');
  const begin = performance.now();
  const used = process.cpuUsage();
  let count = 0;
  for (; performance.now() - begin < ms; count += graphsAtOnce) {
    await Promise.all(Array.from({ length: graphsAtOnce }, premium));
  }
  return count / secondsOfCore(used);
}

function sameOrThrow(ours: string, theirs: string, how: string): void {
  if (ours !== theirs) throw new Error(`The plan rates ${ours}, but ${how} the result is ${theirs}.`);
}
