import { z } from 'zod';
import { instant, jsonObject, uuid } from '../../domain/ground/primitives.js';
import { mentioned, mentions } from '../desk/people.js';
import { endpoint } from '../http/endpoint.js';

const tags = ['Quotes'] as const;
const params = z.object({ quoteId: uuid });
const permission = 'quotes:decide';

/** A person who reviews quotes. */
export const reviewer = z.object({ personId: uuid, name: z.string() }).meta({ id: 'Reviewer' });

const quoteNote = z
  .object({
    noteId: uuid,
    text: z.string(),
    mentions: mentioned,
    createdTimestamp: instant,
    createdBy: jsonObject.meta({ description: 'Who wrote it, with `kind`, `id` and `name`.' }),
  })
  .meta({ id: 'QuoteNote' });

const quoteReview = z
  .object({
    requestId: uuid,
    underReview: z.boolean().meta({ description: 'An underwriter still has to decide.' }),
    assignedTo: reviewer.optional().meta({ description: 'Absent: nobody.' }),
    assignedTimestamp: instant.optional(),
    notes: z.array(quoteNote).meta({ description: 'Oldest first.' }),
  })
  .meta({ id: 'QuoteReview' });

export type QuoteReview = z.infer<typeof quoteReview>;

const responses = { 200: { description: 'The review as it is now.', schema: quoteReview } };
const conflict = {
  description: 'The quote is not under review, or is assigned to somebody else, whom `assignedTo` names.',
};
const from = uuid
  .optional()
  .meta({ description: 'The person who has it now: needed to take it from somebody else.' });

export const getQuoteReview = endpoint({
  method: 'get',
  path: '/quote/:quoteId/review',
  operationId: 'getQuoteReview',
  summary: 'Read who reviews a quote, and the notes on it',
  description: 'An extension. Only the quoting organization reads it.',
  tags,
  params,
  responses,
  permission: 'quotes:read',
});

export const assignQuote = endpoint({
  method: 'post',
  path: '/quote/:quoteId/review/assign',
  operationId: 'assignQuote',
  summary: 'Assign a quote under review to an underwriter',
  description:
    'An extension. By default to the caller. A quote that somebody else has is a conflict unless `from` names the person, ' +
    'so of two people who take it at once the second learns who was first.',
  tags,
  params,
  body: z
    .object({
      personId: uuid.optional().meta({ description: 'Default: the caller, if it is a person.' }),
      from,
    })
    .meta({ id: 'QuoteAssignment' }),
  bodyExample: {},
  bodyOptional: true,
  responses: { ...responses, 409: conflict },
  permission,
});

export const releaseQuote = endpoint({
  method: 'post',
  path: '/quote/:quoteId/review/release',
  operationId: 'releaseQuote',
  summary: 'Release a quote that is assigned',
  description: 'An extension. A quote of somebody else is a conflict unless `from` names the person.',
  tags,
  params,
  body: z.object({ from }).meta({ id: 'QuoteRelease' }),
  bodyExample: {},
  bodyOptional: true,
  responses: { ...responses, 409: conflict },
  permission,
});

/** The most notes of a quote. */
export const mostNotes = 200;

export const addQuoteNote = endpoint({
  method: 'post',
  path: '/quote/:quoteId/review/note',
  operationId: 'addQuoteNote',
  summary: 'Add a note to a quote',
  description: `An extension. It decides nothing, and only the quoting organization reads it. A quote takes ${mostNotes} notes.`,
  tags,
  params,
  body: z.object({ text: z.string().trim().min(1).max(10_000), mentions }).meta({ id: 'QuoteNoteToAdd' }),
  bodyExample: { text: 'Asked the agency for the loss runs of five years.' },
  responses: {
    ...responses,
    400: { description: 'A person of `mentions` is none of the organization.' },
    409: { description: `It has ${mostNotes} notes.` },
  },
  permission,
});

export type QuoteNoteToAdd = z.output<NonNullable<typeof addQuoteNote.body>>;

export const listUnderwriters = endpoint({
  method: 'get',
  path: '/underwriter',
  operationId: 'listUnderwriters',
  summary: 'List the people who may decide on quotes',
  description: "An extension. The organization's people with `quotes:decide`, by name, at most 1,000.",
  tags,
  responses: {
    200: {
      description: 'The people.',
      schema: z.object({ underwriters: z.array(reviewer) }).meta({ id: 'Underwriters' }),
    },
  },
  permission,
});
