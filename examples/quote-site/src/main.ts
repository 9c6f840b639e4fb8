import { readFileSync } from 'node:fs';
import { Ioi } from 'ioi-client';
import { createSite } from './site.js';

const { IOI_URL, IOI_KEY, IOI_SECRET, PORT = '4000' } = process.env;
const site = createSite(new Ioi({ ...credentials(), retries: 2 }));
site.listen(Number(PORT), '127.0.0.1', () => console.log(`The quote site is on http://127.0.0.1:${PORT}`));

/** Those of the environment, or of the demo that `npm start` of the service made. */
function credentials(): { baseUrl: string; key: string; secret: string } {
  if (IOI_URL && IOI_KEY && IOI_SECRET) return { baseUrl: IOI_URL, key: IOI_KEY, secret: IOI_SECRET };
  const demo = JSON.parse(readFileSync('.data/demo.json', 'utf8')) as {
    baseUrl: string;
    organizations: [{ apiKey: string; apiSecret: string }];
  };
  const [{ apiKey, apiSecret }] = demo.organizations;
  return { baseUrl: demo.baseUrl, key: apiKey, secret: apiSecret };
}
