import { expect, it } from 'vitest';
import { dayInWords, moneyInWords, reasonInWords } from '../../../domain/billing/collection-words.js';

const visa = { kind: 'card', brand: 'visa', lastFour: '4242' };

it('says amounts, days and reasons in the language of the policyholder', () => {
  expect(moneyInWords('en', 'USD', '2400.00')).toBe('$2,400.00');
  expect(dayInWords('es', '2030-06-01')).toMatch(/^1 de .* de 2030$/);
  expect(reasonInWords({ kind: 'DECLINED', method: visa, code: 'insufficient_funds' }, 'en')).toBe(
    'Visa ending in 4242 was declined: insufficient funds.',
  );
  expect(reasonInWords({ kind: 'RUNS_OUT', method: visa, expiry: '2030-06' }, 'en')).toBe(
    'Visa ending in 4242 is valid until June 2030 only.',
  );
  expect(reasonInWords({ kind: 'RUNS_OUT', method: visa, expiry: '2030-06' }, 'es')).toMatch(
    /Visa .* 4242 .* 2030\.$/,
  );
});

it('does not say to a policyholder that a card was reported as stolen', () => {
  const said = reasonInWords({ kind: 'DECLINED', method: visa, code: 'stolen_card' }, 'en');
  expect(said).toBe('Visa ending in 4242 was declined: please ask your bank.');
});
