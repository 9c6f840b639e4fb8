import type { Knex } from 'knex';
import { type Numbered, numberScope, policyNumber } from '../../domain/policy/numbering.js';

/**
 * The next number of a product. The counter's row is locked until the transaction ends: a rollback returns
 * the number, so there are no gaps. Policies of one scope are therefore issued one after the other from here
 * on.
 */
export async function takePolicyNumber(
  trx: Knex,
  { productId, pattern, ...policy }: Numbered & { productId: string; pattern: string },
): Promise<string> {
  const [counter] = await trx('policy_numbers')
    .insert({ product_id: productId, scope: numberScope(pattern, policy), last: 1 })
    .onConflict(['product_id', 'scope'])
    .merge({ last: trx.raw('policy_numbers.last + 1') })
    .returning('last');
  return policyNumber(pattern, policy, BigInt(counter.last));
}
