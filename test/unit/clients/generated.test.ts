import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { collectionText } from '../../../clients/generation/collection.js';
import type { Contract } from '../../../clients/generation/contract.js';
import { operationsText, typesText } from '../../../clients/generation/typescript.js';

const file = new URL('../../../docs/contract/openapi.json', import.meta.url);
const contract: Contract = JSON.parse(readFileSync(file, 'utf8'));

// `npm run docs:clients` writes the files anew.
it('the TypeScript client is written from the contract', async () => {
  const folder = '../../../clients/typescript/src/generated';

  await expect(typesText(contract)).toMatchFileSnapshot(`${folder}/types.ts`);
  await expect(operationsText(contract)).toMatchFileSnapshot(`${folder}/operations.ts`);
});

it('the Postman collection is written from the contract', async () => {
  const collection = '../../../clients/postman/ioi.postman_collection.json';
  await expect(collectionText(contract)).toMatchFileSnapshot(collection);
});

it('the program of the README is the one that a test runs', () => {
  const [program, readme] = ['examples/first-quote.ts', 'README.md'].map((name) =>
    readFileSync(new URL(`../../../clients/typescript/${name}`, import.meta.url), 'utf8'),
  );
  expect(readme).toContain(`\`\`\`ts\n${program}\`\`\``);
});
