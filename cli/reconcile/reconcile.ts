import type { Difference, ReconcileDependencies } from './difference.js';
import { documentDifferences } from './documents.js';
import { figureDifferences } from './figures.js';
import { moneyDifferences } from './money.js';
import { openEventDifferences } from './open-events.js';
import { overdueWork } from './overdue.js';
import { recentRunDifferences } from './recent-runs.js';
import { untoldWaits } from './untold-waits.js';

export interface Reconciled extends Difference {
  mended: boolean;
  /** Why it was not mended although it can be. */
  failure?: string;
}

/**
 * The differences between the database, Temporal and the bucket, as they are found, a page at a time. Mends each at once
 * if asked to. What is lost is named first: mending open events makes new runs.
 */
export async function* reconcile(
  dependencies: ReconcileDependencies,
  { mend }: { mend: boolean },
): AsyncGenerator<Reconciled> {
  const checks = [
    recentRunDifferences,
    openEventDifferences,
    untoldWaits,
    overdueWork,
    moneyDifferences,
    figureDifferences,
    documentDifferences,
  ];
  for (const check of checks) {
    for await (const difference of check(dependencies)) {
      if (!mend || difference.mend === undefined) {
        yield { ...difference, mended: false };
        continue;
      }
      const failure = await difference.mend().then(
        () => undefined,
        (error: unknown) => String(error),
      );
      yield { ...difference, mended: failure === undefined, ...(failure !== undefined && { failure }) };
    }
  }
}
