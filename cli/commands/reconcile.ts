import { type Command, InvalidArgumentError } from 'commander';
import { EventRuns } from '../../api/runs/event-runs.js';
import { PolicyTerms } from '../../api/runs/policy-terms.js';
import { WebhookQueues } from '../../api/runs/webhook-queues.js';
import { recordAudit } from '../../db/audit/record-audit.js';
import { createProductCatalog } from '../../db/products/catalog.js';
import { asOfInstant } from '../../domain/client/as-of.js';
import { readDemoTemporal } from '../demo/demo-file.js';
import { CommandFailure } from '../ground/command-failure.js';
import { operator } from '../ground/operator.js';
import { connectTemporalClient } from '../parts/temporal.js';
import { type DifferenceKind, differenceKinds } from '../reconcile/difference.js';
import { type Reconciled, reconcile } from '../reconcile/reconcile.js';
import { loadSettings, type Settings } from '../settings/settings.js';
import type { CommandContext } from './command-context.js';

const dayMs = 24 * 3_600_000;
/** Exit code: the installation differs, and the command has not mended all of it. */
const differs = 3;
const mostShown = 20;

interface ReconcileOptions {
  mend?: boolean;
  json?: boolean;
  since?: Date;
}

/** Compares the database with Temporal and the bucket, after one of them was restored to an earlier time. */
export function addReconcileCommand(command: Command, context: CommandContext): void {
  command
    .option('--mend', 'mend what can be mended safely; by default nothing is changed')
    .option(
      '--since <date-time>',
      'what is older is compared only if it is open; default: a day ago',
      parseTime,
    )
    .option('--json', 'print a JSON object a difference')
    .action(async ({ mend = false, json = false, since }: ReconcileOptions) => {
      const now = new Date();
      const settings = loadSettings();
      const { client, close } = await connectTemporalClient(
        { address: await temporalAddress(settings), security: settings.temporalSecurity },
        settings.temporalNamespace,
      );
      const tally = new Tally();
      try {
        await context.withDatabase(async (db) => {
          const taskQueue = settings.temporalTaskQueue;
          const ofRuns = { db, client, taskQueue };
          const dependencies = {
            ...ofRuns,
            // It reads versions only, which never change.
            catalog: createProductCatalog({ db, databaseUrl: '', environment: settings.environment }),
            s3: settings.s3,
            now,
            since: since ?? new Date(now.getTime() - dayMs),
            runs: new EventRuns(ofRuns),
            terms: new PolicyTerms(ofRuns),
            queues: new WebhookQueues(ofRuns),
          };
          for await (const difference of reconcile(dependencies, { mend })) {
            tally.add(difference);
            if (json) context.print(jsonOf(difference));
          }
          if (mend) {
            const details = { since: dependencies.since.toISOString(), ...tally.counts() };
            await recordAudit(db, { action: 'RECONCILED', organizationId: null, by: operator(), details });
          }
        });
      } finally {
        await close();
      }
      if (!json) for (const line of tally.lines(mend)) context.print(line);
      if (tally.left === 0) return;
      const which = tally.left === 1 ? '1 difference is' : `${tally.left} differences are`;
      throw new CommandFailure(`${which} left.`, { exitCode: differs });
    });
}

/** The numbers of differences by kind, and the first of each: there may be many. */
class Tally {
  readonly #kinds = new Map<DifferenceKind, { count: number; mended: number; shown: Reconciled[] }>();
  left = 0;

  add(difference: Reconciled): void {
    const { kind, mended } = difference;
    const known = this.#kinds.get(kind) ?? { count: 0, mended: 0, shown: [] };
    this.#kinds.set(kind, known);
    known.count += 1;
    if (mended) known.mended += 1;
    else this.left += 1;
    if (known.shown.length < mostShown) known.shown.push(difference);
  }

  counts(): Record<string, number> {
    return Object.fromEntries([...this.#kinds].map(([kind, { count }]) => [kind, count]));
  }

  lines(mend: boolean): string[] {
    if (this.#kinds.size === 0) return ['The database, Temporal and the documents agree.'];
    return [...this.#kinds].flatMap(([kind, { count, mended, shown }]) => {
      const { words, mending } = differenceKinds[kind];
      const done = mend ? `${mended} mended` : mending === null ? 'cannot be mended' : `--mend: ${mending}`;
      const more = count > shown.length ? [`  and ${count - shown.length} more; --json lists all`] : [];
      return [
        `${kind}: ${count} ${words} (${done})`,
        ...shown.map(
          ({ id, about, failure }) => `  ${id}  ${about}${failure ? `; not mended: ${failure}` : ''}`,
        ),
        ...more,
      ];
    });
  }
}

const jsonOf = ({ kind, id, about, mended, failure }: Reconciled): string =>
  JSON.stringify({ kind, id, about, mended, failure });

/** The setting, or the server of a running `npm start`. */
async function temporalAddress({ temporalAddress: address, dataDir }: Settings): Promise<string> {
  const found = address ?? (await readDemoTemporal(dataDir));
  if (found !== undefined) return found;
  throw new CommandFailure('Set TEMPORAL_ADDRESS, or run the command beside a running "npm start".');
}

function parseTime(text: string): Date {
  const time = asOfInstant(text);
  if (time === undefined)
    throw new InvalidArgumentError('It must be a date-time such as 2026-11-23T02:00:00Z.');
  return new Date(time);
}
