import { Ioi } from 'ioi-client';
import { restaurant } from './restaurant.js';

const { IOI_URL = 'http://127.0.0.1:3000', IOI_KEY = '', IOI_SECRET = '' } = process.env;
const ioi = new Ioi({ baseUrl: IOI_URL, key: IOI_KEY, secret: IOI_SECRET });

for await (const { productId: lineId, name } of ioi.products.list()) {
  if (name !== 'General Liability') continue;
  const { quotes } = await ioi.quotes.get({ lineId, effectiveDate: '2027-01-01', answers: restaurant });

  for (const { requestId, quoteDetails, messages } of quotes) {
    for (const { code, message } of messages) console.log(`${code}: ${message}`);
    if (!quoteDetails) continue;
    console.log(`Quote ${requestId}: ${name} for ${quoteDetails.premium.amount}`);
    for (const { title, premium } of quoteDetails.coverageTypes.flatMap(({ coverages }) => coverages)) {
      console.log(`  ${title}: ${premium.amount}`);
    }
  }
}
