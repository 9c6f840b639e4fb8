import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBookSteps } from '../../activities/book/book-steps.js';
import { bookObject } from '../../api/books/book-object.js';
import type { BookView, SentBook } from '../../api/books/schemas.js';
import { Books } from '../../api/books/service.js';
import { BookRuns, startIdleBooks } from '../../api/runs/book-runs.js';
import { BookPlaces, namedInSentBook } from '../../db/book/book-places.js';
import { Book } from '../../db/models/book.js';
import { removeOld } from '../../db/personal-data/retention-rules.js';
import { demoProduct } from '../../db/seeds/demo-products.js';
import { testDocuments } from '../support/documents.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { aBook, type Json } from './brought-book.js';

let world: EventWorld;
let books: Books;
let runs: BookRuns;
let steps: ReturnType<typeof createBookSteps>;
const now = () => new Date();

beforeAll(async () => {
  world = await anEventWorld((await demoProduct('general-liability')).definition);
  const { db, client, taskQueue, catalog } = world;
  runs = new BookRuns({ client, taskQueue });
  books = new Books({ db, runs, now });
  steps = createBookSteps({ db, catalog, documents: testDocuments(db), now });
}, 120_000);
afterAll(() => world?.close());

const ndjson = (records: readonly Json[]) => records.map((each) => `${JSON.stringify(each)}\n`).join('');
const survey = { policy: '1a', file: 'files/survey.txt' };

/** A book with numbers of its own, and a document. */
function toSend(
  prefix: string,
  mode: SentBook['mode'],
  corrupt: (policy: Json) => void = () => undefined,
): SentBook {
  const { clients, policies } = aBook(3);
  corrupt(policies[0] as Json);
  const own = (records: readonly Json[]) =>
    ndjson(records).replaceAll(/"(C-)?(\d[ab]?)"/g, `"$1${prefix}$2"`);
  return {
    mode,
    files: {
      'book.json': '{"format":"ioi-book/1","source":"Old System"}',
      'clients.ndjson': own(clients),
      'policies.ndjson': own(policies).replaceAll('OLD-', prefix),
      'documents.ndjson': own([survey]),
    },
    documents: { 'files/survey.txt': Buffer.from('Sprinklers throughout.').toString('base64') },
  };
}

const run = (step: 'checkBook' | 'loadBook' | 'compareBook', bookId: string) =>
  new MockActivityEnvironment().run(steps[step], bookId);

async function untilEnded({ id }: BookView): Promise<BookView> {
  for (;;) {
    const book = await books.read(world.carrier, id);
    if (book.endedTimestamp !== undefined) return book;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const count = async (table: string) => Number((await world.db(table).count('* as count').first())?.count);
const findings = async ({ id }: BookView) =>
  (await books.findings(world.carrier, id, { page: 0, size: 100 })).content;

describe('a book that was sent', () => {
  it('is loaded once, however often its steps are repeated', async () => {
    const { id } = await books.send(world.carrier, toSend('K', 'LOAD'));
    await expect(books.send(world.carrier, toSend('K', 'LOAD'))).rejects.toMatchObject({ code: 'BOOK_OPEN' });
    await expect(books.read(world.agency, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    // As if the process that took it had died.
    await Book.query(world.db)
      .findById(id)
      .patch({ updatedAt: new Date('2026-01-01T00:00:00Z') });
    const sweep = () => startIdleBooks({ db: world.db, runs, now });
    expect([await sweep(), await sweep()]).toEqual([1, 0]);
    expect(await run('checkBook', id)).toEqual({ state: 'LOADING', isOver: false });
    expect(await run('checkBook', id)).toEqual({ state: 'LOADING', isOver: false });
    const { counts } = await Book.query(world.db).findById(id).throwIfNotFound();
    expect(counts).toMatchObject({ clients: { inBook: 3, before: 0 }, policies: { inBook: 6, before: 0 } });
    await run('loadBook', id);
    // As if its process had been killed before it could record the end of the step.
    await Book.query(world.db).findById(id).patch({ state: 'LOADING', counts });
    await run('loadBook', id);
    expect(await run('loadBook', id)).toEqual({ state: 'COMPARING', isOver: false });
    expect(await run('compareBook', id)).toEqual({ state: 'DONE', isOver: true });
    const book = await Book.query(world.db).findById(id).throwIfNotFound();
    expect(bookObject(book)).toMatchObject({
      state: 'DONE',
      counts: {
        clients: { inBook: 3, before: 0, here: 3 },
        policies: { inBook: 6, before: 0, here: 6 },
        documents: { inBook: 1, here: 1 },
        ...{ errors: 0, warnings: 9 },
      },
      receipt: [
        {
          policies: { brought: 6, here: 6 },
          figures: { written: { brought: '11241.15', here: '11241.15' } },
        },
      ],
    });
    expect(await count('policies')).toBe(6);
    expect(await count('documents')).toBe(1);
    expect([
      await count('book_files'),
      await count('policy_numbers'),
      await count('webhook_deliveries'),
    ]).toEqual([0, 0, 0]);
    const audited = await world.db('audit_log').whereLike('action', 'BOOK_%').orderBy('recorded_at');
    expect(audited.map(({ action, details }) => [action, details.policies])).toEqual([
      ['BOOK_SENT', undefined],
      ['BOOK_LOADED', 6],
      ['BOOK_LOADED', 6],
    ]);
  });

  it('is no exported book, neither when it is sent nor when it is read', async () => {
    const sent = toSend('X', 'LOAD');
    const manifest = { format: 'ioi-book/1', source: 'Old System', exportedAt: '2026-03-01T00:00:00Z' };
    const sending = (bookJson: string) =>
      books.send(world.carrier, { ...sent, files: { ...sent.files, 'book.json': bookJson } });
    const detail = 'book.json: exportedAt: an exported book is loaded by the command';
    await expect(sending(JSON.stringify(manifest))).rejects.toMatchObject({
      status: 400,
      errors: [{ field: 'files', detail }],
    });
    await expect(sending(' '.repeat(1024 * 1024 + 1))).rejects.toMatchObject({ status: 400 });
    const { id } = await books.send(world.carrier, sent);
    // As if an earlier version had taken it.
    await world
      .db('book_files')
      .where({ book_id: id, name: 'book.json' })
      .update({ bytes: Buffer.from(JSON.stringify(manifest)) });
    expect(await run('checkBook', id)).toEqual({ state: 'REFUSED', isOver: true });
    expect(await findings({ id } as BookView)).toMatchObject([{ message: detail }]);
    await Book.query(world.db).deleteById(id);
  });

  it('names only the insurer and those that are licensed for its products', async () => {
    const { db, catalog, carrier, agency, stranger } = world;
    const insurer = { id: carrier.organizationId, name: carrier.organizationName };
    const among = await namedInSentBook(db, insurer.id);
    const places = new BookPlaces({ db, catalog, insurer, now: now(), among });
    expect(await places.organization(insurer.name)).toMatchObject(insurer);
    expect(await places.organization(agency.organizationName)).toMatchObject({ id: agency.organizationId });
    for (const name of [stranger.organizationName, stranger.organizationId, 'Nobody']) {
      const message = `"${name}" is neither Northfield Mutual nor licensed for its products`;
      expect(await places.organization(name)).toBe(message);
    }
  });

  it('is refused with all that is wrong, checked without being written, or loaded as far as it is sound', async () => {
    const stop = await world.startWorker();
    const corrupt = (policy: Json) => Object.assign(policy, { client: 'C-none', figures: {} });
    try {
      const sent = toSend('R', 'LOAD', corrupt);
      const refused = await untilEnded(await books.send(world.carrier, sent));
      expect(refused).toMatchObject({ state: 'REFUSED', counts: { errors: 1 } });
      expect((await findings(refused)).filter(({ severity }) => severity === 'ERROR')).toEqual([
        {
          severity: 'ERROR',
          place: 'policies.ndjson:1',
          recordId: 'R1a',
          message: 'client: no client has the id "C-none"',
        },
      ]);
      const checked = await untilEnded(await books.send(world.carrier, { ...sent, mode: 'CHECK' }));
      expect(checked).toMatchObject({
        state: 'DONE',
        counts: { errors: 1, policies: { inBook: 6, before: 0 } },
      });
      expect(await count('policies')).toBe(6);
      const loaded = await untilEnded(await books.send(world.carrier, { ...sent, mode: 'LOAD_SOUND' }));
      expect(loaded).toMatchObject({
        state: 'DONE',
        counts: { clients: { here: 3 }, policies: { inBook: 6, before: 0, here: 5 }, documents: { here: 0 } },
        receipt: [{ policies: { brought: 5, here: 5 } }],
      });
      const unreadable = {
        'book.json': '{"format":"ioi-book/1","source":"x"}',
        'clients.csv': 'id,id\n1,1\n',
      };
      const none = await untilEnded(
        await books.send(world.carrier, { mode: 'LOAD', files: unreadable, documents: {} }),
      );
      expect(none).toMatchObject({ state: 'REFUSED' });
      expect(await findings(none)).toMatchObject([{ message: 'clients.csv: the column id is there twice' }]);
      expect(await count('book_files')).toBe(0);
      const tomorrow = new Date(Date.now() + 86_400_000);
      expect(await removeOld(world.db, 'RETAIN_BOOKS_DAYS', { before: tomorrow })).toBe(5);
      expect([await count('books'), await count('book_findings')]).toEqual([0, 0]);
    } finally {
      await stop();
    }
  });

  it('stops where it is when it is canceled, and goes on when it is sent again', async () => {
    const { id } = await books.send(world.carrier, toSend('Z', 'LOAD'));
    await run('checkBook', id);
    const before = await count('clients');
    const stopping = books.cancel(world.carrier, id);
    await Promise.all([stopping, run('loadBook', id)]);
    expect(await run('loadBook', id)).toEqual({ state: 'CANCELED', isOver: true });
    expect(await stopping).toMatchObject({ state: 'CANCELED', endedTimestamp: expect.any(String) });
    expect(await books.cancel(world.carrier, id)).toMatchObject({ state: 'CANCELED' });
    expect(await world.db('book_files').where('book_id', id)).toEqual([]);
    await expect(books.cancel(world.agency, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const again = await books.send(world.carrier, toSend('Z', 'LOAD'));
    for (const step of ['checkBook', 'loadBook', 'compareBook'] as const) await run(step, again.id);
    expect(await books.read(world.carrier, again.id)).toMatchObject({ state: 'DONE' });
    expect(await count('clients')).toBe(before + 3);
    await expect(books.cancel(world.carrier, again.id)).rejects.toMatchObject({ status: 409 });
    await world.db('books').delete();
  });
});
