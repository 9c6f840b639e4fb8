import { z } from 'zod';
import {
  bookCounts,
  bookModes,
  bookReceipt,
  bookStates,
  listFiles,
  sentBookLimits,
} from '../../domain/book/sent-book.js';
import { suggestion } from '../../domain/ground/nearest.js';
import { instant, jsonObject, uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';
import { pageFields, pageQuery } from '../http/page.js';

const tags = ['Books'] as const;
const params = z.object({ bookId: uuid });
const unknown = { description: 'The organization has sent no such book.' };

const mode = z.enum(bookModes).meta({
  id: 'BookMode',
  description:
    '`CHECK` writes nothing. `LOAD` writes the book if nothing is wrong with it. `LOAD_SOUND` writes the records that are sound, and names the others.',
});

const book = z
  .object({
    id: uuid,
    mode,
    source: z.string().meta({ description: 'The name of the system that it comes from.' }),
    state: z.enum(bookStates).meta({
      id: 'BookState',
      description:
        'A step, or an end. `REFUSED`: it has errors, and nothing of it was written. `FAILED`: see `failure`; what was written stays. `CANCELED`: by a person, likewise.',
    }),
    recordsRead: z.number().int().meta({ description: 'By the present step.' }),
    counts: bookCounts.meta({
      id: 'BookCounts',
      description:
        'What the steps have counted. Errors are exact up to 10,000; warnings are those that are listed: 1,000 codes and 1,000 ratings.',
    }),
    receipt: bookReceipt.optional().meta({
      description: 'When it was loaded: what was brought and what is here, by product, state and currency.',
    }),
    failure: z.string().optional(),
    createdTimestamp: instant,
    createdBy: jsonObject.meta({ description: 'The person or key that sent it.' }),
    updatedTimestamp: instant,
    endedTimestamp: instant.optional(),
  })
  .meta({ id: 'Book' });
export type BookView = z.output<typeof book>;

const finding = z
  .object({
    severity: z.enum(['ERROR', 'WARNING']).meta({
      id: 'BookFindingSeverity',
      description:
        '`WARNING`: it is kept as it is, such as a code that the product does not know, or a term that it prices otherwise.',
    }),
    place: z.string().meta({ description: 'File and line, such as `policies.ndjson:12`.' }),
    recordId: z.string().optional().meta({ description: 'In the system that it comes from.' }),
    message: z.string(),
  })
  .meta({ id: 'BookFinding' });
export type BookFindingView = z.output<typeof finding>;

/** The names of files are checked one by one, so that each fault names its file. */
const named =
  (whyNot: (name: string) => string | undefined) =>
  (files: Readonly<Record<string, string>>, context: z.RefinementCtx): void => {
    for (const name of Object.keys(files)) {
      const message = whyNot(name);
      if (message !== undefined) context.addIssue({ code: 'custom', path: [name], message });
    }
  };

const whyNotListed = (name: string) =>
  listFiles.includes(name) ? undefined : `is no file of a book${suggestion(name, listFiles)}`;

/** Without `.` and `..`, a leading slash, or a backslash. */
const isBelow = (name: string) =>
  Buffer.byteLength(name) <= sentBookLimits.nameBytes &&
  name.split('/').every((part) => /^(?!\.{1,2}$)[^\\\0]+$/.test(part));

const whyNotBelow = (name: string) =>
  isBelow(name) && !listFiles.includes(name)
    ? undefined
    : 'must be a path below the book, such as files/P-1/policy.pdf';

export const sendBook = endpoint({
  method: 'post',
  path: '/book',
  operationId: 'sendBook',
  summary: 'Send a book: policies of another system, with all that was done to them',
  description:
    'The files of the folder that `book load` reads, by their names. It is checked, loaded and compared in the background: read it until it has ' +
    'ended. Its files are deleted then. No documents are made, no notifications are sent, no numbers are spent. What is here stays as it is, so a ' +
    'book may be sent again. At most 50 MiB, and one at a time; larger ones are loaded with the command. An extension.',
  tags,
  body: z
    .object({
      mode: mode.default('LOAD'),
      files: z.record(z.string(), z.string()).superRefine(named(whyNotListed)).meta({
        id: 'BookFiles',
        description: 'The texts of `book.json` and of NDJSON or CSV files, by name.',
      }),
      documents: z
        .record(z.string(), z.base64('must be base64 with padding'))
        .refine((files) => Object.keys(files).length <= sentBookLimits.documents, {
          error: `has more than ${sentBookLimits.documents} documents`,
          abort: true,
        })
        .superRefine(named(whyNotBelow))
        .default({})
        .meta({
          id: 'BookDocuments',
          description: 'Files that `documents.ndjson` names, in base64, by path.',
        }),
    })
    .meta({ id: 'BookToSend' }),
  bodyExample: {
    mode: 'LOAD',
    files: {
      'book.json': '{"format":"ioi-book/1","source":"Agency System 7"}',
      'clients.csv': 'id,name,answers.client.state\nC-1,Blue Heron Kitchen LLC,TX\n',
      'policies.csv': 'id,policyNumber,client,product\nP-1,OLD-000001,C-1,general-liability\n',
      'changes.csv':
        'policy,kind,effectiveDate,answers.client.state,coverages.PREMISES\nP-1,ISSUE,2026-03-01,TX,1000.00\n',
    },
  },
  bodyLimit: sentBookLimits.bytes,
  share: 'books',
  responses: {
    202: { description: 'The book, which is read.', schema: book },
    409: { description: 'Another book of the organization has not ended.' },
  },
  permission: 'book:write',
});
export type SentBook = z.output<NonNullable<typeof sendBook.body>>;

export const listBooks = endpoint({
  method: 'get',
  path: '/book',
  operationId: 'listBooks',
  summary: 'List the books that were sent',
  description: 'Those of the organization, the latest first. An extension.',
  tags,
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'A page of books.',
      schema: z.object({ ...pageFields(book), totalIsExact: z.boolean() }).meta({ id: 'BookPage' }),
    },
  },
  permission: 'book:write',
});

export const getBook = endpoint({
  method: 'get',
  path: '/book/:bookId',
  operationId: 'getBook',
  summary: 'Read a book that was sent',
  description: 'Its state, its counts and, when it was loaded, its receipt. An extension.',
  tags,
  params,
  responses: { 200: { description: 'The book.', schema: book }, 404: unknown },
  permission: 'book:write',
});

export const cancelBook = endpoint({
  method: 'post',
  path: '/book/:bookId/cancel',
  operationId: 'cancelBook',
  summary: 'Cancel a book that is checked or loaded',
  description:
    'For good. The records that are being written are still written, no others; what was written stays. The same book may be sent ' +
    'again, which goes on. Safe to repeat. An extension.',
  tags,
  params,
  permission: 'book:write',
  responses: {
    200: { description: 'The book.', schema: book },
    404: unknown,
    409: { description: 'It has ended.' },
  },
});

export const listBookFindings = endpoint({
  method: 'get',
  path: '/book/:bookId/findings',
  operationId: 'listBookFindings',
  summary: 'What is wrong in a book',
  description:
    'By file and line, in the order in which it was found: by the check, the load and the comparison. The first 10,000 of each step are kept. An extension.',
  tags,
  params,
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'A page of findings.',
      schema: z.object(pageFields(finding)).meta({ id: 'BookFindingPage' }),
    },
    404: unknown,
  },
  permission: 'book:write',
});
