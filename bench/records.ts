import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { environmentWith } from '../cli/settings/settings.js';
import { answersTo, answerTo, demoProduct, quoteRequest, requestOf } from './requests.js';
import type { MeasuredService } from './service.js';

/** A quote and its client; every quote has a client of its own. */
export interface QuoteRecord {
  quoteId: string;
  clientId: string;
  lineId: string;
}

export interface PolicyRecord {
  policyId: string;
  clientId: string;
}

/** What is read, in an arbitrary order. It is made when it is first asked for, over the interface of the service. */
export interface Records {
  quotes(): Promise<QuoteRecord[]>;
  policies(): Promise<PolicyRecord[]>;
}

/** Of each kind: together longer than any memory that an API may have of them. */
const wanted = 2_000;

export function recordsOf(service: MeasuredService, policies: number): Records {
  return { quotes: once(() => makeQuotes(service)), policies: once(() => makePolicies(service, policies)) };
}

/** Quotes by many callers at once. This warms up the service, too. */
async function makeQuotes({ demo }: MeasuredService): Promise<QuoteRecord[]> {
  const { lineId } = demoProduct(demo, 'general-liability').product;
  const fire = quoteRequest(demo, 'general-liability', true);
  const answers = await answersTo(Array.from({ length: wanted }, () => fire));
  return shuffled(
    answers.map((answer) => {
      const { metadata } = JSON.parse(answer) as { metadata: { quotes: Record<string, string>[] } };
      const [{ requestId, clientId, quoteDetails } = {}] = metadata.quotes;
      if (!requestId || !clientId || !quoteDetails) throw new Error(`The service gave no quote: ${answer}`);
      return { quoteId: requestId, clientId, lineId };
    }),
  );
}

interface Found {
  totalElements: number;
  content: { id: string; clientId: string }[];
}

/**
 * Policies with a past, out of the whole of a book that the service's own command makes, unless the data folder has one
 * of an earlier run.
 */
async function makePolicies(service: MeasuredService, policies: number): Promise<PolicyRecord[]> {
  const search = (page: number, size: number) =>
    requestOf(service.demo)('POST', '/policy/search', { page, size });
  const found = async (): Promise<Found> => JSON.parse(await answerTo(search(0, 1)));
  // The demo data has policies of its own.
  if ((await found()).totalElements < policies) {
    const command = ['demo', 'book', '--policies', String(policies), '--seed', 'bench'];
    await promisify(execFile)(process.execPath, [path.join(service.folder, 'cli/run.mjs'), ...command], {
      env: environmentWith({ DATA_DIR: service.dataDir, DATABASE_URL: '', OWNER_DATABASE_URL: '' }),
    });
  }
  const { totalElements } = await found();
  const size = 100;
  const pages = Math.floor(totalElements / size);
  const read = Math.min(pages, wanted / size);
  const spread = Array.from({ length: read }, (_, at) => search(Math.floor((at * pages) / read), size));
  const answers = await answersTo(spread, 2);
  return shuffled(
    answers.flatMap((answer) =>
      (JSON.parse(answer) as Found).content.map(({ id, clientId }) => ({ policyId: id, clientId })),
    ),
  );
}

function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}

function shuffled<Value>(values: readonly Value[]): Value[] {
  const keyed = values.map((value) => ({ value, key: Math.random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value);
}
