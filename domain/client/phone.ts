/** What a typed phone number consists of, beside digits. */
const phone = /^\+?[\d\s()./-]+$/;
/** Shorter ones are parts of years, amounts and house numbers. */
const leastDigits = 6;
/** Of a number with the code of its country: what is the same wherever it is dialed from. */
const sharedDigits = 9;

/**
 * The digits by which a phone number is found, however it was typed: `+1 (512) 555-0142`, `512.555.0142` and `5125550142` are
 * one number. The country's code may be on one side only, as may the zero that is dialed within a country; so a
 * number with a code is compared by its last nine digits. Undefined for a text that is no phone number.
 */
export function phoneDigits(text: string): string | undefined {
  const typed = text.trim();
  if (!phone.test(typed)) return undefined;
  const digits = typed.replace(/\D/g, '');
  if (digits.length < leastDigits) return undefined;
  const isInternational = typed.startsWith('+') || digits.startsWith('00');
  if (digits.startsWith('1') && (digits.length === 11 || isInternational)) return digits.slice(1);
  return isInternational ? digits.slice(-sharedDigits) : digits.replace(/^0+(?=\d{6})/, '');
}
