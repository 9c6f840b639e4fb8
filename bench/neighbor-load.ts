import { parentPort, workerData } from 'node:worker_threads';
import type { HttpRequest } from './http-caller.js';

/** Callers in closed loops, in a thread of their own: what they cost must not slow down the callers that are measured. */
const { callers, request } = workerData as {
  callers: number;
  request: Omit<HttpRequest, 'url'> & { url: string };
};
const { url, method, headers, body } = request;
const init = {
  method,
  headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
  body: body === undefined ? null : Buffer.from(body),
};
const answers: { [status: string]: number } = {};

async function loop(): Promise<never> {
  for (;;) {
    const answer = await fetch(url, init).catch((error: Error) => ({ status: error.message, body: null }));
    for await (const _part of answer.body ?? []);
    answers[answer.status] = (answers[answer.status] ?? 0) + 1;
  }
}

parentPort?.on('message', () => parentPort?.postMessage(answers));
for (let caller = 0; caller < callers; caller += 1) void loop();
