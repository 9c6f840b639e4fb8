import { expect, it } from 'vitest';
import { demoKeyFor } from '../../../cli/demo/demo-key.js';
import { readSettings } from '../../../cli/settings/settings.js';

const user = { userId: 'u', password: 'p', personId: '6f0b3c9e-52d4-4a0b-9f6e-0d1c7a8e4b21' };
const insurer = { id: user.personId, name: 'Granite Ridge', apiKey: 'ioi_1', apiSecret: 'hidden', user };

it.each([{}, { HOST: 'localhost' }, { HOST: '::1' }, { HOST: '127.0.0.2' }])(
  'shows the demo key on a development start with %o',
  (environment) => {
    const shown = demoKeyFor(readSettings(environment), [insurer]);
    expect(shown).toEqual({ organization: 'Granite Ridge', key: 'ioi_1', secret: 'hidden' });
  },
);

it.each<Record<string, string>>([
  { ENVIRONMENT: 'UAT' },
  { ENVIRONMENT: 'PROD' },
  { PUBLIC_URL: 'https://quotes.example.com' },
  { HOST: '0.0.0.0' },
  { HOST: '127.example.com' },
])('shows no key with %o', (environment) => {
  expect(demoKeyFor(readSettings(environment), [insurer])).toBeUndefined();
});

it('shows none of a database without demo data', () => {
  expect(demoKeyFor(readSettings({}), [])).toBeUndefined();
});
