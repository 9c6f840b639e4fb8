import { ConflictError, Ioi } from 'ioi-client';
import { restaurant } from './restaurant.js';

const { IOI_URL = 'http://127.0.0.1:3000', IOI_KEY = '', IOI_SECRET = '' } = process.env;
const ioi = new Ioi({ baseUrl: IOI_URL, key: IOI_KEY, secret: IOI_SECRET });

const { content } = await ioi.products.list();
const lineId = content.find(({ name }) => name === 'General Liability')?.productId;
if (!lineId) throw new Error('The demo product is missing.');

const { client: clientId, quotes } = await ioi.quotes.get({
  lineId,
  effectiveDate: '2027-01-01',
  answers: restaurant,
});
const quoteId = quotes.find(({ bindable }) => bindable)?.requestId;
if (!clientId || !quoteId) throw new Error('No quote can be bound.');

const paymentPlans = { [quoteId]: 'FULL_PAYMENT' as const };
const quoteIds = [quoteId];
await ioi.events.fire('PAYMENT_SETUP', {
  lineId,
  payload: { clientId, quoteIds, selectedPaymentPlans: paymentPlans },
});
const issue = () =>
  ioi.events.fire('POLICY_CREATE', { lineId, payload: { clientId, quoteIds, paymentPlans } });
await issue();

for (const { policyNumber, policyMeta, status, premium } of await ioi.policies.listOfClient(clientId)) {
  console.log(`Policy ${policyNumber} of ${policyMeta.insuredName}, ${status}, ${premium} a year`);
}

try {
  await issue();
} catch (error) {
  if (!(error instanceof ConflictError)) throw error;
  console.log(error.message);
}
