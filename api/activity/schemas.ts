import { z } from 'zod';
import { activityKinds } from '../../db/activity/sources/source.js';
import { between } from '../../db/filters.js';
import { authorKinds } from '../../domain/ground/author.js';
import { instant, jsonObject, uuid } from '../../domain/ground/primitives.js';
import { mentioned, mentions } from '../desk/people.js';
import { endpoint } from '../http/endpoint.js';
import { queryInteger } from '../http/query.js';
import { mostCursorLength } from './cursor.js';

const kind = z.enum(activityKinds).meta({ id: 'ActivityKind' });

const author = z
  .object({ kind: z.enum(authorKinds) })
  .catchall(z.unknown())
  .meta({ id: 'ActivityAuthor', description: 'The person, the API key, or the service by itself.' });

const about = z
  .object({
    clientId: uuid.optional(),
    quoteId: uuid.optional(),
    policyId: uuid.optional(),
    triggerRequestId: uuid
      .optional()
      .meta({ description: 'The event: the same of an event and of all that it made.' }),
  })
  .meta({ id: 'ActivityAbout' });

const entry = z
  .object({
    id: uuid.meta({ description: 'Of the entry; it stays the same.' }),
    time: instant.meta({ description: 'By the test clock of a client that has one.' }),
    businessTime: instant.optional().meta({ description: 'The same, if it is that of a test clock.' }),
    kind,
    type: z.string().meta({ description: 'More exactly, such as the type of the event.' }),
    title: z.string().meta({ description: 'In words, in English.' }),
    author,
    about,
    recordId: z.string().optional().meta({ description: 'By which its own operation knows the record.' }),
    details: jsonObject.meta({ description: 'What else a reader wants to know, different for each kind.' }),
  })
  .meta({ id: 'ActivityEntry' });
export type ActivityEntry = z.infer<typeof entry>;

const page = z
  .object({
    entries: z.array(entry).meta({ description: 'Newest first.' }),
    withheld: z.array(kind).meta({
      description: 'Kinds of which entries are left out, since the caller lacks a permission to read them.',
    }),
    nextCursor: z.string().optional().meta({ description: 'The `cursor` of the next page, if more follow.' }),
  })
  .meta({ id: 'ActivityPage' });
export type ActivityPage = z.infer<typeof page>;

const { from, to } = between('at', '');

const query = z.object({
  kinds: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(kind).min(1))
    .optional()
    .meta({ description: `Separated by commas. Default: all: ${activityKinds.join(', ')}.` }),
  from: from.schema.optional().meta({ description: from.description }),
  to: to.schema.optional().meta({ description: to.description }),
  size: queryInteger({ least: 1, most: 1000, otherwise: 50 }),
  cursor: z
    .string()
    .max(mostCursorLength)
    .optional()
    .meta({ description: '`nextCursor` of the page before.' }),
});
export type ActivityQuery = z.infer<typeof query>;

const description =
  'An extension: what has happened, from every source in one list. What the caller may not read is left out, and `withheld` ' +
  'says so. See [activity](/docs/activity).';
const answer = { description: 'A page of entries.', schema: page };

export const getClientActivity = endpoint({
  method: 'get',
  path: '/client/:clientId/activity',
  operationId: 'listClientActivity',
  summary: 'What has happened to a client',
  description,
  tags: ['Client data'],
  params: z.object({ clientId: uuid }),
  query,
  permission: 'clients:read',
  responses: {
    200: answer,
    404: {
      description: "No such client, or another organization's without a policy that the caller's issued.",
    },
  },
});

export const getPolicyActivity = endpoint({
  method: 'get',
  path: '/policy/:policyId/activity',
  operationId: 'listPolicyActivity',
  summary: 'What has happened to a policy',
  description,
  tags: ['Policies'],
  params: z.object({ policyId: uuid }),
  query,
  permission: 'policies:read',
  responses: {
    200: answer,
    404: { description: "No such policy, or neither sold nor issued by the caller's organization." },
  },
});

export const getQuoteActivity = endpoint({
  method: 'get',
  path: '/quote/:quoteId/activity',
  operationId: 'listQuoteActivity',
  summary: 'What has happened to a quote',
  description,
  tags: ['Quotes'],
  params: z.object({ quoteId: uuid }),
  query,
  permission: 'quotes:read',
  responses: { 200: answer, 404: { description: 'No such quote that the caller sees.' } },
});

const note = z
  .object({
    id: uuid,
    clientId: uuid,
    text: z.string(),
    mentions: mentioned,
    createdTimestamp: instant,
    createdBy: author,
  })
  .meta({ id: 'ClientNote' });
export type ClientNoteObject = z.infer<typeof note>;

/** The most notes of a client. */
export const mostClientNotes = 10_000;

export const addClientNote = endpoint({
  method: 'post',
  path: '/client/:clientId/note',
  operationId: 'addClientNote',
  summary: 'Add a note to a client',
  description: `An extension. Only the client's organization reads it, in the client's activity. A client takes ${mostClientNotes} notes.`,
  tags: ['Client data'],
  params: z.object({ clientId: uuid }),
  body: z
    .strictObject({ text: z.string().trim().min(1).max(10_000), mentions })
    .meta({ id: 'ClientNoteToAdd' }),
  bodyExample: { text: 'Called: prefers to be reached in the afternoon.' },
  permission: 'clients:write',
  responses: {
    201: { description: 'The note.', schema: note },
    400: { description: 'A person of `mentions` is none of the organization.' },
    404: { description: 'The organization has no such client.' },
    409: { description: `It has ${mostClientNotes} notes.` },
  },
});
export type ClientNoteToAdd = z.output<NonNullable<typeof addClientNote.body>>;
