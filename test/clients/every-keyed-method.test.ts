import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Contract, operationsOf } from '../../clients/generation/contract.js';
import { nameOfOperation } from '../../clients/generation/operation-names.js';
import { Ioi } from '../../clients/typescript/src/index.js';

const file = new URL('../../docs/contract/openapi.json', import.meta.url);
const contract: Contract = JSON.parse(readFileSync(file, 'utf8'));
const id = '1756f048-7360-84aa-b98e-966dfbbd2010';

/** What a method sends: its arguments are those of its path, then empty objects. */
async function sentBy(resource: string, method: string, ids: number): Promise<Request> {
  const sent: Request[] = [];
  const ioi = new Ioi({
    ...{ baseUrl: 'http://service.test', key: 'key', secret: 'secret' },
    fetch: async (input, init) => {
      sent.push(new Request(input, init));
      return Response.json({ metadata: { POLICY_CREATE: { policies: [] } } });
    },
  });
  const called = (ioi as unknown as Record<string, Record<string, (...input: unknown[]) => unknown>>)[
    resource
  ];
  const first = resource === 'events' && method === 'fire' ? ['SELECT_QUOTE'] : Array(ids).fill(id);
  await called?.[method]?.(...first, {}, {});
  expect(sent).toHaveLength(1);
  return sent[0] as Request;
}

const methods = operationsOf(contract).flatMap((operation) => {
  const name = nameOfOperation(operation);
  return name && operation.id !== 'issueToken' ? [{ ...name, operation }] : [];
});

it.each(methods.map(({ resource, method, operation }) => [`${resource}.${method}`, operation] as const))(
  '%s sends an Idempotency-Key where the operation takes one',
  async (name, { isKeyed, pathParameters, method }) => {
    const [resource = '', called = ''] = name.split('.');
    const request = await sentBy(resource, called, pathParameters.length);
    expect(request.method).toBe(method);
    expect(request.headers.has('idempotency-key')).toBe(isKeyed);
  },
);
