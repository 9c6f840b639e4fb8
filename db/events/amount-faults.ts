import type { EventEnvelope } from '../../domain/events/envelope.js';
import { tooManyDecimals } from '../../domain/money/amount-text.js';
import type { Database } from '../database.js';
import { Policy } from '../models/policy.js';
import { currencyOfVersion } from '../products/currency-of-version.js';
import type { RecordFault } from './record-faults.js';

/** Names of payloads whose values are amounts in the currency of the policy. */
const amounts = ['amount', 'premium'] as const;

/** An amount of an event that has more decimals than the currency of the policy that the event is about. */
export async function amountFaults(
  db: Database,
  { envelope, records }: { envelope: EventEnvelope; records: readonly { kind: string; id: string }[] },
): Promise<RecordFault[]> {
  const payload = envelope.payload as Readonly<Record<string, unknown>>;
  const given = amounts.flatMap((name) => {
    const amount = payload[name];
    return typeof amount === 'number' && !Number.isInteger(amount) ? [{ name, amount }] : [];
  });
  const policy = records.find(({ kind }) => kind === 'POLICY');
  if (given.length === 0 || policy === undefined) return [];
  const found = await Policy.query(db).findById(policy.id).select('product_version_id');
  if (found === undefined) return [];
  const currency = await currencyOfVersion(db, found.productVersionId);
  return given.flatMap(({ name, amount }) => {
    const detail = tooManyDecimals(currency, amount);
    return detail === undefined ? [] : [{ kind: 'MISFIT' as const, path: ['payload', name], detail }];
  });
}
