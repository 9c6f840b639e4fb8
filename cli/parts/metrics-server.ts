import { createServer, type Server, type ServerResponse } from 'node:http';
import { type Checks, readinessOf } from '../../api/health/readiness.js';
import type { Metrics } from '../../api/telemetry/metrics.js';

/** Serves `/metrics`, `/healthz` and `/readyz` of a process, on a port that need not be public. */
export function createMetricsServer(metrics: Metrics, checks: () => Checks): Server {
  const answers: Record<string, (res: ServerResponse) => Promise<unknown>> = {
    '/metrics': async (res) => {
      const text = await metrics.text();
      res.writeHead(200, { 'Content-Type': metrics.registry.contentType }).end(text);
    },
    '/healthz': async (res) => sendJson(res, 200, { status: 'up' }),
    '/readyz': async (res) => {
      const { ready, parts } = await readinessOf(checks());
      sendJson(res, ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', parts });
    },
  };
  return createServer((req, res) => {
    const answer = req.method === 'GET' ? answers[req.url ?? ''] : undefined;
    if (answer === undefined) res.writeHead(404).end();
    else answer(res).catch(() => res.writeHead(500).end());
  });
}

function sendJson(res: ServerResponse, status: number, value: object): void {
  res.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
}
