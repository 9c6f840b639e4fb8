// A source of data to try lookups with: values by VIN and scores by name, over HTTP. It has no dependencies.
//
//   node examples/data-source/source.mjs 4010
//
// A VIN that begins with LATE is answered after a minute, one that begins with FAIL with status 503, one that begins
// with WRONG with a text in place of the number, and one that begins with NONE without a value.
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

/** The requests that were charged, by their `webhook-id`: a repeat has the same id, and is answered without a charge. */
const charged = new Map();

function answerTo(path, body) {
  if (path === '/score') return { result: { score: [...String(body.name ?? '')].length % 100 } };
  const vin = String(body.vin ?? '');
  if (vin.startsWith('WRONG')) return { vehicle: { value: 'unknown', year: 2021 } };
  if (vin.startsWith('NONE')) return { vehicle: {} };
  const sum = [...vin].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return { vehicle: { value: 10_000 + sum * 10, year: 2000 + (sum % 26) } };
}

async function handle(request, response) {
  let text = '';
  for await (const chunk of request) text += chunk;
  const id = request.headers['webhook-id'] ?? '';
  const body = JSON.parse(text || '{}');
  const vin = String(body.vin ?? '');
  if (vin.startsWith('LATE')) await new Promise((resolve) => setTimeout(resolve, 60_000).unref());
  if (vin.startsWith('FAIL')) return response.writeHead(503).end();
  if (!charged.has(id)) charged.set(id, answerTo(request.url, body));
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(charged.get(id)));
}

/** Starts the source on a port of this machine; `charges()` counts the requests that were charged. */
export async function startSource(port = 0) {
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.writeHead(400).end());
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: server.address().port,
    charges: () => charged.size,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { port } = await startSource(Number(process.argv[2] ?? 4010));
  console.log(`The source answers at http://127.0.0.1:${port}`);
}
