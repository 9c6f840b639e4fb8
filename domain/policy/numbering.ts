import { z } from 'zod';

const token = /\{(?:(product|yyyy|yy|mm)|seq(?::([1-9]|1[0-2]))?)\}/g;
const longest = 64;

/**
 * The pattern of a product's policy numbers: text with `{product}` (the product's key in capitals),
 * `{yyyy}`, `{yy}`, `{mm}` (of the effective date) and one `{seq}` or `{seq:6}`, the running number,
 * padded to that many digits.
 */
export const numberPattern = z
  .string()
  .max(longest)
  .refine((text) => [...text.matchAll(/\{seq[^}]*\}/g)].length === 1, 'must contain {seq} or {seq:6} once')
  .refine(
    (text) => /^[\w ./-]*$/.test(text.replace(token, '')),
    'may contain {product}, {yyyy}, {yy}, {mm}, {seq} or {seq:n}, letters, digits, spaces and . / _ -',
  );

export interface Numbered {
  productKey: string;
  /** `YYYY-MM-DD` */
  effectiveDate: string;
}

/**
 * The scope of the running number: the pattern without it. A pattern with the year starts again each year; a
 * pattern without it does not.
 */
export function numberScope(pattern: string, policy: Numbered): string {
  return fill(pattern, policy, () => '{seq}');
}

/** The policy number for a running number. */
export function policyNumber(pattern: string, policy: Numbered, sequence: bigint | number): string {
  return fill(pattern, policy, (digits) => String(sequence).padStart(digits, '0'));
}

/** The running number in a policy number of a scope; undefined for a number of another scope. */
export function sequenceOfNumber(scope: string, number: string): bigint | undefined {
  const [before = '', after = ''] = scope.split('{seq}');
  if (!number.startsWith(before) || !number.endsWith(after)) return undefined;
  const digits = number.slice(before.length, number.length - after.length);
  return /^\d{1,18}$/.test(digits) ? BigInt(digits) : undefined;
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
