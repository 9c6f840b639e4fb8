import { sampleData } from '../cli/forms/sample-data.js';
import { demoProducts } from '../db/seeds/demo-products.js';
import { pdfDefinition } from '../documents/pdf/pdf-definition.js';
import { RenderPool } from '../documents/pdf/render-pool.js';
import type { ResolvedDocument } from '../domain/forms/resolved.js';
import { utcDate } from '../domain/ground/calendar.js';
import { compileProduct } from '../domain/product/compile-product.js';
import { comparisonFigures, type Figure, memoryFigure, type Round, timeFigure } from './figures.js';
import { type HttpRequest, openHttpCaller } from './http-caller.js';
import { measureLoad } from './load.js';
import { quoteRequest } from './requests.js';
import { type MeasuredService, startMeasuredService } from './service.js';
import { stockPdf } from './stock-pdf.js';

/** Concurrent document requests. */
const callers = 50;

const product = 'general-liability';
const form = 'Quote proposal';

/** Threads share the processor with everything else; the service must add little to the rendering time. */
const target = { p50: 1.1, throughput: 1 / 1.1 };
/** In milliseconds. */
const firstTarget = 1500;
/** Reads during document generation, relative to reads alone. */
const readTarget = { p50: 2 };
const memoryTarget = 1.2;

export interface DocumentBenchOptions {
  seconds: number;
  rounds: number;
}

/**
 * 50 documents at once: relative to pdfmake alone on the same layout, beside reads, and their memory over
 * time.
 */
export async function documentFigures(
  { seconds, rounds }: DocumentBenchOptions,
  output: { progress(line: string): void },
  tell: (figures: Figure[]) => void,
): Promise<void> {
  const durationMs = seconds * 1000;
  const document = await sampleDocument();
  output.progress('Documents in threads, over and over…');
  tell([await memoryOverTime(document, durationMs)]);
  output.progress('Starting the service…');
  const service = await startMeasuredService({ profile: false });
  try {
    const { generate, read } = await requestsOf(service);
    tell([await firstDocument(generate)]);
    await measured(generate, callers, durationMs);
    const documents: Round[] = [];
    const reads: Round[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      output.progress(`${callers} documents at once, round ${round} of ${rounds}…`);
      const alone = await measured(read, 1, durationMs);
      const [made, beside] = await Promise.all([
        measured(generate, callers, durationMs),
        measured(read, 1, durationMs),
      ]);
      documents.push({ service: made, floor: await byPdfmakeAlone(document, durationMs) });
      reads.push({ service: beside, floor: alone });
    }
    tell([
      ...comparisonFigures({
        figure: `documents.#.callers${callers}`,
        title: `POST /generate/document, ${callers} at once`,
        floorTitle: 'pdfmake alone, the same layout',
        rounds: documents,
        target,
      }),
      ...comparisonFigures({
        figure: 'documents.reads.#',
        title: 'reading a quote during document generation',
        floorTitle: 'the same without documents',
        rounds: reads,
        target: readTarget,
      }),
    ]);
  } finally {
    await service.stop();
    await service.clean();
  }
}

async function sampleDocument(): Promise<ResolvedDocument> {
  const demo = (await demoProducts()).find(({ key }) => key === product);
  if (demo === undefined) throw new Error(`There is no demo product ${product}.`);
  const compiled = compileProduct(demo.definition);
  const found = [...compiled.forms.documents.values()].find((one) => one.form.name === form);
  if (found === undefined) throw new Error(`The demo product has no form ${form}.`);
  const about = { organization: 'Bench', today: utcDate(new Date()) };
  return found.fill(sampleData(demo.definition, compiled, demo.intakes.quoted, about)).document;
}

/** In one thread, without the service. */
function byPdfmakeAlone(document: ResolvedDocument, durationMs: number) {
  // A fresh copy, as in the threads: pdfmake modifies its input.
  const work = () => stockPdf(pdfDefinition(structuredClone(document)));
  return measureLoad(callers, durationMs, work);
}

/** Resident memory with its threads, after their start and after many more documents. */
async function memoryOverTime(document: ResolvedDocument, durationMs: number): Promise<Figure> {
  const pool = new RenderPool();
  const work = () => pool.render(document);
  try {
    await measureLoad(callers, durationMs, work);
    const early = process.memoryUsage.rss();
    await measureLoad(callers, 3 * durationMs, work);
    const inMiB = (bytes: number) => bytes / 2 ** 20;
    return memoryFigure(
      'documents.memory',
      'memory after many documents, relative to the first ones',
      [inMiB(process.memoryUsage.rss()), inMiB(early)],
      memoryTarget,
    );
  } finally {
    await pool.stop();
  }
}

/** The thread, the fonts and the form are loaded with it. */
async function firstDocument(generate: HttpRequest): Promise<Figure> {
  const { p50Ms } = await measured(generate, 1, 1);
  return timeFigure('documents.first', 'the first document after a start', p50Ms, firstTarget);
}

async function requestsOf({ demo }: MeasuredService): Promise<{ generate: HttpRequest; read: HttpRequest }> {
  const entry = demo.products.find(({ key }) => key === product);
  const owner = demo.organizations.find(({ id }) => id === entry?.organizationId);
  if (entry === undefined || owner === undefined) throw new Error(`There is no demo product ${product}.`);
  const formConfigId = entry.forms.find(({ name }) => name === form)?.formConfigId;
  const headers = { Authorization: `Basic ${btoa(`${owner.apiKey}:${owner.apiSecret}`)}` };
  const url = (path: string) => new URL(`/ioi/v3${path}`, demo.baseUrl);
  const post = (path: string, body: object): HttpRequest => ({
    ...{ method: 'POST', url: url(path), headers },
    body: JSON.stringify(body),
  });
  const caller = await openHttpCaller(quoteRequest(demo, product, true));
  const { metadata } = JSON.parse((await caller.call()).toString()) as {
    metadata: { client: string; quotes: { requestId: string }[] };
  };
  caller.close();
  const quoteId = metadata.quotes[0]?.requestId ?? '';
  return {
    generate: post('/generate/document', {
      productId: entry.lineId,
      formConfigId,
      clientId: metadata.client,
      quoteId,
    }),
    read: { method: 'GET', url: url(`/quote/${quoteId}`), headers },
  };
}

async function measured(request: HttpRequest, count: number, durationMs: number) {
  const open = await Promise.all(Array.from({ length: count }, () => openHttpCaller(request)));
  try {
    return await measureLoad(count, durationMs, async (caller) => open[caller]?.call());
  } finally {
    for (const caller of open) caller.close();
  }
}
