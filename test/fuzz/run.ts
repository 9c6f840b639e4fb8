import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { aDataDir, startService, stopService } from '../support/running-service.js';
import { makeRecords, ofKey, ofPerson } from './records.js';
import { fuzz, schemathesis } from './schemathesis.js';
import { type OpenApi, strictDocument } from './strict-document.js';

/**
 * `npm run test:fuzz`: starts the service on a folder of its own and sends thousands of requests that schemathesis
 * makes from the OpenAPI document, valid and invalid ones, first with an API key and then as a person. Fails where an
 * answer is a failure of the server, is not in the document, breaks its schema, or accepts an invalid request. `SEED`
 * repeats a run, `EXAMPLES` sets the number of generated requests an operation.
 */
const { SEED: seed = String(Date.now()), EXAMPLES: examples = '25' } = process.env;
const fewest = 5000;

const program = await schemathesis();
const { dataDir, remove } = await aDataDir();
const service = await startService(dataDir);
let failed = false;
try {
  const { demo } = service;
  const insurer = demo.organizations[0]!;
  const records = await makeRecords(demo, ofKey(insurer), dataDir);
  const published = (await (await fetch(`${demo.baseUrl}/ioi/v3/openapi.json`)).json()) as OpenApi;
  const document = path.join(dataDir, 'openapi.json');
  await writeFile(document, JSON.stringify(strictDocument(published, records)));
  const common = { document, baseUrl: demo.baseUrl, examples, seed, folder: dataDir };

  console.log(`With an API key, SEED=${seed}:`);
  const byKey = await fuzz(program, {
    ...common,
    phases: 'examples,coverage,fuzzing',
    credentials: ['--auth', `${insurer.apiKey}:${insurer.apiSecret}`],
  });
  console.log(`As a person, SEED=${seed}:`);
  const headers = Object.entries(await ofPerson(demo.baseUrl, insurer));
  const byPerson = await fuzz(program, {
    ...common,
    phases: 'examples,fuzzing',
    credentials: headers.flatMap(([name, value]) => ['--header', `${name}:${value}`]),
  });

  const ready = (await fetch(`${demo.baseUrl}/readyz`)).ok;
  const errors = service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{"level":50'));
  const requests = byKey.requests + byPerson.requests;
  console.log(`${byKey.requests} requests with an API key, ${byKey.accepted} of them accepted.`);
  console.log(`${byPerson.requests} requests as a person, ${byPerson.accepted} of them accepted.`);
  if (requests < fewest) console.log(`At least ${fewest} requests are needed.`);
  if (!ready) console.log('The service is not ready any more.');
  if (errors.length > 0) console.log(`The service logged errors:\n${errors.join('\n')}`);
  failed = !byKey.passed || !byPerson.passed || requests < fewest || !ready || errors.length > 0;
} finally {
  const { code } = await stopService(service);
  if (code !== 0) failed = true;
  await remove();
}
console.log(failed ? 'Fuzzing failed.' : 'Fuzzing found nothing.');
process.exit(failed ? 1 : 0);
