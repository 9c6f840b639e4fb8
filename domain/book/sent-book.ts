import { z } from 'zod';
import { tableNames } from './from-tables.js';

/** `CHECK` writes nothing; `LOAD` writes it if nothing is wrong; `LOAD_SOUND` writes what is sound and names the rest. */
export const bookModes = ['CHECK', 'LOAD', 'LOAD_SOUND'] as const;
export type BookMode = (typeof bookModes)[number];

/** Steps and ends: `REFUSED` has errors, and nothing of it was written; of a `CANCELED` one what was written stays. */
export const bookStates = [
  'CHECKING',
  'LOADING',
  'COMPARING',
  'DONE',
  'REFUSED',
  'FAILED',
  'CANCELED',
] as const;
export type BookState = (typeof bookStates)[number];

export const hasEnded = (state: BookState): boolean =>
  state === 'DONE' || state === 'REFUSED' || state === 'FAILED' || state === 'CANCELED';

export const sentBookLimits = {
  /** Of the request. */
  bytes: 50 * 1024 * 1024,
  /** Of `book.json`. */
  manifestBytes: 1024 * 1024,
  documents: 5_000,
  /** Of the name of a file, which is part of a key. */
  nameBytes: 1_000,
  /** Findings that are kept of a step; more are counted. */
  findings: 10_000,
} as const;

const counted = z.number().int();

/** Records of a kind: in the book, here before it was loaded, and here after it. */
const records = z
  .object({
    inBook: counted,
    before: counted.optional().meta({ description: 'Here before it was loaded; they stay as they are.' }),
    here: counted.optional().meta({ description: 'Here after it was loaded.' }),
  })
  .meta({ id: 'BookRecords' });

/** What the steps have counted; absent until then. */
export const bookCounts = z.object({
  clients: records.optional(),
  policies: records.optional(),
  documents: records.optional(),
  ratings: z
    .object({ equal: counted, different: counted, notRated: counted })
    .optional()
    .meta({ id: 'BookRatings', description: 'Terms, rated again by the product that is deployed here.' }),
  errors: counted,
  warnings: counted,
});
export type BookCounts = z.output<typeof bookCounts>;

const amounts = z.object({ brought: z.string(), here: z.string() }).meta({ id: 'BookAmount' });

/** What was brought and what is here, by product, state and currency. Amounts are decimal text. */
export const bookReceipt = z.array(
  z
    .object({
      product: z.string().meta({ description: 'The key of the product.' }),
      state: z.string().meta({ description: "Of the insured's address; empty if it is unknown." }),
      currency: z.string(),
      policies: z.object({ brought: counted, here: counted }),
      figures: z
        .object({
          premium: amounts,
          written: amounts,
          earned: amounts,
          billed: amounts,
          paid: amounts,
          balance: amounts,
        })
        .meta({ id: 'BookFigures' }),
    })
    .meta({ id: 'BookReceiptRow' }),
);

/** The files that say what is in a book that is sent. */
export const listFiles: readonly string[] = [
  'book.json',
  ...tableNames.map((name) => `${name}.csv`),
  ...['clients', 'policies', 'documents'].map((name) => `${name}.ndjson`),
];
