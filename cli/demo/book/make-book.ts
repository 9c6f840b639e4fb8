import { noMail } from '../../../activities/ground/mail-settings.js';
import { paymentProviders } from '../../../activities/ground/payment-provider.js';
import { offlineProvider } from '../../../activities/payments/offline-provider.js';
import type { Database } from '../../../db/database.js';
import { Organization } from '../../../db/models/organization.js';
import { DocumentMaker } from '../../../documents/making/document-maker.js';
import { ThreadRenderer } from '../../../documents/pdf/thread-renderer.js';
import { Rater } from '../../../documents/rating/rater.js';
import { DocumentStores } from '../../../documents/stores/stores.js';
import { ThreadPool } from '../../../documents/threads/thread-pool.js';
import { FileUrls } from '../../../domain/forms/file-urls.js';
import { utcDate } from '../../../domain/ground/calendar.js';
import { derivedId } from '../../../domain/ground/derived-id.js';
import { CommandFailure } from '../../ground/command-failure.js';
import { demoOrganizations } from '../organizations.js';
import { seedDemo } from '../seed.js';
import { bookTables } from './book-tables.js';
import { type Clone, cloneOf, mayWriteUnchecked, takeNumbers, writeClones } from './clone-lives.js';
import { Life } from './life.js';
import { type LifeRows, rowsOf } from './life-rows.js';
import { Office } from './office.js';
import { addMarkedProducer, addProducers, hasBook, type Producer } from './producers.js';
import { bookCatalog, bookProducts } from './products.js';
import { Random } from './random.js';

export interface BookToMake {
  policies: number;
  seed: string;
  now: Date;
  /** Reports progress: of the lives that are lived, and of the policies that are cloned from them. */
  progress?: (phase: 'lives' | 'policies', done: number, total: number) => void;
  signal?: AbortSignal;
  /** The number of lives that are lived; by default some hundred, and no more than policies. */
  lives?: number;
}

export interface MadeBook {
  policies: number;
  clients: number;
  rows: number;
}

const mostLives = 400;
/** Clones per transaction: enough to be fast, few enough to lose little to an interruption. */
const clonesAtOnce = 1_000;

/**
 * Makes a book of policies for the demo organizations: some hundred lives, lived by the service's own activities and
 * taken back, and clones of their rows. An empty database gets the demo data first. Fails if the database has other
 * organizations only, or already has the book of this seed. `signal` ends it between two transactions; policies
 * written so far remain.
 */
export async function makeBook(db: Database, book: BookToMake): Promise<MadeBook> {
  const { policies, seed, progress = () => {}, signal } = book;
  await seedDemo(db);
  const ids = demoOrganizations.map(({ id }) => id);
  if ((await Organization.query(db).findByIds(ids)).length < ids.length) {
    throw new CommandFailure(
      'This database has no demo data, which a book of policies needs. Use another DATA_DIR.',
    );
  }
  if (await hasBook(db, seed)) {
    throw new CommandFailure(
      `The book with the seed ${seed} exists already. Give another --seed to add one more.`,
    );
  }
  const lives = await livesOf(db, book);
  const producers = await addProducers(db, new Random(numberOf(seed), 1), seed);
  const how = { tables: await bookTables(db), unchecked: await mayWriteUnchecked(db) };
  const made: MadeBook = { policies: 0, clients: 0, rows: 0 };
  const batches = batchesOf(db, { policies, seed, lives, producers });
  // On two connections; the batches are made one after the other.
  const write = async () => {
    for await (const { clones, count } of batches) {
      signal?.throwIfAborted();
      made.rows += await writeClones(db, clones, how);
      made.clients += clones.length;
      made.policies += count;
      progress('policies', made.policies, policies);
    }
  };
  const writing = [write(), write()];
  await Promise.allSettled(writing);
  await Promise.all(writing);
  // Fresh statistics, and a visibility map for index-only searches.
  for (const table of [...how.tables.map((one) => one.table), 'policy_search', 'policy_parties']) {
    await db.raw('vacuum (analyze) ??', [table]);
  }
  return made;
}

/** The clients of a book, some hundred at a time, with their numbers of policies. */
async function* batchesOf(
  db: Database,
  of: { policies: number; seed: string; lives: readonly LifeRows[]; producers: readonly Producer[] },
): AsyncGenerator<{ clones: Clone[]; count: number }> {
  const { policies, seed, lives, producers } = of;
  let left = policies;
  for (let index = 0; left > 0; ) {
    const clones: Clone[] = [];
    const before = left;
    for (; clones.length < clonesAtOnce && left > 0; index += 1) {
      const random = new Random(numberOf(seed), 3, index);
      const life = lifeFor(random, lives, left);
      clones.push(cloneOf(random, index, life, producers));
      left -= life.policies.length;
    }
    await takeNumbers(db, clones);
    yield { clones, count: before - left };
  }
}

/** A life with no more policies than are wanted. */
function lifeFor(random: Random, lives: readonly LifeRows[], wanted: number): LifeRows {
  for (;;) {
    const life = random.pick(lives);
    if (life.policies.length <= wanted) return life;
  }
}

/** Lives the lives of a book, each in a transaction that is rolled back once its rows are read. */
async function livesOf(
  db: Database,
  {
    policies,
    seed,
    now,
    progress,
    signal,
    lives: count = Math.min(policies, mostLives, 60 + Math.ceil(policies / 2_500)),
  }: BookToMake,
): Promise<LifeRows[]> {
  const catalog = bookCatalog(db);
  const today = utcDate(now);
  const products = await bookProducts(catalog, today);
  const reading = { tables: await bookTables(db), idTail: idTailOf(seed), today };
  const threads = new ThreadPool();
  const renderer = new ThreadRenderer(threads);
  const store = new DocumentStores(db);
  const urls = new FileUrls({ environment: 'DEV', baseUrl: null });
  const services = {
    catalog,
    outbound: {
      endpoints: {},
      environment: 'DEV',
      webhooks: { hosts: [], retrySeconds: [], disableAfterDays: 1 },
    },
    payments: paymentProviders(offlineProvider),
    mail: noMail,
    documents: { maker: new DocumentMaker({ renderer, store, urls }), store, urls },
    rater: new Rater(threads),
  } as const;
  const lives: LifeRows[] = [];
  while (lives.length < count) {
    signal?.throwIfAborted();
    const trx = await db.transaction();
    try {
      const office = new Office({ ...services, db: trx }, derivedId('book', seed, String(lives.length)));
      const producerId = await addMarkedProducer(trx, seed);
      const random = new Random(numberOf(seed), 2, lives.length);
      // So that there is a life for the last policy.
      const mostPolicies = lives.length === 0 ? 1 : 2;
      const life = new Life(random, { db: trx, office, products, today, producerId, mostPolicies });
      await life.live();
      lives.push(await rowsOf(trx, life, reading));
    } finally {
      await trx.rollback();
    }
    progress?.('lives', lives.length, count);
  }
  return lives;
}

/** The end of every id in the book of a seed. */
function idTailOf(seed: string): string {
  return derivedId('book', seed).slice(14);
}

function numberOf(seed: string): number {
  let hash = 0x811c9dc5;
  for (const character of seed) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
