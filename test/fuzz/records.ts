import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DemoAccess, DemoFile } from '../../cli/demo/demo-file.js';

export type Headers = Record<string, string>;

/** The headers of an API key. */
export function ofKey({ apiKey, apiSecret }: DemoAccess): Headers {
  return { Authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}` };
}

/** The headers of a person who signs in. */
export async function ofPerson(baseUrl: string, { user }: DemoAccess): Promise<Headers> {
  const { userId, password } = user;
  const signIn = { userId, password, grantType: 'PASSWORD' };
  const tokens = await post<{ accessToken: string; idToken: string }>(baseUrl, {}, '/token', signIn);
  return { Authorization: `Bearer ${tokens.accessToken}`, 'x-jwt-assertion': tokens.idToken };
}

interface Quoted {
  triggerRequestId: string;
  metadata: { client: string; quotes: { requestId: string; productVersionId: string }[] };
}

/** Makes a client with a quote and a policy, and an endpoint of webhooks; answers ids by the name of their field. */
export async function makeRecords(demo: DemoFile, headers: Headers, dataDir: string) {
  const fire = <T>(event: object) => post<T>(demo.baseUrl, headers, '/event/fire', event);
  const product = demo.products.find(({ key }) => key === 'general-liability')!;
  const { lineId } = product;
  const request = JSON.parse(await readFile(path.join(dataDir, 'first-quote.json'), 'utf8')) as object;
  const other = await fire<Quoted>(request);
  const { triggerRequestId, metadata } = await fire<Quoted>(request);
  const quoteId = metadata.quotes[0]!.requestId;
  const clientId = metadata.client;
  const issued = await fire<{
    metadata: { POLICY_CREATE: { policies: { policyId: string }[] } };
  }>({
    type: 'POLICY_CREATE',
    lineId,
    forceSync: true,
    payload: {
      clientId,
      quoteIds: [quoteId],
      paymentRequired: false,
      paymentPlans: { [quoteId]: 'FULL_PAYMENT' },
    },
  });
  const { endpointId } = await post<{ endpointId: string }>(demo.baseUrl, headers, '/webhook/endpoint', {
    url: 'https://hooks.example.com/',
  });
  const forms = product.forms.map(({ formConfigId }) => formConfigId);
  return {
    clientId: [clientId, other.metadata.client],
    quoteId: [quoteId, other.metadata.quotes[0]!.requestId],
    policyId: issued.metadata.POLICY_CREATE.policies.map(({ policyId }) => policyId),
    triggerRequestId: [triggerRequestId],
    productId: demo.products.map((each) => each.lineId),
    versionId: [metadata.quotes[0]!.productVersionId],
    configId: forms,
    endpointId: [endpointId],
  };
}

export type Records = Awaited<ReturnType<typeof makeRecords>>;

async function post<T>(baseUrl: string, headers: Headers, at: string, body: object): Promise<T> {
  const answer = await fetch(`${baseUrl}/ioi/v3${at}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${at}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}
