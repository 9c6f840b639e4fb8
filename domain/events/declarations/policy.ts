import { z } from 'zod';
import { calendarDate, uuid } from '../../ground/primitives.js';
import { taskLimits } from '../../tasks/task.js';
import {
  clientId,
  description,
  details,
  label,
  plansByQuote,
  policyId,
  quoteIds,
  refuseOtherQuotes,
} from '../fields/common.js';
import { storedDocuments, uploadedDocuments } from '../fields/documents.js';
import { isReserved, policyEventTypeNames, producerChanged } from '../fields/policy-event-types.js';
import { issuedPolicies, keptDocuments, recordedPolicyEvent } from '../fields/policy-results.js';
import { command, notification } from './declaration.js';
import { exampleFacts, exampleIds as ids } from './example-records.js';

const policyDocuments = z
  .object({ clientId, policyId, documents: storedDocuments })
  .meta({ id: 'PolicyDocumentsPayload' });

const { document: contentId } = exampleFacts;
const storedDocument = (name: string, extension: string) => ({
  name,
  extension,
  contentId,
  url: `https://ioi.example/files/${contentId}`,
});

export const policyEvents = {
  POLICY_CREATE: command({
    firedWith: ['binding:fire'],
    authority: 'bind',
    description:
      'Issues a policy for each quote, all of them or none; a quote is issued once. 409 where a quote cannot be bound or its payment is missing. A lead becomes a client. Fires `POLICY_CREATED` for each policy, and `STATEMENT_CREATED` for each statement that is due.',
    payload: z
      .object({
        clientId,
        quoteIds,
        paymentRequired: z.boolean().optional().meta({
          description:
            '`true`: 409 until the amount due at binding is paid. `false` issues without a payment, if the product allows it. Where left out, payment is required unless it is by invoice (`OFFLINE`) and the product allows unpaid policies.',
        }),
        paymentPlans: plansByQuote.meta({
          description: 'A payment plan by quote, one for each of `quoteIds`.',
        }),
      })
      .superRefine(({ quoteIds: named, paymentPlans }, context) => {
        refuseOtherQuotes(paymentPlans, 'paymentPlans', named, context);
        for (const quoteId of named) {
          if (paymentPlans[quoteId] !== undefined) continue;
          context.addIssue({ code: 'custom', path: ['paymentPlans', quoteId], message: 'is required' });
        }
      })
      .meta({ id: 'PolicyCreatePayload' }),
    defaultActions: [{ type: 'CREATE_POLICIES', name: 'Issue the policies' }],
    result: { POLICY_CREATE: issuedPolicies },
    examples: [
      {
        clientId: ids.client,
        quoteIds: [ids.quote],
        paymentRequired: false,
        paymentPlans: { [ids.quote]: 'FULL_PAYMENT' },
      },
    ],
  }),
  POLICY_CREATED: notification({
    firedWith: ['binding:fire'],
    description: 'Fired by `POLICY_CREATE`.',
    payload: z.object({ clientId, policyId }).meta({ id: 'PolicyCreatedPayload' }),
    examples: [{ clientId: ids.client, policyId: ids.policy }],
  }),
  POLICY_EVENT_RECORD: command({
    firedWith: ['servicing:fire'],
    authority: 'report',
    description:
      "Appends to the policy's events. The type `CLOSE` closes a settled policy; like `ENDORSEMENT_ISSUED`, it is for the issuing organization. `PRODUCER_CHANGED` gives the policy another producer. Types of events that only the service records, such as `POLICY_CANCELED`, are 400. Further fields are kept as `details` of the event's `data`.",
    payload: z
      .object({
        policyId,
        type: z
          .string()
          .regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'must be a name in capitals, such as "NOTE"')
          .refine(
            (type) => !isReserved(type),
            'is recorded by the service only: use a type of your own, such as "NOTE"',
          )
          .meta({ description: 'What happened, in capitals, for example `NOTE` or `ENDORSEMENT_ISSUED`.' }),
        label: label.optional(),
        description: description.optional(),
        effectiveDate: calendarDate
          .optional()
          .meta({ description: 'The day on which the event is fired, where left out.' }),
        producerId: uuid.optional().meta({
          description: 'With `PRODUCER_CHANGED`: the person who is the producer from now on.',
        }),
        mentions: z.array(uuid).min(1).max(taskLimits.mentions).optional().meta({
          description: 'With `NOTE`: ids of people of the own organization whom it is for, who are notified.',
        }),
        details,
      })
      .refine(({ type, mentions }) => type === 'NOTE' || mentions === undefined, {
        path: ['mentions'],
        message: 'goes with the type NOTE only',
      })
      .refine(({ type, producerId }) => (type === producerChanged) === (producerId !== undefined), {
        path: ['producerId'],
        message: `goes with the type ${producerChanged}, which needs it`,
      })
      .meta({ id: 'PolicyEventRecordPayload' }),
    issuersField: ({ type }) => (type === 'CLOSE' || policyEventTypeNames.has(type) ? 'type' : undefined),
    defaultActions: [{ type: 'RECORD_POLICY_EVENT', name: "Record the policy's event" }],
    result: { POLICY_EVENT_RECORD: recordedPolicyEvent },
    examples: [
      {
        policyId: ids.policy,
        type: 'NOTE',
        label: 'Site visit',
        description: 'Sprinklers are in place',
        effectiveDate: '2027-02-01',
        details: { inspector: 'Tom Hill' },
      },
    ],
  }),
  UPLOAD_POLICY_DOCUMENTS: command({
    firedWith: ['documents:fire'],
    authority: 'report',
    description:
      "Stores the documents, records `DOCUMENT_UPLOADED` with the policy for each, and fires `POLICY_DOCUMENTS_UPLOADED`. A file's content has to match its extension and media type; otherwise 400 naming the file.",
    payload: z
      .object({
        clientId,
        policyId,
        description: description.optional(),
        documents: uploadedDocuments,
      })
      .meta({ id: 'UploadPolicyDocumentsPayload' }),
    defaultActions: [{ type: 'STORE_POLICY_DOCUMENTS', name: "Store the policy's documents" }],
    result: { documents: keptDocuments },
    examples: [
      {
        clientId: ids.client,
        policyId: ids.policy,
        description: 'Signed application',
        documents: [
          {
            name: 'application',
            extension: 'txt',
            mimeType: 'text/plain',
            base64EncodedFile: 'U2lnbmVkIGJ5IEFkYSBCYWtlcgo=',
          },
        ],
      },
    ],
  }),
  POLICY_DOCUMENTS_UPLOADED: notification({
    firedWith: ['documents:fire'],
    fact: { about: 'DOCUMENTS' },
    description: 'Fired by `UPLOAD_POLICY_DOCUMENTS`.',
    payload: policyDocuments,
    examples: [
      {
        clientId: ids.client,
        policyId: ids.policy,
        documents: [storedDocument('application', 'txt')],
      },
    ],
  }),
  POLICY_DOC_GENERATED: notification({
    firedWith: ['documents:fire'],
    fact: { about: 'DOCUMENTS' },
    description: "Fired when a policy's document was generated.",
    payload: policyDocuments,
    examples: [
      {
        clientId: ids.client,
        policyId: ids.policy,
        documents: [storedDocument('declarations', 'pdf')],
      },
    ],
  }),
};
