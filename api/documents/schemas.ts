import { z } from 'zod';
import { instantToTheMinute, uuid } from '../../domain/ground/primitives.js';
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
  summary: 'Generate a document',
  description:
    'Fills in a form of the product and answers the file. What was made is kept, and is among the documents and events of the policy that it is about.',
  tags: ['Documents'],
  body: z
    .object({
      productId: uuid,
      formConfigId: uuid,
      clientId: uuid,
      policyId: uuid.optional(),
      quoteId: uuid.optional(),
      fileName: z.string().max(255, 'must be at most 255 characters').optional().meta({
        description: "The form's own where left out or blank. What no file name may have is taken out.",
      }),
      productDate: instantToTheMinute.optional().meta({
        description:
          'Selects the version of the product that covers this date. Without it: the version of the policy or the quote, else the one of today.',
      }),
    })
    .meta({ id: 'DocumentToGenerate' }),
  responses: {
    200: file('The document.', 'application/pdf'),
    404: { description: 'No such product, form, client, quote or policy that the caller sees.' },
    409: { description: 'The form does not apply to what it is asked for.' },
    503: { description: 'So many documents are being made that this one would wait too long.' },
  },
  permission: 'documents:generate',
  spec: '4.9',
});

const downloadResponses = {
  200: file('The file; its own content type, which mostly is this one.', 'application/pdf'),
  206: file('The part that `Range` asked for.', 'application/pdf'),
  304: { description: 'What the caller has is what there is (`If-None-Match`, `If-Modified-Since`).' },
  404: { description: "No such file of the caller's organization." },
  412: { description: 'The file is another one than `If-Match` or `If-Unmodified-Since` says.' },
  416: { description: 'The file has no such part.' },
};

export const downloadFile = endpoint({
  method: 'get',
  path: '/download/file',
  summary: 'Download a stored file',
  description:
    'Takes the URL of a file as this service gave it out, in this environment. Nothing is ever fetched from anywhere else.',
  tags: ['Documents'],
  query: z.object({
    path: z
      .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be given once, as text') })
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
  summary: 'Read a stored file by its own URL',
  description: 'The URLs of files, as the service gives them out, can be read as they are (an extension).',
  tags: ['Documents'],
  params: z.object({ environment: z.string(), documentId: z.string(), fileName: z.string() }),
  responses: downloadResponses,
  permission: 'documents:read',
});

const anything = z.unknown();

export const evaluatePartnerForm = endpoint({
  method: 'post',
  path: '/custom/client/partner/product/:productId/config/:configId/eval',
  summary: 'Evaluate a form for a partner’s rating',
  description:
    'Makes the documents that apply to a rating of a partner. What cannot be read of the rating counts as zero, and of the coverages as none. Without a result the body is empty.',
  tags: ['Documents'],
  params: z.object({ productId: uuid, configId: uuid }),
  body: z
    .object({
      userQuoteRequest: z.record(z.string(), anything).optional(),
      // Whatever is sent is read as far as it goes (spec 4.10), so no field of these can be wrong.
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
      description: 'The documents that were made; no body where there is no result.',
      schema: z.object({ forms: z.array(formReference) }).meta({ id: 'EvaluatedForms' }),
    },
    404: { description: 'No such product that the caller sees, or it has no such form.' },
  },
  permission: 'documents:generate',
  spec: '4.10',
});
