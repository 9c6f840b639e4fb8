import { openApiDocument } from '../../api/openapi/document.js';
import type { Contract } from '../../clients/generation/contract.js';
import { declaredEndpoints } from './endpoints.js';

/** The contract of the operations that need credentials; no server is needed. */
export async function contractOfClients(): Promise<Contract> {
  const endpoints = (await declaredEndpoints()).map((one) => ({ ...one, path: `/ioi/v3${one.path}` }));
  return JSON.parse(JSON.stringify(openApiDocument(endpoints, { version: '3' }))) as Contract;
}
