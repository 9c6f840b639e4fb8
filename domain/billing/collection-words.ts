import { spanishCharges } from './collection-words-es.js';
import type { MethodStanding } from './saved-method.js';

/** The languages in which policyholders are told of their charges. */
export type ToldLanguage = 'en' | 'es';

type Method = Pick<MethodStanding, 'kind' | 'brand' | 'lastFour'>;

/** Why a policyholder or whoever bills is told of a charge. */
export type ChargeReason =
  | { kind: 'DECLINED'; method: Method; code: string }
  | { kind: 'STOPPED'; method: Method }
  /** `expiry`: the last month, `YYYY-MM`. */
  | { kind: 'RUNS_OUT'; method: Method; expiry: string };

/** An amount, decimal text, as people write it: `$2,400.00`. */
export const moneyInWords = (language: ToldLanguage, currency: string, amount: string | number): string =>
  new Intl.NumberFormat(localeOf(language), { style: 'currency', currency }).format(Number(amount));

/** A day: `June 1, 2030`. */
export const dayInWords = (language: ToldLanguage, day: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

// Spanish of the United States: its numbers are written as in English.
const localeOf = (language: ToldLanguage) => (language === 'es' ? 'es-US' : 'en-US');

const englishCharges: typeof spanishCharges = {
  declined: (method, why) => `${method} was declined: ${why}.`,
  stopped: (method) => `${method} is not charged any more.`,
  runsOut: (method, month) => `${method} is valid until ${month} only.`,
  card: 'Your card',
  method: 'Your payment method',
  endingIn: (name, lastFour) => `${name} ending in ${lastFour}`,
  askBank: 'please ask your bank',
  // What the provider asks not to say, such as that a card was reported as stolen, is said as a decline by the bank.
  declines: {
    insufficient_funds: 'insufficient funds',
    expired_card: 'the card has expired',
    account_closed: 'the account is closed',
    authentication_required: 'the bank asks for your approval',
    card_velocity_exceeded: 'a limit of the card is reached',
  },
};

/** The reason in a sentence of the policyholder's language. */
export function reasonInWords(reason: ChargeReason, language: ToldLanguage): string {
  const say = language === 'es' ? spanishCharges : englishCharges;
  const method = methodIn(reason.method, say);
  switch (reason.kind) {
    case 'DECLINED':
      return say.declined(method, say.declines[reason.code] ?? say.askBank);
    case 'STOPPED':
      return say.stopped(method);
    case 'RUNS_OUT':
      return say.runsOut(method, monthIn(language, reason.expiry));
  }
}

const monthIn = (language: ToldLanguage, month: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
};

/** Such as `Visa ending in 4242`. */
function methodIn({ kind, brand, lastFour }: Method, say: typeof spanishCharges): string {
  const name = brand === null ? (kind === 'card' ? say.card : say.method) : (brands[brand] ?? brand);
  return lastFour === null ? name : say.endingIn(name, lastFour);
}
