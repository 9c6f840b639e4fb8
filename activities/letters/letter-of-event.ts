import { receiptIdOf } from '../../db/collection/tell.js';
import type { Database } from '../../db/database.js';
import type { FollowUp } from '../../db/events/follow-up.js';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import type { MailToQueue } from '../../db/mail/queue-mail.js';
import { Policy } from '../../db/models/policy.js';
import { Quote } from '../../db/models/quote.js';
import type { CatalogVersion } from '../../db/products/catalog.js';
import { fillLetter } from '../../documents/mail/fill-letter.js';
import type { MadeDocument } from '../../documents/making/document-maker.js';
import { type FormSource, readFormSource } from '../../documents/making/form-source.js';
import { generatedEvent } from '../../documents/making/generated-event.js';
import type { SubjectIds } from '../../documents/making/read-subject.js';
import type { DataKind } from '../../domain/forms/values/data-shape.js';
import { formatted } from '../../domain/forms/values/formats.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { localeOfMail } from '../../domain/languages/language-tag.js';
import type { MailRecipient, ProductMailPurpose } from '../../domain/mail/product-mail.js';
import { textIn } from '../../domain/policy/policy-meta.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import { languagesOf } from '../../domain/product/product-languages.js';
import { madeByEvent } from '../documents/made-by-event.js';
import { noForm } from '../documents/why-not-made.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import type { EventFacts } from './facts-of-event.js';

export interface LetterToWrite extends EventFacts {
  event: AcceptedEvent;
  version: CatalogVersion;
  /** Ids are derived from event and action, so that a retry makes the same mail. */
  actionId: string;
  purpose: ProductMailPurpose;
  template?: string | undefined;
  to?: MailRecipient | { address: string } | undefined;
  /** Forms to make, besides those of the template. */
  attachments: readonly string[];
  /** Documents that there are. */
  documentIds: readonly string[];
  ids: SubjectIds;
  now: BusinessTime;
}

/** A mail with the documents that were made for it, not recorded yet. */
export interface Letter {
  mail: MailToQueue;
  documents: MadeDocument[];
  fires: FollowUp[];
}

/** Writes a mail about an event's records. `whyNotMade` explains the errors that it throws. */
export async function letterOfEvent(
  { db, catalog, documents: { maker } }: Pick<ActivityDependencies, 'db' | 'catalog' | 'documents'>,
  letter: LetterToWrite,
): Promise<Letter> {
  const { event, version, actionId, purpose, ids, now } = letter;
  const { triggerRequestId, organizationId } = event;
  const { mail } = version.definition;
  const template = letter.template === undefined ? undefined : mail?.templates[letter.template];
  const source = await readFormSource({ db, catalog }, { organizationId, event, version, ids, now });
  const facts = factsIn(letter, source);
  const forms = new Set([...(template?.attachments ?? []), ...letter.attachments]);
  const made = await Promise.all(
    [...forms].map((formConfigId) => {
      const form = version.compiled.forms.documents.get(formConfigId);
      if (form === undefined) throw noForm(formConfigId);
      const id = derivedId(triggerRequestId, actionId, formConfigId, 'mail', 'document');
      return maker.make({ id, form, source, createdBy: madeByEvent(event) });
    }),
  );
  const documents = made.flatMap((one) => one ?? []);
  const fires = generatedEvent(
    source.links,
    documents.map(({ reference }) => reference),
  );
  const content =
    letter.template === undefined
      ? undefined
      : fillLetter(version, source, { template: letter.template, facts });
  const { clientId, quoteId, policyId } = source.links;
  return {
    documents,
    fires: fires === undefined ? [] : [fires],
    mail: {
      id: mailIdOf(letter),
      organizationId: await senderOf(db, letter, source),
      purpose,
      clientId: clientId ?? undefined,
      quoteId: policyId === null ? (quoteId ?? undefined) : undefined,
      policyId: policyId ?? undefined,
      statementId: letter.statementId,
      triggerRequestId,
      ...(await addresseeOf(db, letter, source, letter.to ?? template?.to ?? 'CLIENT')),
      fromName: mail?.from,
      replyTo: mail?.replyTo,
      documentIds: [...letter.documentIds, ...documents.map(({ reference }) => reference.contentId)],
      values: { ...valuesFor({ ...letter, facts }, source), ...content },
      now,
    },
  };
}

/** The insurer's name stands on it, also where the seller fired the event. */
async function senderOf(db: Database, { event }: LetterToWrite, { links }: FormSource): Promise<string> {
  const { policyId, quoteId } = links;
  if (policyId !== null)
    return (await Policy.query(db).findById(policyId).throwIfNotFound()).issuingOrganizationId;
  if (quoteId !== null)
    return (await Quote.query(db).findById(quoteId).throwIfNotFound()).quotingOrganizationId;
  return event.organizationId;
}

/** An empty address is recorded as none: the client must not get what is for somebody else. */
async function addresseeOf(
  db: Database,
  { event, ids: { policyId } }: LetterToWrite,
  { data }: FormSource,
  to: NonNullable<LetterToWrite['to']>,
): Promise<Pick<MailToQueue, 'to' | 'personId'>> {
  if (to === 'CLIENT') return {};
  if (to !== 'PRODUCER')
    return { to: 'address' in to ? to.address : (textIn(data.answers, to.answer) ?? '') };
  const policy = policyId === undefined ? undefined : await Policy.query(db).findById(policyId);
  const personId = policy?.producerId ?? event.firedBy.personId;
  return personId === undefined ? { to: '' } : { personId };
}

/** A payment has one receipt: an automatic charge may have sent it already. */
function mailIdOf({ event, actionId, purpose, paymentId }: LetterToWrite): string {
  return purpose === 'RECEIPT' && paymentId !== undefined
    ? receiptIdOf(paymentId)
    : derivedId(event.triggerRequestId, actionId, 'mail');
}

const kinds: Readonly<Record<string, DataKind>> = { amount: 'money', dueDate: 'date', effectiveDate: 'date' };

/** The reasons of a product are translated with it. */
function factsIn({ version, facts }: LetterToWrite, { clientLanguage }: FormSource): JsonObject {
  const languages = languagesOf(version.definition);
  const wording = languages.translated(languages.choose(clientLanguage));
  const { reason } = facts;
  return wording === null || typeof reason !== 'string' ? facts : { ...facts, reason: wording.text(reason) };
}

/** What the service's own texts say, written for the reader. */
function valuesFor({ version, facts }: LetterToWrite, { data, clientLanguage }: FormSource): JsonObject {
  const { currency } = policySettingsOf(version.definition);
  const form = { locale: localeOfMail(clientLanguage ?? version.definition.languages?.[0]), currency };
  const { policy, client, product, organization } = data.records as Record<string, JsonObject | undefined>;
  const values: JsonObject = {
    policyNumber: policy?.policyNumber ?? null,
    productName: product?.name ?? null,
    insuredName: policy?.insuredName ?? client?.name ?? null,
    organizationName: organization?.name ?? null,
    ...facts,
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === null ? [] : [[name, formatted(value, kinds[name] ?? 'text', [], form)]],
    ),
  );
}
