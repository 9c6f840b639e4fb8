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

/** The reason in a sentence of the policyholder's language. */
export function reasonInWords(reason: ChargeReason, language: ToldLanguage): string {
  const method = methodIn(reason.method, language);
  const isSpanish = language === 'es';
  switch (reason.kind) {
    case 'DECLINED': {
      const why = declineIn(reason.code, language);
      return isSpanish ? `El banco rechazó el cargo a ${method}: ${why}.` : `${method} was declined: ${why}.`;
    }
    case 'STOPPED':
      return isSpanish ? `Ya no se hacen cargos a ${method}.` : `${method} is not charged any more.`;
    case 'RUNS_OUT': {
      const month = monthIn(language, reason.expiry);
      return isSpanish
        ? `Solo es posible hacer cargos a ${method} hasta ${month}.`
        : `${method} is valid until ${month} only.`;
    }
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
function methodIn({ kind, brand, lastFour }: Method, language: ToldLanguage): string {
  const known = brand === null ? undefined : (brands[brand] ?? brand);
  if (language === 'es') {
    const name = known ?? (kind === 'card' ? 'la tarjeta' : 'el método de pago guardado');
    return lastFour === null ? name : `${name} terminada en ${lastFour}`;
  }
  const name = known ?? (kind === 'card' ? 'Your card' : 'Your payment method');
  return lastFour === null ? name : `${name} ending in ${lastFour}`;
}

/** What the provider asks not to say, such as that a card was reported as stolen, is said as a decline by the bank. */
const declines: Readonly<Record<string, Readonly<Record<ToldLanguage, string>>>> = {
  insufficient_funds: { en: 'insufficient funds', es: 'fondos insuficientes' },
  expired_card: { en: 'the card has expired', es: 'la tarjeta está vencida' },
  account_closed: { en: 'the account is closed', es: 'la cuenta está cerrada' },
  authentication_required: { en: 'the bank asks for your approval', es: 'el banco pide su autorización' },
  card_velocity_exceeded: { en: 'a limit of the card is reached', es: 'se alcanzó un límite de la tarjeta' },
};

function declineIn(code: string, language: ToldLanguage): string {
  const known = declines[code]?.[language];
  return known ?? (language === 'es' ? 'consulte a su banco' : 'please ask your bank');
}
