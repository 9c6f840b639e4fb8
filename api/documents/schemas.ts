import { z } from 'zod';
import { exampleConfigIds, exampleIds } from '../../domain/events/declarations/example-records.js';
import { calendarDate, instantToTheMinute, jsonObject, uuid } from '../../domain/ground/primitives.js';
import { formReference } from '../../domain/quote/form-reference.js';
import { endpoint } from '../http/endpoint.js';

const file = (description: string, contentType: string) => ({
  description,
  contentType,
  schema: z.string().meta({ format: 'binary' }),
});

export const generateDocument = endpoint({
  method: 'post',
  path: '/generate/document',
  operationId: 'generateDocument',
  summary: 'Generate a document',
  description:
    'Fills in a form of the product and returns the file. The document is stored, and listed with the documents and events of the policy that it is about.',
  tags: ['Documents'],
  body: z
    .object({
      productId: uuid,
      formConfigId: uuid,
      clientId: uuid,
      policyId: uuid.optional(),
      quoteId: uuid.optional(),
      fileName: z.string().max(255, 'must be at most 255 characters').optional().meta({
        description: "Default: the form's file name. Characters that file names cannot have are removed.",
      }),
      productDate: instantToTheMinute.optional().meta({
        description:
          'Selects the version of the product that covers this date. Without it: the version of the policy or the quote, else the version of today.',
      }),
      effectiveOn: calendarDate.optional().meta({
        description:
          'An extension: the policy is shown as of this day, with the term, contract and answers of that day. Default: today.',
      }),
    })
    .meta({ id: 'DocumentToGenerate' }),
  bodyExample: {
    productId: exampleIds.line,
    formConfigId: exampleConfigIds.certificate,
    clientId: exampleIds.client,
    policyId: exampleIds.policy,
    fileName: 'certificate.pdf',
  },
  responses: {
    200: file(
      'The document. A header `Document-Warning` names characters that no font has, which are printed as `?`.',
      'application/pdf',
    ),
    404: { description: 'No such product, form, client, quote or policy, or not visible to the caller.' },
    409: { description: 'The form does not apply to the given records.' },
  },
  permission: 'documents:generate',
  share: 'jobs',
  spec: '4.9',
});

/** The answers of a download. */
export const downloadResponses = {
  200: file('The file, with its own content type, usually this one.', 'application/pdf'),
  206: file('The requested `Range`.', 'application/pdf'),
  304: { description: 'The file is unchanged (`If-None-Match`, `If-Modified-Since`).' },
  404: { description: "No such file of the caller's organization." },
  412: {
    description: 'The file does not match `If-Match` or `If-Unmodified-Since`.',
    isEmpty: true as const,
  },
  416: { description: 'The range lies outside the file.', isEmpty: true as const },
};

export const downloadFile = endpoint({
  method: 'get',
  path: '/download/file',
  operationId: 'downloadFile',
  summary: 'Download a stored file',
  description:
    'Takes a file URL that this service issued in this environment. Nothing is ever fetched from elsewhere.',
  tags: ['Documents'],
  query: z.object({
    path: z
      .string({ error: 'is required' })
      .min(1, 'is required')
      .meta({ description: 'The full URL of the file.' }),
  }),
  responses: downloadResponses,
  permission: 'documents:read',
  spec: '4.9',
});

export const readFile = endpoint({
  method: 'get',
  path: '/file/:environment/:documentId/:fileName',
  operationId: 'getFile',
  summary: 'Read a stored file by its URL',
  description: 'File URLs can be read directly (an extension).',
  tags: ['Documents'],
  params: z.object({ environment: z.string(), documentId: z.string(), fileName: z.string() }),
  responses: downloadResponses,
  permission: 'documents:read',
});

const anything = z.unknown();

export const evaluatePartnerForm = endpoint({
  method: 'post',
  path: '/custom/client/partner/product/:productId/config/:configId/eval',
  operationId: 'evaluatePartnerForm',
  summary: 'Evaluate a form for a partner’s rating',
  description:
    'Generates the documents that apply to a rating of a partner. An unreadable amount counts as zero, and unreadable coverages as none. Without a result the body is empty.',
  tags: ['Documents'],
  params: z.object({ productId: uuid, configId: uuid }),
  body: z
    .object({
      userQuoteRequest: jsonObject.optional(),
      // Any value is read as far as possible (spec 4.10), so none of these fields can be invalid.
      ratingResponse: anything.optional().meta({
        description:
          '`response_variables` with `$totalFinalPremium`, `$policyTermLength`, `$policyTermType`.',
      }),
      quoteResponse: anything.optional().meta({ description: '`lineItems` with `Amount`, `Description`.' }),
    })
    .meta({ id: 'PartnerEvaluation' }),
  bodyExample: {
    userQuoteRequest: { 'client.name': 'Blue Heron Kitchen LLC' },
    ratingResponse: {
      response_variables: {
        $totalFinalPremium: '1250.50',
        $policyTermLength: '1',
        $policyTermType: 'annual',
      },
    },
    quoteResponse: { lineItems: [{ Amount: 1250.5, Description: 'General liability' }] },
  },
  responses: {
    200: {
      description: 'The generated documents; no body if there is no result.',
      schema: z.object({ forms: z.array(formReference) }).meta({ id: 'EvaluatedForms' }),
    },
    404: { description: 'No such product or form, or not visible to the caller.' },
    409: { description: 'A document of the form cannot be made.' },
  },
  permission: 'documents:generate',
  share: 'jobs',
  spec: '4.10',
});
