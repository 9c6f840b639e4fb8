/** Quotes with the types of openapi-typescript. */
export const openapiFetchProgram = `
import createClient from 'openapi-fetch';
import type { paths } from './generated.js';

declare const access: { IOI_URL: string; IOI_KEY: string; IOI_SECRET: string; INTAKE: string };
const authorization = 'Basic ' + btoa(access.IOI_KEY + ':' + access.IOI_SECRET);
const client = createClient<paths>({ baseUrl: access.IOI_URL, headers: { authorization } });

const { data: products, error } = await client.GET('/ioi/v3/product');
if (!products) throw new Error(error?.detail);
const product = products.content.find(({ name }) => name === 'General Liability');
if (!product) throw new Error('The demo product is missing.');

const fired = await client.POST('/ioi/v3/event/fire', {
  params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
  body: {
    type: 'GET_QUOTES',
    lineId: product.productId,
    forceSync: true,
    payload: { effectiveDate: '2027-01-01', intake: JSON.parse(access.INTAKE) },
  },
});
for (const quote of fired.data?.metadata.quotes ?? []) {
  console.log(quote.lineName + ': ' + quote.quoteDetails?.premium.amount);
}
const query = { asOf: '2027-06-30', format: 'csv' as const };
const report = await client.GET('/ioi/v3/report/premium', { params: { query }, parseAs: 'text' });
console.log('report: ' + (typeof report.data === 'string' ? 'text' : report.error?.detail));
`;

/** Lists products with the client of hey-api, which gets one credential for every scheme. */
export const heyApiProgram = `
import { client } from './generated/client.gen';
import { listProducts } from './generated';

declare const access: { IOI_URL: string; IOI_KEY: string; IOI_SECRET: string };
client.setConfig({ baseUrl: access.IOI_URL, auth: access.IOI_KEY + ':' + access.IOI_SECRET });

const { data, error } = await listProducts();
if (!data) throw new Error(error?.detail);
for (const { name } of data.content) console.log(name);
`;
