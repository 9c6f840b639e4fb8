import { readlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import pdfmake from 'pdfmake';
import type { ResolvedDocument } from '../../../domain/forms/resolved.js';
import { fontFiles, fonts } from './fonts.js';
import { pdfDefinition } from './pdf-definition.js';

/** What a thread of the pool is sent, and what it answers. */
export interface RenderJob {
  id: number;
  document: ResolvedDocument;
}
export type RenderAnswer = { id: number; pdf: Uint8Array } | { id: number; error: string };

pdfmake.setFonts(fonts);
// A document is data: nothing is fetched, and no file but the fonts is read.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((file) => fontFiles.has(file));

yieldToRequests();

parentPort?.on('message', (job: RenderJob) => void answer(job));

async function answer({ id, document }: RenderJob): Promise<void> {
  try {
    const made = await pdfmake.createPdf(pdfDefinition(document)).getBuffer();
    // A copy of its own, so that it can change hands without taking pooled memory along.
    const pdf = new Uint8Array(made);
    parentPort?.postMessage({ id, pdf } satisfies RenderAnswer, [pdf.buffer]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    parentPort?.postMessage({ id, error: reason } satisfies RenderAnswer);
  }
}

/** Where there are few cores, requests come first: on Linux a thread can be made nicer than its process. */
function yieldToRequests(): void {
  try {
    const thread = Number(path.basename(readlinkSync('/proc/thread-self')));
    if (Number.isInteger(thread) && thread > 0) os.setPriority(thread, 10);
  } catch {
    // Elsewhere all threads are alike.
  }
}
