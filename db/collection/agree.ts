import type { Knex } from 'knex';
import { methodInWords } from '../../domain/billing/saved-method.js';
import type { Author } from '../../domain/ground/author.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { Objection } from '../../domain/ground/objection.js';
import { CollectionAgreement, type CollectionConsent } from '../models/collection-agreement.js';
import { CollectionNotice } from '../models/collection-notice.js';
import type { Policy } from '../models/policy.js';
import { SavedMethod } from '../models/saved-method.js';
import { Statement } from '../models/statement.js';
import { recordPolicyEvent } from '../policy-changes/record-change.js';
import { closeCollectionTasks } from './tell.js';

export interface AgreementToMake {
  methodId: string;
  consent: CollectionConsent;
  by: Author;
  now: BusinessTime;
}

/**
 * Has a policy's statements charged to a saved method from today on; the policyholder agrees to those that are known. With another
 * method, what is open is tried anew. The policy must be locked.
 */
export async function beginCollection(
  trx: Knex,
  policy: Policy,
  { methodId, consent, by, now }: AgreementToMake,
): Promise<CollectionAgreement | Objection> {
  const { id: policyId, policyState, cancelledOn, clientId } = policy;
  if (policyState === 'CLOSED' || cancelledOn !== null) {
    return { reason: 'the policy is canceled or closed: it is not collected any more', field: 'policyId' };
  }
  const method = await SavedMethod.query(trx).findOne({ id: methodId, client_id: clientId });
  if (method === undefined) {
    return { reason: `the policy's client has no payment method ${methodId}`, field: 'paymentMethodId' };
  }
  if (method.state !== 'ACTIVE') {
    return { reason: `the payment method is ${method.state}, not ACTIVE`, field: 'paymentMethodId' };
  }
  const before = await CollectionAgreement.query(trx).findById(policyId);
  const goesOn = before?.endedAt === null;
  if (goesOn && before.methodId === methodId) return before.$query(trx).patchAndFetch({ consent });
  const made = {
    policyId,
    methodId,
    consent,
    version: (before?.version ?? 0) + 1,
    firstDay: goesOn ? before.firstDay : now.today,
    createdAt: now,
    createdBy: by,
    endedAt: null,
    endedBy: null,
    endReason: null,
  };
  await (before === undefined ? CollectionAgreement.query(trx).insert(made) : before.$query(trx).patch(made));
  if (goesOn) await CollectionNotice.query(trx).where('policy_id', policyId).patch({ cardTold: false });
  else await agreeToKnown(trx, policyId, now);
  const description = `Collected from ${methodInWords(method)}; consent: ${consent.source}`;
  await record(trx, policyId, made, {
    type: 'COLLECTION_BEGUN',
    label: 'Automatic collection',
    description,
    now,
    by,
  });
  await closeCollectionTasks(trx, policyId, { reason: 'there is another payment method', now });
  return CollectionAgreement.query(trx).findById(policyId).throwIfNotFound();
}

/** Who agrees knows the statements that there are. */
async function agreeToKnown(trx: Knex, policyId: string, { today }: BusinessTime): Promise<void> {
  const statements = await Statement.query(trx)
    .where({ policy_id: policyId })
    .whereIn('state', ['SCHEDULED', 'DUE', 'PAST_DUE'])
    .where('amount', '>', 0);
  await CollectionNotice.query(trx).where('policy_id', policyId).delete();
  if (statements.length === 0) return;
  await CollectionNotice.query(trx).insert(
    statements.map(({ id: statementId, amount }) => ({
      statementId,
      policyId,
      amount,
      noticedOn: today,
      cardTold: false,
    })),
  );
}

export interface AgreementToEnd {
  by: Author;
  reason: string;
  now: BusinessTime;
}

/** Ends an agreement; false if there was none. Safe to repeat. The policy must be locked. */
export async function endCollection(
  trx: Knex,
  policyId: string,
  { by, reason, now }: AgreementToEnd,
): Promise<boolean> {
  const agreement = await CollectionAgreement.query(trx).findById(policyId).whereNull('ended_at');
  if (agreement === undefined) return false;
  await agreement.$query(trx).patch({ endedAt: now, endedBy: by, endReason: reason });
  const said = {
    type: 'COLLECTION_ENDED',
    label: 'Automatic collection ended',
    description: reason,
  } as const;
  await record(trx, policyId, agreement, { ...said, now, by });
  return true;
}

async function record(
  trx: Knex,
  policyId: string,
  { methodId, version }: Pick<CollectionAgreement, 'methodId' | 'version'>,
  event: {
    type: 'COLLECTION_BEGUN' | 'COLLECTION_ENDED';
    label: string;
    description: string;
    now: BusinessTime;
    by: Author;
  },
): Promise<void> {
  const { by: createdBy, now, type, ...said } = event;
  await recordPolicyEvent(trx, policyId, {
    ...said,
    id: derivedId(policyId, type, String(version)),
    type,
    data: { paymentMethodId: methodId },
    effectiveDate: now.today,
    createdBy: createdBy as never,
    now,
  });
}
