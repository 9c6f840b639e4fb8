import { z } from 'zod';
import { instant, jsonObject, uuid } from '../../domain/ground/primitives.js';
import { languageTag } from '../../domain/languages/language-tag.js';
import { mailAddress } from '../../domain/mail/mail-address.js';
import { endpoint } from '../http/endpoint.js';

const params = z.object({ client_id: uuid });
const unknown = { description: 'No such client of the organization.' };

const entry = {
  consents: z.boolean(),
  address: z.string().nullable().meta({ description: 'The address that the consent is to.' }),
  language: z.string().nullable(),
  source: z.string().meta({ description: 'How the client said so.' }),
  recordedTimestamp: instant,
  recordedBy: jsonObject.meta({ description: 'The person or key that recorded it.' }),
};

const paperless = z
  .object({
    clientId: uuid,
    consents: z.boolean().meta({
      description: 'Whether what must be delivered goes by mail; `false` also where nobody has said.',
    }),
    address: z.string().nullable().meta({ description: 'Where it goes.' }),
    history: z
      .array(z.object(entry).meta({ id: 'PaperlessEntry' }))
      .meta({ description: 'All that was recorded, the latest first, at most a hundred.' }),
  })
  .meta({ id: 'Paperless' });
export type PaperlessView = z.output<typeof paperless>;

export const getPaperless = endpoint({
  method: 'get',
  path: '/client/:client_id/paperless',
  operationId: 'getPaperless',
  summary: "Read a client's consent to paperless delivery",
  description: 'With all that was recorded of it. An extension.',
  tags: ['Client data'],
  params,
  permission: 'clients:read',
  responses: { 200: { description: 'The consent.', schema: paperless }, 404: unknown },
});

export const putPaperless = endpoint({
  method: 'put',
  path: '/client/:client_id/paperless',
  operationId: 'putPaperless',
  summary: "Record a client's consent to paperless delivery, or its withdrawal",
  description:
    'Policy documents, invoices and notices go by mail to the address of the consent. Without one they are to be printed. ' +
    "The consent is to its address: when the client's own address changes, they go on going to this one until another " +
    'consent is recorded. The same again changes nothing. An extension.',
  tags: ['Client data'],
  params,
  permission: 'clients:write',
  body: z
    .strictObject({
      consents: z.boolean(),
      address: mailAddress
        .optional()
        .meta({ description: 'Required with a consent, and not allowed without.' }),
      language: languageTag.optional().meta({ description: 'In which the client is written to.' }),
      source: z.string().trim().min(1).max(500).meta({
        description: 'How the client said so, such as `Signed form of 3 May` or `Portal`.',
      }),
    })
    .refine(({ consents, address }) => !consents || address !== undefined, {
      path: ['address'],
      message: 'is required: a consent is to an address',
    })
    .refine(({ consents, address }) => consents || address === undefined, {
      path: ['address'],
      message: 'cannot be here: nothing is sent without a consent',
    })
    .meta({ id: 'PaperlessRequest' }),
  bodyExample: { consents: true, address: 'ada.baker@example.com', source: 'Signed form of 3 May' },
  responses: { 200: { description: 'The consent as it is now.', schema: paperless }, 404: unknown },
});
export type PaperlessRequest = z.output<NonNullable<typeof putPaperless.body>>;
