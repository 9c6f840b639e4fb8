import type { PoolClient } from 'pg';
import { numberScope, policyNumber } from '../../../domain/policy/numbering.js';
import { policySettingsOf } from '../../../domain/policy/policy-settings.js';
import type { Book, BookPolicy } from './book.js';

/** The policies' numbers, in order; a range is taken from each counter at once. */
export async function takeNumbers(
  connection: PoolClient,
  book: Book,
  policies: readonly BookPolicy[],
): Promise<string[]> {
  const scopes = policies.map(({ template }) => scopeOf(book, template));
  const counts = new Map<string, { productId: string; scope: string; count: number }>();
  for (const { productId, scope } of scopes) {
    const key = `${productId} ${scope}`;
    const known = counts.get(key);
    if (known) known.count += 1;
    else counts.set(key, { productId, scope, count: 1 });
  }
  const next = new Map<string, bigint>();
  // Always in the same order, so that two processes cannot deadlock.
  for (const [key, { productId, scope, count }] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { rows } = await connection.query<{ last: string }>(
      `insert into policy_numbers (product_id, scope, last) values ($1, $2, $3)
        on conflict (product_id, scope) do update set last = policy_numbers.last + excluded.last returning last`,
      [productId, scope, count],
    );
    next.set(key, BigInt(rows[0]?.last ?? count) - BigInt(count));
  }
  return scopes.map(({ productId, scope, pattern, numbered }) => {
    const key = `${productId} ${scope}`;
    const sequence = (next.get(key) ?? 0n) + 1n;
    next.set(key, sequence);
    return policyNumber(pattern, numbered, sequence);
  });
}

function scopeOf(book: Book, { productIndex, begunOn }: BookPolicy['template']) {
  const { version } = book.productAt(productIndex);
  const { pattern } = policySettingsOf(version.definition).numbering;
  const numbered = { productKey: version.definition.key, effectiveDate: begunOn };
  return { productId: version.productId, scope: numberScope(pattern, numbered), pattern, numbered };
}
