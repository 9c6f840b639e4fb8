import { type Command, InvalidArgumentError } from 'commander';
import { recordAudit } from '../../db/audit/record-audit.js';
import { folderTarget } from '../../documents/warehouse/folder-target.js';
import type { WrittenTable } from '../../documents/warehouse/table-writer.js';
import type { WarehouseTarget } from '../../documents/warehouse/warehouse-target.js';
import { type WrittenWarehouse, writeWarehouse } from '../../documents/warehouse/write-warehouse.js';
import { operator } from '../ground/operator.js';
import { packageVersion } from '../ground/package-info.js';
import { loadSettings } from '../settings/settings.js';
import { type CommandContext, report } from './command-context.js';

interface WarehouseOptions {
  to: string;
  full?: boolean;
  keep: number;
  json?: boolean;
}

const hourMs = 3_600_000;

/** Writes all business tables to Parquet files: everything the first time, then what changed. */
export function addWarehouseCommand(command: Command, context: CommandContext): void {
  command
    .requiredOption('--to <place>', 'a folder, or s3://BUCKET/PREFIX; the settings S3_* say how to reach it')
    .option('--full', 'write everything, not only what changed since the last run')
    .option('--keep <hours>', 'how long replaced files stay for their readers', hoursOf, 24)
    .option('--json', 'print JSON')
    .addHelpText('after', '\ndocs/guides/warehouse.md says how to query it.')
    .action(async ({ to, full = false, keep, json = false }: WarehouseOptions) => {
      const ending = new AbortController();
      const end = () => ending.abort(new Error('Ended by a signal; the last run stays as it was.'));
      process.once('SIGINT', end).once('SIGTERM', end);
      const begun = performance.now();
      const target = await targetOf(to);
      try {
        const written = await context.withDatabase(async (db) => {
          const details = { to: target.name };
          await recordAudit(db, {
            action: 'WAREHOUSE_WRITTEN',
            organizationId: null,
            details,
            by: operator(),
          });
          return writeWarehouse(db, {
            target,
            service: packageVersion(),
            now: new Date(),
            isWhole: full,
            keepMs: keep * hourMs,
            signal: ending.signal,
            ...(!json && { progress: (table) => context.print(lineOf(table)) }),
          });
        });
        const seconds = Math.round((performance.now() - begun) / 100) / 10;
        const lines = [
          summaryOf(written, seconds),
          `Readers begin at ${to.replace(/\/$/, '')}/manifest.json.`,
        ];
        report(context, { json, result: { ...written, seconds }, lines });
      } finally {
        process.off('SIGINT', end).off('SIGTERM', end);
        await target.close();
      }
    });
}

/** The client of the bucket is large: it is loaded where it is needed. */
async function targetOf(place: string): Promise<WarehouseTarget> {
  if (!place.startsWith('s3://')) return folderTarget(place);
  const { s3Target } = await import('../../documents/warehouse/s3-target.js');
  return s3Target(place, loadSettings().s3Access);
}

function lineOf({ name, months, rows, allFiles, allRows }: WrittenTable): string {
  const all = `${allRows} rows in ${allFiles} ${allFiles === 1 ? 'file' : 'files'}`;
  if (months.length === 0) return `${name}: unchanged, ${all}`;
  const which = months.length > 6 ? `${months.length} months` : months.join(', ');
  return months.length === allFiles ? `${name}: ${all}` : `${name}: ${rows} rows of ${which} written; ${all}`;
}

function summaryOf({ run, whole, tables, deleted, cursor }: WrittenWarehouse, seconds: number): string {
  const sum = (figure: (table: WrittenTable) => number) =>
    tables.reduce((total, table) => total + figure(table), 0);
  const megabytes = Math.round(sum(({ bytes }) => bytes) / 10_000) / 100;
  const files = `${sum(({ months }) => months.length)} of ${sum(({ allFiles }) => allFiles)} files`;
  const because = whole === null ? '' : `: everything, because ${whole}`;
  const old = deleted === 0 ? '' : ` Deleted ${deleted} old files.`;
  return (
    `Run ${run} wrote ${files} (${sum(({ rows }) => rows)} rows, ${megabytes} MB) in ${seconds} s${because}.` +
    `${old} The feed of changes goes on after ${cursor}.`
  );
}

function hoursOf(text: string): number {
  const hours = Number(text);
  if (!/^\d{1,6}(\.\d+)?$/.test(text))
    throw new InvalidArgumentError('It must be a number of hours, such as 24.');
  return hours;
}
