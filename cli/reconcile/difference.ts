import type { Client } from '@temporalio/client';
import type { EventRuns } from '../../api/runs/event-runs.js';
import type { PolicyTerms } from '../../api/runs/policy-terms.js';
import type { WebhookQueues } from '../../api/runs/webhook-queues.js';
import type { Database } from '../../db/database.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import type { S3Settings } from '../../documents/stores/s3-store.js';

/** How the database, Temporal and the bucket can differ, and what `--mend` does about it. */
export const differenceKinds = {
  RUN_MISSING: { words: 'open events without a run', mending: 'their runs are started' },
  RUN_STOPPED: { words: 'open events whose run was ended', mending: 'they are closed' },
  RUN_COMPLETED: { words: 'open events whose run has completed', mending: 'they run again' },
  RUN_AHEAD: {
    words: 'events whose run has done what the database does not have',
    mending: 'the run is terminated, and they run again',
  },
  WAIT_UNTOLD: { words: 'messages whose run still waits for them', mending: 'the run is notified' },
  RUN_LEFT: { words: 'open runs of events that have ended', mending: 'they are terminated' },
  EVENT_LOST: {
    words: 'events that are in Temporal only',
    mending: 'open runs are terminated; callers have to fire the events again',
  },
  POLICY_LOST: {
    words: 'policies that are in Temporal only',
    mending: 'their workflow is terminated, and their number is not given to another policy',
  },
  POLICY_OVERDUE: { words: 'policies whose check is overdue', mending: 'their workflow is woken' },
  DELIVERY_OVERDUE: { words: 'webhook endpoints with overdue deliveries', mending: 'their queue is woken' },
  PREMIUM_DIFFERS: { words: 'policies whose premium is not that of their journal', mending: null },
  PAID_DIFFERS: { words: 'statements whose paid amount is not that of their payments', mending: null },
  PAYMENT_EXCEEDED: { words: 'payments of which more was applied than was paid', mending: null },
  FIGURES_DIFFER: {
    words: 'figures of a book that are not those of its reports',
    mending: 'the sums of all books are made again',
  },
  DOCUMENT_MISSING: { words: 'documents whose file is not in the bucket', mending: null },
  FILE_UNKNOWN: { words: 'files in the bucket without a document', mending: null },
} as const;

export type DifferenceKind = keyof typeof differenceKinds;

export interface Difference {
  kind: DifferenceKind;
  /** Of the event, policy, statement, … */
  id: string;
  /** What a person has to know of it; may be empty. */
  about: string;
  /** Absent if it cannot be mended. Safe to repeat. */
  mend?: () => Promise<unknown>;
}

export interface ReconcileDependencies {
  db: Database;
  catalog: Pick<ProductCatalog, 'version'>;
  client: Client;
  taskQueue: string;
  runs: EventRuns;
  terms: PolicyTerms;
  queues: WebhookQueues;
  /** Undefined: documents are in the database. */
  s3: S3Settings | undefined;
  now: Date;
  /** What is older is compared only where it is still open. */
  since: Date;
}

/** The reason that Temporal shows for runs that were terminated. */
export const terminationReason = 'the database was restored to an earlier time (ioi reconcile)';

/** Work on all items, a few at once, in their order. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const size = 16;
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += size) {
    results.push(...(await Promise.all(items.slice(start, start + size).map(work))));
  }
  return results;
}

/** Rows in the order of their ids, a page at a time. `read` gives the page after an id. */
export async function* pagesOf<Row>(
  idOf: (row: Row) => string,
  read: (after: string, limit: number) => PromiseLike<Row[]>,
  limit = 500,
): AsyncGenerator<Row[]> {
  let after: string | undefined = '00000000-0000-0000-0000-000000000000';
  while (after !== undefined) {
    const page: Row[] = await read(after, limit);
    yield page;
    const last: Row | undefined = page.length < limit ? undefined : page.at(-1);
    after = last && idOf(last);
  }
}
