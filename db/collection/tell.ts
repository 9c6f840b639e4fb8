import type { Knex } from 'knex';
import { methodInWords } from '../../domain/billing/saved-method.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { MailPurpose } from '../../domain/mail/purposes.js';
import { queueMail } from '../mail/queue-mail.js';
import type { Policy } from '../models/policy.js';
import type { SavedMethod } from '../models/saved-method.js';
import { Statement } from '../models/statement.js';
import { closeTasks, waitsForStatement } from '../tasks/close-tasks.js';
import { openTask } from '../tasks/open-task.js';
import { type LinkAddress, newLink } from './links.js';

/** What the policyholder of a collected policy is told. */
export interface Told {
  /** Derived, so that it is told once. */
  id: string;
  purpose: Extract<MailPurpose, 'RECEIPT' | 'AMOUNT_CHANGED' | 'PAYMENT_FAILED' | 'REMINDER'>;
  statementId?: string;
  triggerRequestId?: string;
  values: { amount?: string; dueDate?: string; reason?: string };
}

/** Queues a mail to the policyholder, with a new link that shows and ends the collection. */
export async function tellPolicyholder(
  trx: Knex,
  { id: policyId, policyNumber, productName, sellerOrganizationId, clientId }: Policy,
  { values, ...mail }: Told,
  { now, addressOf }: { now: BusinessTime; addressOf: LinkAddress },
): Promise<void> {
  const link = addressOf(await newLink(trx, policyId, now));
  await queueMail(trx, {
    ...mail,
    organizationId: sellerOrganizationId,
    policyId,
    clientId,
    values: { policyNumber, productName, ...values, ...(link !== undefined && { link }) },
    now,
  });
}

/**
 * Opens a task about a collection for whoever bills, once.
 *
 * @param waitsFor a statement, by `waitsForStatement`; a dispute, `dispute/<id>`; or another agreement of the policy,
 *   `collection/<policyId>`.
 */
export async function askForPerson(
  trx: Knex,
  { id: policyId, sellerOrganizationId }: Policy,
  { key, title, waitsFor, now }: { key: string; title: string; waitsFor: string; now: BusinessTime },
): Promise<void> {
  await openTask(trx, {
    organizationId: sellerOrganizationId,
    key,
    title,
    about: { policyId },
    role: 'billing',
    priority: 'HIGH',
    waitsFor,
    now,
  });
}

/**
 * Tells the policyholder and whoever bills that nothing is charged to a method any more, once for each policy and time that the
 * method stopped.
 */
export async function tellStopped(
  trx: Knex,
  policy: Policy,
  method: SavedMethod,
  { now, addressOf = () => undefined }: { now: BusinessTime; addressOf?: LinkAddress | undefined },
): Promise<void> {
  const { id, state, reason, expiry } = method;
  const why = `${methodInWords(method)} is not charged any more`;
  const key = `method/${policy.id}/${id}/${state}/${reason ?? ''}/${expiry ?? ''}`;
  const told = { id: derivedId(key, 'mail', 'REMINDER'), purpose: 'REMINDER' as const };
  await tellPolicyholder(trx, policy, { ...told, values: { reason: why } }, { now, addressOf });
  const title = `${policy.policyNumber}: ${why}, it is ${state}`;
  await askForPerson(trx, policy, { key, title, waitsFor: `collection/${policy.id}`, now });
}

/** Closes those of a policy, but not those about disputes: there is another payment method, or the policy has ended. */
export async function closeCollectionTasks(
  trx: Knex,
  policyId: string,
  { reason, now }: { reason: string; now: BusinessTime },
): Promise<void> {
  const statements = await Statement.query(trx).where('policy_id', policyId).select('id');
  const waitsFor = [`collection/${policyId}`, ...statements.map(({ id }) => waitsForStatement(id))];
  await closeTasks(trx, { waitsFor, reason, now });
}

/** The id of the receipt of a payment, so that a charge and a product's own mails send one together. */
export const receiptIdOf = (paymentId: string): string => derivedId(paymentId, 'mail', 'RECEIPT');
