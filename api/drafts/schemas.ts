import { z } from 'zod';
import { keptDays, mostDrafts } from '../../db/drafts/drafts.js';
import { instant, jsonObject, uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';

const tags = ['Authentication'] as const;
/** Of the content as JSON, in characters. */
export const longestDraft = 262_144;

const draftKind = z.enum(['SALE', 'ENDORSEMENT']).meta({
  id: 'DraftKind',
  description: 'What is drafted: a sale of a product, or an endorsement of a policy.',
});
const params = z.object({
  draftKind,
  subjectId: uuid.meta({ description: 'The product of a sale, the policy of an endorsement.' }),
});
export type DraftParams = z.output<typeof params>;

const heads = {
  kind: draftKind,
  subjectId: uuid,
  clientId: uuid.nullable().meta({ description: 'The client whom it is about, if that is known.' }),
  title: z.string().nullable().meta({ description: 'What the person knows it by.' }),
  version: z.number().int().meta({ description: 'Of the draft; 0: there is none.' }),
  updatedTimestamp: instant.nullable().meta({ description: 'When it was last saved.' }),
};
const draft = z
  .object({ ...heads, content: jsonObject.nullable().meta({ description: 'As it was sent.' }) })
  .meta({ id: 'Draft' });
export type DraftView = z.output<typeof draft>;

const ofKey = { 409: { description: 'The caller is an API key, which has no drafts.' } } as const;
const unknown = { description: 'The organization sees no such product or policy.' };

export const listOwnDrafts = endpoint({
  method: 'get',
  path: '/me/draft',
  operationId: 'listMyDrafts',
  summary: 'List your drafts',
  description: `What you have entered and not sent yet, the latest first; ${mostDrafts} at most. Nobody else sees them. An extension.`,
  tags,
  responses: {
    200: {
      description: 'The drafts, without their contents.',
      schema: z.object({ drafts: z.array(z.object(heads).meta({ id: 'DraftHead' })) }).meta({ id: 'Drafts' }),
    },
    ...ofKey,
  },
});
export type DraftHead = Omit<DraftView, 'content'>;

export const getOwnDraft = endpoint({
  method: 'get',
  path: '/me/draft/:draftKind/:subjectId',
  operationId: 'getMyDraft',
  summary: 'Read one of your drafts',
  description: 'Version 0 without content, if you have none of it. An extension.',
  tags,
  params,
  responses: { 200: { description: 'The draft.', schema: draft }, 404: unknown, ...ofKey },
});

export const saveOwnDraft = endpoint({
  method: 'put',
  path: '/me/draft/:draftKind/:subjectId',
  operationId: 'saveMyDraft',
  summary: 'Save one of your drafts',
  description: `Kept for ${keptDays} days after it was last saved, and erased with its client. An extension.`,
  tags,
  params,
  body: z
    .strictObject({
      version: z
        .number()
        .int()
        .min(0)
        .meta({ description: 'The version that it replaces; 0 for the first. Another one is 409.' }),
      clientId: uuid
        .nullable()
        .default(null)
        .meta({ description: "Of a sale to an existing client. An endorsement has its policy's." }),
      title: z.string().max(200).nullable().default(null),
      content: jsonObject.meta({ description: `Any object, of at most ${longestDraft} characters as JSON.` }),
    })
    .meta({ id: 'DraftToSave' }),
  bodyExample: { version: 0, title: 'Maria Lopez', content: { effectiveDate: '2027-07-01' } },
  responses: {
    200: { description: 'The draft.', schema: draft },
    404: unknown,
    409: {
      description: `It was saved or discarded elsewhere: read it again. Or you have ${mostDrafts} drafts, or the caller is an API key.`,
    },
  },
});
export type DraftToSave = z.output<NonNullable<typeof saveOwnDraft.body>>;

export const discardOwnDraft = endpoint({
  method: 'delete',
  path: '/me/draft/:draftKind/:subjectId',
  operationId: 'discardMyDraft',
  summary: 'Discard one of your drafts',
  description: 'Safe to repeat. An extension.',
  tags,
  params,
  responses: { 204: { description: 'There is none.' }, ...ofKey },
});
