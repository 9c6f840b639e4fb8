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
const { metadata } = await ioi.events.fire('PAYMENT_SETUP', {
  lineId,
  payload: { clientId, quoteIds, selectedPaymentPlans: paymentPlans },
});
console.log(`Invoice ${metadata.PAYMENT_SETUP?.paymentIdentifier}`);

const issue = () => ioi.policies.issue({ lineId, clientId, quoteIds, paymentPlans });
for (const { policyNumber, policyState, premium } of (await issue()).policies) {
  console.log(`Policy ${policyNumber}, ${policyState}, ${premium} a year`);
}

try {
  await issue();
} catch (error) {
  if (!(error instanceof ConflictError)) throw error;
  console.log(`${error.code}: ${error.problem?.detail}`);
}
