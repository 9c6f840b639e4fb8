import { exampleRows } from '../../api/http/example-ids.js';
import { exampleIds } from '../../domain/events/declarations/example-records.js';
import type { ContractCaller } from './contract-caller.js';

const by = { kind: 'API_KEY', name: 'Demo' };
const method = {
  ...{ id: exampleRows.paymentMethod, clientId: exampleIds.client, paymentProcessor: 'STRIPE' },
  ...{ createdTimestamp: '2026-10-01T15:03:10.000Z', createdBy: by },
};
const card = { ...method, state: 'ACTIVE', kind: 'card', brand: 'visa', lastFour: '4242', expiry: '2029-11' };
const collection = {
  policyId: exampleIds.policy,
  agreement: {
    ...{ paymentMethod: card, firstDay: '2026-10-01', createdTimestamp: '2026-10-01T15:04:06.000Z' },
    ...{ createdBy: by, consent: { at: '2026-10-01T15:04:05Z', source: 'checkout page' } },
  },
  next: { statementId: exampleIds.statement, on: '2027-02-01', amount: 300 },
  charges: [],
};

/** Collection without a provider, as in the demo: what is refused, and as it answers with one. */
export async function callCollection(caller: ContractCaller): Promise<void> {
  const call = caller.call.bind(caller);
  const { recorded } = caller;
  await call('POST /client/{client_id}/payment-method', { status: 409 });
  await call('GET /client/{client_id}/payment-method');
  const ofMethod = '/client/{client_id}/payment-method/{paymentMethodId}';
  await call(`POST ${ofMethod}/verify`, { status: 404 });
  await call(`DELETE ${ofMethod}`, { status: 404 });
  await call('GET /policy/{policyId}/collection');
  await call('PUT /policy/{policyId}/collection', { status: 409 });
  await call('DELETE /policy/{policyId}/collection');
  await call('POST /policy/{policyId}/collection/link', { status: 409 });
  await call('GET /collection-link', { status: 404 });
  await call('POST /collection-link', { status: 404 });
  const opened = { ...method, state: 'PENDING', clientSecret: 'seti_1Q…_secret_…' };
  const paths = ['POST /client/{client_id}/payment-method', 'PUT /policy/{policyId}/collection'] as const;
  recorded[paths[0]] = { ...recorded[paths[0]], 201: opened };
  recorded['GET /client/{client_id}/payment-method'] = { 200: { paymentMethods: [card] } };
  recorded[`POST ${ofMethod}/verify`] = { 200: card };
  recorded[`DELETE ${ofMethod}`] = { 200: { ...card, state: 'DETACHED' } };
  recorded['GET /policy/{policyId}/collection'] = { 200: collection };
  recorded[paths[1]] = { ...recorded[paths[1]], 200: collection };
  const url = 'http://127.0.0.1:3000/ioi/v3/collection-link?token=q3…';
  const link = { 201: { url, expiresTimestamp: '2027-01-09T15:04:05.000Z' } };
  recorded['POST /policy/{policyId}/collection/link'] = link;
}
