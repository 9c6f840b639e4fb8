import { z } from 'zod';

const token = /\{(?:(product|yyyy|yy|mm)|seq(?::([1-9]|1[0-2]))?)\}/g;
const longest = 64;

/**
 * How a product numbers its policies: text with `{product}` (the product's key in capitals), `{yyyy}`, `{yy}`,
 * `{mm}` (of the effective date) and, once, `{seq}` or `{seq:6}`, the running number, padded to that many digits.
 */
export const numberPattern = z
  .string()
  .max(longest)
  .refine((text) => [...text.matchAll(/\{seq[^}]*\}/g)].length === 1, 'must hold {seq} or {seq:6} once')
  .refine(
    (text) => /^[\w ./-]*$/.test(text.replace(token, '')),
    'may hold {product}, {yyyy}, {yy}, {mm}, {seq} and {seq:n}, and letters, digits, spaces and . / _ - besides',
  );

export interface Numbered {
  productKey: string;
  /** `YYYY-MM-DD` */
  effectiveDate: string;
}

/**
 * What the running number counts in: the pattern without it. A pattern with the year begins again each year,
 * one without counts on.
 */
export function numberScope(pattern: string, policy: Numbered): string {
  return fill(pattern, policy, () => '{seq}');
}

/** The policy number with this running number. */
export function policyNumber(pattern: string, policy: Numbered, sequence: bigint | number): string {
  return fill(pattern, policy, (digits) => String(sequence).padStart(digits, '0'));
}

function fill(pattern: string, { productKey, effectiveDate }: Numbered, seq: (digits: number) => string) {
  const [year = '', month = ''] = effectiveDate.split('-');
  const values = new Map([
    ['product', productKey.toUpperCase()],
    ['yyyy', year],
    ['yy', year.slice(-2)],
    ['mm', month],
  ]);
  return pattern.replaceAll(
    token,
    (_all, name: string | undefined, digits: string | undefined) =>
      values.get(name ?? '') ?? seq(Number(digits ?? 1)),
  );
}
