import type { Knex } from 'knex';
import { type CollectionSettings, dueAfterNotice } from '../../domain/billing/collection.js';
import { dayInWords, moneyInWords, reasonInWords } from '../../domain/billing/collection-words.js';
import { isOver } from '../../domain/billing/saved-method.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { openAmountOf } from '../../domain/policy/foresee.js';
import { CollectionAgreement } from '../models/collection-agreement.js';
import { CollectionNotice } from '../models/collection-notice.js';
import type { Policy } from '../models/policy.js';
import { SavedMethod } from '../models/saved-method.js';
import { Statement } from '../models/statement.js';
import { recordPolicyEvent } from '../policy-changes/record-change.js';
import { waitsForStatement } from '../tasks/close-tasks.js';
import type { LinkAddress } from './links.js';
import { chargesOfPolicy } from './read-charges.js';
import { askForPerson, tellPolicyholder } from './tell.js';

export interface ChargeToAnnounce extends Pick<CollectionSettings, 'noticeDays'> {
  statementId: string;
  /** Of the policy. */
  currency: string;
  now: BusinessTime;
  addressOf: LinkAddress;
}

/**
 * Tells the policyholder of an amount that was not known, and of a card that is over before the due date. The due date moves where an
 * amount that rises has fewer days of notice. The policy must be locked.
 */
export async function announceCharge(
  trx: Knex,
  policy: Policy,
  { statementId, currency, noticeDays, now, addressOf }: ChargeToAnnounce,
): Promise<void> {
  const statement = await Statement.query(trx).findById(statementId).throwIfNotFound();
  const charges = (await chargesOfPolicy(trx, policy.id)).get(statementId);
  if (charges === undefined) return;
  const { amount, dueDate: from, data } = statement;
  const { announced, runsOut } = charges;
  const today = now.today;
  const isNew = announced === null || Number(announced) !== Number(amount);
  const dueDate = isNew ? dueAfterNotice(statement, announced, { noticeDays, today }) : from;
  const notice = { statementId, policyId: policy.id, amount, noticedOn: today, cardTold: runsOut };
  await CollectionNotice.query(trx).insert(notice).onConflict('statement_id').merge();
  if (dueDate !== from) {
    const originalDueDate = typeof data.originalDueDate === 'string' ? data.originalDueDate : from;
    const state = statement.state === 'PAST_DUE' ? ('DUE' as const) : statement.state;
    await statement.$query(trx).patch({ dueDate, state, data: { ...data, originalDueDate } });
  }
  const open = openAmountOf(statement);
  const idOf = (what: string) => derivedId(statementId, what, amount, String(charges.agreement));
  const values = { amount: open, currency, dueDate };
  const sum = moneyInWords('en', currency, open);
  const day = dayInWords('en', dueDate);
  const context = { now, addressOf };
  if (isNew) {
    const told = { id: idOf('AMOUNT_CHANGED'), purpose: 'AMOUNT_CHANGED' as const, statementId, values };
    await tellPolicyholder(trx, policy, told, context);
    await recordPolicyEvent(trx, policy.id, {
      id: idOf('CHARGE_ANNOUNCED'),
      type: 'CHARGE_ANNOUNCED',
      label: 'Charge announced',
      description: `${sum} will be charged on ${day}`,
      data: { statementId, amount: Number(open), from, to: dueDate },
      effectiveDate: dueDate,
      now,
    });
  }
  const method = runsOut ? await methodOfPolicy(trx, policy.id) : undefined;
  if (method === undefined || !isOver(method.expiry, dueDate)) return;
  const reason = { kind: 'RUNS_OUT', method, expiry: method.expiry ?? '' } as const;
  const reminder = { id: idOf('REMINDER'), purpose: 'REMINDER' as const, statementId };
  await tellPolicyholder(trx, policy, { ...reminder, values: { ...values, reason } }, context);
  const title = `${policy.policyNumber}: ${sum} is due on ${day}. ${reasonInWords(reason, 'en')}`;
  const waitsFor = waitsForStatement(statementId);
  await askForPerson(trx, policy, { key: `card/${statementId}/${method.id}`, title, waitsFor, now });
}

async function methodOfPolicy(trx: Knex, policyId: string): Promise<SavedMethod | undefined> {
  const agreement = await CollectionAgreement.query(trx).findById(policyId);
  return agreement && SavedMethod.query(trx).findById(agreement.methodId);
}
