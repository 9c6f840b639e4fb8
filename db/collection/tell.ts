import type { Knex } from 'knex';
import {
  type ChargeReason,
  dayInWords,
  moneyInWords,
  reasonInWords,
} from '../../domain/billing/collection-words.js';
import { methodInWords } from '../../domain/billing/saved-method.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { MailPurpose } from '../../domain/mail/purposes.js';
import { languageOfMail } from '../../domain/mail/written-mail.js';
import { languageOfClient } from '../clients/paperless.js';
import { queueMail } from '../mail/queue-mail.js';
import { Client } from '../models/client.js';
import type { Collection } from '../models/collection.js';
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
  /** Amounts are decimal text in `currency`, days calendar dates; the mail says them in the client's language. */
  values: { amount?: string; currency?: string; dueDate?: string; reason?: ChargeReason };
}

/** Queues a mail to the policyholder, with a new link that shows and ends the collection. */
export async function tellPolicyholder(
  trx: Knex,
  { id: policyId, policyNumber, productName, sellerOrganizationId, clientId }: Policy,
  { values, ...mail }: Told,
  { now, addressOf }: { now: BusinessTime; addressOf: LinkAddress },
): Promise<void> {
  const link = addressOf(await newLink(trx, policyId, now));
  const client = await Client.query(trx).findById(clientId).select(languageOfClient);
  const said = inWords(values, languageOfMail(client?.language ?? null));
  await queueMail(trx, {
    ...mail,
    organizationId: sellerOrganizationId,
    policyId,
    clientId,
    values: { policyNumber, productName, ...said, ...(link !== undefined && { link }) },
    now,
  });
}

function inWords(
  { amount, currency, dueDate, reason }: Told['values'],
  language: ReturnType<typeof languageOfMail>,
): JsonObject {
  return {
    ...(amount !== undefined &&
      currency !== undefined && { amount: moneyInWords(language, currency, amount) }),
    ...(dueDate !== undefined && { dueDate: dayInWords(language, dueDate) }),
    ...(reason !== undefined && { reason: reasonInWords(reason, language) }),
  };
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

/** Tells the policyholder and whoever bills that a declined charge is not tried again, once. */
export async function tellNotCollected(
  trx: Knex,
  policy: Policy,
  { collection, method, code }: { collection: Collection; method: SavedMethod; code: string },
  context: { now: BusinessTime; addressOf: LinkAddress },
): Promise<void> {
  const { id, statementId, amount, currency } = collection;
  const reason = { kind: 'DECLINED', method, code } as const;
  const told = {
    id: derivedId(id, 'mail', 'PAYMENT_FAILED'),
    purpose: 'PAYMENT_FAILED' as const,
    statementId,
  };
  await tellPolicyholder(trx, policy, { ...told, values: { amount, currency, reason } }, context);
  const sum = moneyInWords('en', currency, amount);
  const why = `${methodInWords(method)} was declined: ${code.replaceAll('_', ' ')}`;
  const title = `${policy.policyNumber}: ${sum} was not collected, ${why}`;
  const waitsFor = waitsForStatement(statementId);
  await askForPerson(trx, policy, { key: `collection/${id}`, title, waitsFor, now: context.now });
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
  const key = `method/${policy.id}/${id}/${state}/${reason ?? ''}/${expiry ?? ''}`;
  const told = { id: derivedId(key, 'mail', 'REMINDER'), purpose: 'REMINDER' as const };
  await tellPolicyholder(
    trx,
    policy,
    { ...told, values: { reason: { kind: 'STOPPED', method } } },
    { now, addressOf },
  );
  const title = `${policy.policyNumber}: ${methodInWords(method)} is not charged any more, it is ${state.toLowerCase()}`;
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
