import { z } from 'zod';
import { calendarDate, uuid } from '../../ground/primitives.js';
import { storedDocuments, uploadedDocuments } from './documents.js';
import { description, label, plansByQuote, quoteIds } from './fields.js';
import { refuseOtherQuotes } from './payment.js';

const policyCreate = z
  .object({
    clientId: uuid,
    quoteIds,
    paymentRequired: z.boolean().default(true),
    paymentPlans: plansByQuote,
  })
  .superRefine(({ quoteIds: ids, paymentPlans }, context) => {
    refuseOtherQuotes(paymentPlans, 'paymentPlans', ids, context);
    for (const quoteId of ids) {
      if (paymentPlans[quoteId] !== undefined) continue;
      context.addIssue({ code: 'custom', path: ['paymentPlans', quoteId], message: 'is required' });
    }
  })
  .meta({ id: 'PolicyCreatePayload' });

const policyCreated = z.object({ clientId: uuid, policyId: uuid }).meta({ id: 'PolicyCreatedPayload' });

const policyEventRecord = z
  .object({
    policyId: uuid,
    type: z
      .string()
      .regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'must be a name in capitals, such as "NOTE"')
      .meta({ description: 'What happened, for example `NOTE` or `ENDORSEMENT_ISSUED`.' }),
    label: label.optional(),
    description: description.optional(),
    effectiveDate: calendarDate.optional(),
  })
  .meta({ id: 'PolicyEventRecordPayload' });

const uploadPolicyDocuments = z
  .object({
    clientId: uuid,
    policyId: uuid,
    description: description.optional(),
    documents: uploadedDocuments,
  })
  .meta({ id: 'UploadPolicyDocumentsPayload' });

const policyDocuments = z
  .object({ clientId: uuid, policyId: uuid, documents: storedDocuments })
  .meta({ id: 'PolicyDocumentsPayload' });

export const policyPayloads = {
  POLICY_CREATE: policyCreate,
  POLICY_CREATED: policyCreated,
  POLICY_EVENT_RECORD: policyEventRecord,
  UPLOAD_POLICY_DOCUMENTS: uploadPolicyDocuments,
  POLICY_DOCUMENTS_UPLOADED: policyDocuments,
  POLICY_DOC_GENERATED: policyDocuments,
};
