import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { auditedActionNames } from '../../db/audit/actions.js';
import { type AuditFilter, auditFilters } from '../../db/audit/audit-filters.js';
import { auditBatches, auditColumns, type RecordedAudit, readAudit } from '../../db/audit/read-audit.js';
import { recordAudit } from '../../db/audit/record-audit.js';
import type { Database } from '../../db/database.js';
import { plainText, writeCsv } from '../../documents/product-files/csv.js';
import { operator } from '../ground/operator.js';
import { organizationOf } from '../ground/organization-of.js';
import { type CommandContext, report } from './command-context.js';

interface AuditOptions {
  organization?: string;
  action?: AuditFilter['action'];
  actor?: string;
  target?: string;
  from?: string;
  to?: string;
}

/** The audit log of an organization, or of all. */
export function addAuditCommands(command: Command, context: CommandContext): void {
  addFilters(command.command('list').description('list entries, the latest first'))
    .option('--limit <number>', 'the most entries, up to 1000', parseLimit, 100)
    .option('--json', 'print JSON')
    .action(async ({ limit, json, ...options }: AuditOptions & { limit: number; json?: boolean }) => {
      const entries = await context.withDatabase(async (db) =>
        readAudit(db, { ...(await queryOf(db, options)), size: limit }),
      );
      const lines = entries.length > 0 ? entries.map(lineOf) : ['There are no entries.'];
      report(context, { json, result: entries, lines });
    });
  addFilters(command.command('export').description('write all entries to a file, the latest first'))
    .addOption(new Option('--format <format>', 'the format').choices(['csv', 'json']).default('csv'))
    .option('--out <file>', 'the output file; default: standard output')
    .action(async ({ format, out, ...options }: AuditOptions & { format: 'csv' | 'json'; out?: string }) => {
      await context.withDatabase(async (db) => {
        const query = await queryOf(db, options);
        const { organizationId = null } = query;
        await recordAudit(db, { action: 'AUDIT_READ', organizationId, by: operator() });
        const batches = auditBatches(db, query);
        const texts = Readable.from(format === 'csv' ? csvOf(batches) : jsonOf(batches));
        await pipeline(texts, out === undefined ? process.stdout : createWriteStream(out));
      });
    });
}

function addFilters(command: Command): Command {
  return command
    .option('--organization <id or name>', 'only its entries')
    .addOption(new Option('--action <action>', 'only this action').choices(auditedActionNames))
    .option('--actor <id>', "only by this person's id, API key or operator's account")
    .option('--target <id>', 'only about this record')
    .option('--from <date>', 'from this date or date-time on', parseMoment)
    .option('--to <date>', 'until this date or date-time, inclusive', parseMoment);
}

async function queryOf(db: Database, { organization, action, actor, target, from, to }: AuditOptions) {
  const filter = { action, actorId: actor, targetId: target, recordedFrom: from, recordedTo: to };
  if (organization === undefined) return { filter };
  return { filter, organizationId: (await organizationOf(db, organization)).id };
}

function parseLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) {
    throw new InvalidArgumentError('It must be a number from 1 to 1000.');
  }
  return limit;
}

function parseMoment(text: string): string {
  const { data } = auditFilters.recordedFrom.schema.safeParse(text);
  if (data === undefined)
    throw new InvalidArgumentError('It must be a date such as 2026-01-31, or a date-time.');
  return data;
}

function lineOf({ recordedTimestamp, action, ...entry }: RecordedAudit): string {
  const { actorKind, actorName, actorId, targetKind, targetId, address, occurrences } = entry;
  return [
    recordedTimestamp.toISOString(),
    occurrences === 1 ? action : `${action} × ${occurrences}`,
    actorKind === 'NOBODY' ? 'nobody' : `${actorName} (${actorId})`,
    ...(targetId === null ? [] : [`${targetKind} ${targetId}`]),
    ...(address === null ? [] : [`from ${address}`]),
    ...(Object.keys(entry.details).length === 0 ? [] : [JSON.stringify(entry.details)]),
  ].join('  ');
}

async function* jsonOf(batches: AsyncIterable<RecordedAudit[]>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const batch of batches) {
    yield `${separator}${batch.map((entry) => JSON.stringify(entry)).join(',\n')}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function* csvOf(batches: AsyncIterable<RecordedAudit[]>): AsyncGenerator<string> {
  const columns = Object.keys(auditColumns) as (keyof RecordedAudit)[];
  yield writeCsv([columns]);
  for await (const batch of batches) {
    yield writeCsv(batch.map((entry) => columns.map((column) => plainText(textOf(entry[column])))));
  }
}

function textOf(value: RecordedAudit[keyof RecordedAudit]): string | null {
  if (value === null) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
