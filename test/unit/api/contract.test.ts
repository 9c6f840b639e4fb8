import { expect, it } from 'vitest';
import { committedContract } from '../../support/committed-contract.js';
import { allEndpoints } from '../../support/endpoints.js';

it('is committed as it is declared: npm run docs:contract writes it', async () => {
  await expect(await committedContract()).toMatchFileSnapshot('../../../docs/contract/openapi.json');
});

it('has a unique operation id for each endpoint', async () => {
  const ids = (await allEndpoints()).map(({ operationId }) => operationId);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z]+(?:[A-Z][a-z]+)*$/.test(id))).toEqual([]);
});

it('lets every list be read in pages of 1,000', async () => {
  const lists = (await allEndpoints()).filter(({ query }) => query?.safeParse({ size: '2' }).success);
  const sized = lists.filter(({ query }) => !query?.safeParse({ size: '0' }).success);
  expect(sized.length).toBeGreaterThan(8);
  const refusing = sized.filter(({ query }) => !query?.safeParse({ size: '1000' }).success);
  expect(refusing.map(({ path }) => path)).toEqual([]);
});
