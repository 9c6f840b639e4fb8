import type { Knex } from 'knex';
import type { Author } from '../../domain/ground/author.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { mailAddressIn } from '../../domain/mail/mail-address.js';
import type { NotSentReason } from '../../domain/mail/mail-states.js';
import { purposesOfConsent } from '../../domain/mail/product-mail.js';
import { isSecret, type MailPurpose } from '../../domain/mail/purposes.js';
import { textIn } from '../../domain/policy/policy-meta.js';
import { changesSilently } from '../changes/silently.js';
import { languageOfClient, readPaperless } from '../clients/paperless.js';
import { Client } from '../models/client.js';
import { Mail } from '../models/mail.js';
import { Person } from '../models/person.js';
import { Policy } from '../models/policy.js';
import { Quote } from '../models/quote.js';
import { isStoppedAddress } from './stopped-address.js';
import { writeLetter } from './write-letter.js';

export interface MailToQueue {
  /** Derived, so that a repeat finds it. */
  id: string;
  /** In whose name it is sent. */
  organizationId: string;
  purpose: MailPurpose;
  /** The addressee; by default that of the policy or quote. */
  clientId?: string | undefined;
  /** The addressee instead, such as the producer. */
  personId?: string | undefined;
  quoteId?: string | undefined;
  policyId?: string | undefined;
  statementId?: string | undefined;
  triggerRequestId?: string | undefined;
  /** The address; by default the addressee's. */
  to?: string | undefined;
  fromName?: string | undefined;
  replyTo?: string | undefined;
  /** Documents that the organization sees, in the order of the attachments. */
  documentIds?: readonly string[] | undefined;
  /** Of the service's texts; by default that of the client. */
  language?: string | undefined;
  /** For the service's own text; `subject` and `text`, in Markdown, replace it. */
  values?: JsonObject | undefined;
  /** It is kept, but not sent. */
  withheld?: NotSentReason | undefined;
  /** Who wrote it by hand. */
  createdBy?: Author | undefined;
  now: BusinessTime;
}

/**
 * Queues a mail in the transaction of what it tells. A mail of the id that is there already is returned as it is. What
 * cannot or must not be sent is kept as `NOT_SENT` with the reason; what has to be delivered to a client without consent to
 * paperless, as `TO_PRINT` with its text. The queue is woken within seconds by itself, or at once
 * by `MailQueues.wake` of the API.
 */
export async function queueMail(trx: Knex, mail: MailToQueue): Promise<Mail> {
  const known = await Mail.query(trx).findById(mail.id);
  if (known !== undefined) return known;
  const clientId = mail.clientId ?? (await clientOf(trx, mail));
  const client = clientId === undefined ? undefined : await readAddressee(trx, clientId);
  const delivery = await deliveryOf(trx, mail, clientId);
  const to = delivery ? delivery.address : (mail.to ?? (await addressOf(trx, mail, client)));
  const toAddress = mailAddressIn(to) ?? null;
  const reason = await whyNotSend(trx, mail, { client, toAddress });
  const { id, organizationId, purpose, now } = mail;
  // A secret is not kept in vain.
  const isKept = reason !== 'ERASED' && (reason === undefined || !isSecret(purpose));
  const language = mail.language ?? client?.language ?? null;
  const contents = isKept ? contentsOf(mail, toAddress) : { values: {}, documentIds: [] };
  const written = {
    ...contents,
    organizationId,
    purpose,
    language,
    subject: null,
    text: null,
    contentSha256: null,
  };
  const isLetter = delivery !== undefined && isForPost(reason) && client?.clockId === null;
  await Mail.query(trx)
    .insert({
      id,
      organizationId,
      purpose,
      ...(isLetter ? ({ state: 'TO_PRINT', reason: null } as const) : stateBy(reason)),
      ...subjectsOf(mail),
      clientId: clientId ?? null,
      clockId: client?.clockId ?? null,
      language,
      ...contents,
      ...(isLetter && (await writeLetter(trx, written))),
      sendingSince: now.systemTime,
      nextAttemptAt: reason === undefined ? now.systemTime : null,
      // Under a test clock everything stands at its time.
      createdAt: client?.clockId ? now : now.systemTime,
      createdBy: mail.createdBy ?? null,
    })
    .onConflict('id')
    .ignore();
  return Mail.query(trx).findById(id).throwIfNotFound();
}

/**
 * Of what has to be delivered to a client: the address of its consent, null without one. Undefined for other mails, and
 * where the sender names the address.
 */
async function deliveryOf(
  trx: Knex,
  { purpose, to, personId }: MailToQueue,
  clientId: string | undefined,
): Promise<{ address: string | null } | undefined> {
  if (!purposesOfConsent.has(purpose) || to !== undefined || personId !== undefined || clientId === undefined)
    return undefined;
  const wishes = await readPaperless(trx, clientId);
  return { address: wishes?.address ?? null };
}

const stateBy = (reason: NotSentReason | undefined) =>
  reason === undefined
    ? ({ state: 'WAITING', reason: null } as const)
    : ({ state: 'NOT_SENT', reason } as const);

const isForPost = (reason: NotSentReason | undefined): boolean =>
  reason === 'NO_ADDRESS' || reason === 'ADDRESS_BOUNCED';

const subjectsOf = ({ personId, quoteId, policyId, statementId, triggerRequestId }: MailToQueue) => ({
  personId: personId ?? null,
  quoteId: quoteId ?? null,
  policyId: policyId ?? null,
  statementId: statementId ?? null,
  triggerRequestId: triggerRequestId ?? null,
});

const contentsOf = (mail: MailToQueue, toAddress: string | null) => ({
  toAddress,
  fromName: mail.fromName ?? null,
  replyTo: mail.replyTo ?? null,
  values: mail.values ?? {},
  documentIds: [...(mail.documentIds ?? [])],
});

type Addressee = Pick<Client, 'id' | 'clockId' | 'erasedAt' | 'language' | 'answers'>;

/** Locked against an erasure, which finds the mail then. */
async function readAddressee(trx: Knex, clientId: string): Promise<Addressee | undefined> {
  return Client.query(trx)
    .findById(clientId)
    .select('id', 'clock_id', 'erased_at', 'answers', languageOfClient)
    .forKeyShare();
}

/** The client of the policy or quote that a mail is about. */
async function clientOf(trx: Knex, { policyId, quoteId }: MailToQueue): Promise<string | undefined> {
  if (policyId !== undefined) {
    return (await Policy.query(trx).findById(policyId).select('client_id').throwIfNotFound()).clientId;
  }
  if (quoteId === undefined) return undefined;
  return (
    (await Quote.query(trx).findById(quoteId).select('client_id').throwIfNotFound()).clientId ?? undefined
  );
}

async function addressOf(trx: Knex, { personId }: MailToQueue, client: Addressee | undefined) {
  if (personId !== undefined) return (await Person.query(trx).findById(personId).select('email'))?.email;
  const { answers = {} } = client ?? {};
  return textIn(answers, 'client.contact.email') ?? textIn(answers, 'client.email');
}

const dayMs = 24 * 60 * 60_000;

async function whyNotSend(
  trx: Knex,
  { organizationId, purpose, withheld, personId, now }: MailToQueue,
  { client, toAddress }: { client: Addressee | undefined; toAddress: string | null },
): Promise<NotSentReason | undefined> {
  if (client?.erasedAt) return 'ERASED';
  if (await changesSilently(trx)) return 'IMPORT';
  if (withheld !== undefined) return withheld;
  if (toAddress === null) return 'NO_ADDRESS';
  // Nobody can have a secret sent again: a day after it came back, another one is.
  const since = isSecret(purpose) ? new Date(now.systemTime.getTime() - dayMs) : undefined;
  const addressee = { organizationId, clientId: client?.id, personId, address: toAddress, since };
  if (await isStoppedAddress(trx, addressee)) return 'ADDRESS_BOUNCED';
  return undefined;
}
