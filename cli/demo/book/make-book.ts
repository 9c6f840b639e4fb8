import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from '../../../db/database.js';
import { Client } from '../../../db/models/client.js';
import { Organization } from '../../../db/models/organization.js';
import { ProductDeployment } from '../../../db/models/product-deployment.js';
import { loadVersion } from '../../../db/products/load-version.js';
import { demoProducts } from '../../../db/seeds/demo-products.js';
import type { ConfiguredAction, OwnRatingAction } from '../../../domain/actions/configured-action.js';
import { utcDate } from '../../../domain/ground/calendar.js';
import { CommandFailure } from '../../ground/command-failure.js';
import { demoOrganizations } from '../organizations.js';
import { seedDemo } from '../seed.js';
import { Book } from './book.js';
import { idKinds, idOf } from './ids.js';
import { type LoadedBook, loadBook } from './load-book.js';
import { type BookProduct, questionsOf } from './risks.js';

export interface BookToMake {
  policies: number;
  seed: string;
  now: Date;
  /** Reports progress, in policies; lives are generated first. */
  progress?: (phase: 'lives' | 'policies', done: number, total: number) => void;
  signal?: AbortSignal;
  /** Load without foreign key checks if the server permits it; the default for a large book. */
  unchecked?: boolean;
}

const largeBook = 100_000;

/**
 * Makes a book of policies for the demo organizations. An empty database gets the demo data first. Fails if
 * the database has other organizations only, or already has the book of this seed.
 */
export async function makeBook(
  db: Database,
  { policies, seed, now, progress = () => {}, signal, unchecked = policies >= largeBook }: BookToMake,
): Promise<LoadedBook> {
  await seedDemo(db);
  const ids = demoOrganizations.map(({ id }) => id);
  if ((await Organization.query(db).findByIds(ids)).length < ids.length) {
    throw new CommandFailure(
      'This database has no demo data, which a book of policies needs. Use another DATA_DIR.',
    );
  }
  if (await Client.query(db).findById(idOf(seed, idKinds.client, 0))) {
    throw new CommandFailure(
      `The book with the seed ${seed} exists already. Give another --seed to add one more.`,
    );
  }
  const book = new Book(await bookProducts(db), { seed, policies, today: utcDate(now) });
  for (let life = 0; life < book.lives; life += 1) {
    signal?.throwIfAborted();
    book.addLife();
    // Lets other work run now and then, such as a signal handler.
    if (life % 200 === 0) await turn();
    progress('lives', life + 1, book.lives);
  }
  const reached = (done: number) => progress('policies', done, policies);
  return loadBook(db, book, { policies, now, unchecked, reached, ...(signal && { signal }) });
}

/** The commercial demo products, with the last deployed version of each: the book's clients are businesses. */
async function bookProducts(db: Database): Promise<BookProduct[]> {
  const products: BookProduct[] = [];
  for (const { key, definition, intakes } of await demoProducts()) {
    if (definition.product.clientType === 'PERSONAL') continue;
    const deployment = await ProductDeployment.query(db)
      .where('product_id', definition.product.id)
      .whereNull('withdrawn_at')
      .orderBy([
        { column: 'effective_date', order: 'desc' },
        { column: 'deployed_at', order: 'desc' },
      ])
      .first();
    const version = deployment && (await loadVersion(db, deployment.productVersionId));
    const action = version?.definition.configurations
      .flatMap(({ events }) => events.GET_QUOTES ?? [])
      .find(ratesByItself);
    if (!version || !action) continue;
    const questions = questionsOf(version.definition.product);
    products.push({ key, version, action, questions, intake: intakes.quoted });
  }
  if (products.length === 0) throw new CommandFailure('No demo product is deployed in this database.');
  return products;
}

function ratesByItself(action: ConfiguredAction): action is OwnRatingAction {
  return (action.type === 'IOI_RATING' || action.type === 'BUNDLE_RATING') && action.when === undefined;
}
