import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleIds } from '../../domain/events/declarations/example-records.js';
import { exampleEvents } from '../../domain/events/example-events.js';
import {
  ContractCaller,
  type DescribedOperation,
  type OpenApi,
  operationsOf,
  schemaCheck,
} from '../support/contract-caller.js';
import { callEveryOperation } from '../support/every-operation.js';
import { recordedBefore, recordedFile, recordedText, shapeOf } from '../support/recorded-answers.js';
import { aDataDir, type RunningService, startService, stopService } from '../support/running-service.js';

let service: RunningService;
let folder: Awaited<ReturnType<typeof aDataDir>>;
let document: OpenApi;
let operations: Map<string, DescribedOperation>;

beforeAll(async () => {
  folder = await aDataDir();
  service = await startService(folder.dataDir);
  document = await (await fetch(`${service.demo.baseUrl}/ioi/v3/openapi.json`)).json();
  operations = operationsOf(document);
});
afterAll(async () => {
  await stopService(service);
  await folder.remove();
});

/** Bodies and answers with their examples: those that are JSON or text. */
function* examples(): Generator<{ of: string; schema: object | undefined; values: unknown[] }> {
  for (const [name, { requestBody, responses }] of operations) {
    const contents = [
      ['body', requestBody?.content] as const,
      ...Object.entries(responses).map(([status, { content }]) => [status, content] as const),
    ];
    for (const [what, content = {}] of contents) {
      const [type, media] = Object.entries(content)[0] ?? [];
      if (type === undefined || media === undefined || !/json|text\/plain/.test(type)) continue;
      const named = Object.values(media.examples ?? {}).map(({ value }) => value);
      const values = media.example === undefined ? named : [media.example];
      yield { of: `${name} ${what}`, schema: media.schema, values };
    }
  }
}

describe('the contract', () => {
  it('has an example of every body and every answer', () => {
    const without = [...examples()].filter(({ values }) => values.length === 0).map(({ of }) => of);
    expect(without).toEqual([]);
  });

  it('has examples that its schemas allow', () => {
    const wrong = schemaCheck(document);
    const faults = [...examples()].flatMap(({ of, schema = {}, values }) =>
      values.flatMap((value) => wrong(schema, value).map((fault) => `${of}: ${fault}`)),
    );
    expect(faults).toEqual([]);
  });

  it('has an example of every required parameter', () => {
    const without = [...operations].flatMap(([name, { parameters = [] }]) =>
      parameters
        .filter(({ required, example }) => required && example === undefined)
        .map((parameter) => `${name} ${parameter.name}`),
    );
    expect(without).toEqual([]);
  });
});

describe('the examples', () => {
  it('are answered by the demo data as they stand, as their answers show', async () => {
    const caller = new ContractCaller(service, operations);
    const replaced = await callEveryOperation(caller, service);
    expect([...operations.keys()].filter((name) => !caller.called.has(name))).toEqual([]);
    // The examples of events name both, in whatever year the demo data was made.
    const { policy } = caller.recorded['GET /policy/{policyId}']![200] as { policy: object };
    expect(policy).toMatchObject({ id: exampleIds.policy, policyNumber: exampleIds.policyNumber });

    const wrong = schemaCheck(document);
    const faults = Object.entries(caller.recorded).flatMap(([name, answers]) =>
      Object.entries(answers).flatMap(([status, answer]) => {
        const described = operations.get(name);
        if (described === undefined) return [];
        const [media] = Object.values(described.responses[status]?.content ?? {});
        if (media === undefined) return [`${name} ${status} is not described`];
        return wrong(media.schema ?? {}, answer).map((fault) => `${name} ${status}: ${fault}`);
      }),
    );
    expect(faults).toEqual([]);

    // Ids and times differ in each recording; the file is written again where its answers have other fields.
    const text = recordedText(caller.recorded, replaced);
    const before = recordedBefore();
    const isSame = JSON.stringify(shapeOf(text)) === JSON.stringify(shapeOf(before));
    await expect(isSame ? before : text).toMatchFileSnapshot(recordedFile);
  });

  it.each(Object.keys(exampleEvents))('include one of %s', (type) => {
    const { requestBody } = operations.get('POST /event/fire')!;
    expect(requestBody!.content['application/json']!.examples).toHaveProperty(type);
  });
});
