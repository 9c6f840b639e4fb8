import { expect, it } from 'vitest';
import { collectionText } from '../../clients/generation/collection.js';
import { operationsText, typesText } from '../../clients/generation/typescript.js';
import { contractOfClients } from '../support/contract.js';

// `npm run docs:clients` writes the files anew.
it('the TypeScript client is written from the contract', async () => {
  const contract = await contractOfClients();
  const folder = '../../clients/typescript/src/generated';

  await expect(typesText(contract)).toMatchFileSnapshot(`${folder}/types.ts`);
  await expect(operationsText(contract)).toMatchFileSnapshot(`${folder}/operations.ts`);
});

it('the Postman collection is written from the contract', async () => {
  const file = '../../clients/postman/ioi.postman_collection.json';
  await expect(collectionText(await contractOfClients())).toMatchFileSnapshot(file);
});
