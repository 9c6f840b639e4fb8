import { expect, it } from 'vitest';
import { committedContract } from '../support/committed-contract.js';
import { allEndpoints } from '../support/endpoints.js';

it('is committed as it is declared: npm run docs:contract writes it', async () => {
  await expect(await committedContract()).toMatchFileSnapshot('../../docs/contract/openapi.json');
});

it('has a unique operation id for each endpoint', async () => {
  const ids = (await allEndpoints()).map(({ operationId }) => operationId);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z]+(?:[A-Z][a-z]+)*$/.test(id))).toEqual([]);
});
