import type { Knex } from 'knex';
import { type CollectionSettings, nextCharge } from '../../domain/billing/collection.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { Collection } from '../models/collection.js';
import type { Policy } from '../models/policy.js';
import { SavedMethod } from '../models/saved-method.js';
import { Statement } from '../models/statement.js';
import type { LinkAddress } from './links.js';
import { chargesOfPolicy } from './read-charges.js';
import { tellNotCollected } from './tell.js';

/**
 * Tells of declined charges whose next attempt a notice of cancellation cuts off, which were to be tried again when they were
 * declined. Nothing is charged on and after the day of the notice. Safe to repeat. The policy must be locked.
 */
export async function tellCutOff(
  trx: Knex,
  policy: Policy,
  cancelOn: string,
  { settings, ...context }: { settings: CollectionSettings; now: BusinessTime; addressOf: LinkAddress },
): Promise<void> {
  for (const [statementId, charges] of await chargesOfPolicy(trx, policy.id)) {
    if (charges.attempts === 0) continue;
    const { dueDate, amount } = await Statement.query(trx).findById(statementId).throwIfNotFound();
    const next = nextCharge({ dueDate, amount, isBilled: true }, charges, settings);
    if (next === undefined || next.on < cancelOn) continue;
    const [last] = await Collection.query(trx)
      .where({ statement_id: statementId, state: 'DECLINED' })
      .orderBy('created_at', 'desc')
      .limit(1);
    if (last?.code == null) continue;
    const method = await SavedMethod.query(trx).findById(last.methodId).throwIfNotFound();
    await tellNotCollected(trx, policy, { collection: last, method, code: last.code }, context);
  }
}
