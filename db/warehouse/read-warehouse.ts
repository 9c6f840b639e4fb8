import type { Knex } from 'knex';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import type { ChangeKind } from '../models/change.js';
import { rowsInTurn } from '../reports/in-snapshot.js';
import { versions } from '../reports/versions-of-report.js';
import type { Touch, WarehouseRow, WarehouseTable } from './warehouse-table.js';

/** The database as the snapshot of a transaction has it. */
export interface WarehouseSource {
  /** The server and its database; another after a restore from a dump. */
  database: string;
  /** Another after a restore to a point in time, and after a failover. */
  timeline: number;
  /** Every change up to this one is in the snapshot, and maybe later ones. */
  cursor: string;
  /** Changes up to this one are no longer kept. */
  removedTo: string;
  snapshotAt: Date;
}

/** What changed since a run: what was numbered after it, and what has no number yet. */
export interface Since {
  cursor: string;
  snapshotAt: Date;
}

const rowsAtATime = 2_000;
const packedRowsAtATime = 200;
const dayMs = 86_400_000;

export async function readSource(trx: Knex): Promise<WarehouseSource> {
  const { rows } = await trx.raw<{ rows: [WarehouseSource] }>(
    `select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as database,
       (select timeline_id from pg_control_checkpoint()) as timeline, last as cursor, removed_to as "removedTo",
       now() as "snapshotAt"
     from change_numbers, pg_control_system()`,
  );
  return rows[0];
}

/** Lets one writer at a time write to a place, until the transaction ends; false while another one does. */
export async function isOnlyWriter(trx: Knex, place: string): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: [{ locked: boolean }] }>(
    'select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as locked',
    [`ioi warehouse ${place}`],
  );
  return rows[0].locked;
}

/** The rows of a table, some at a time, with their `month`; of all months, or of some. */
export async function* readTable(
  trx: Knex,
  table: WarehouseTable,
  months?: readonly string[],
): AsyncGenerator<Iterable<WarehouseRow>, void> {
  const { columns, from, key, recorded, touches = [], packed = [], rowsOf } = table;
  const selected = [
    recorded === undefined ? `'all' as month` : `${monthOf(recorded)} as month`,
    ...Object.entries(columns).flatMap(([name, { type, sql }]) => {
      if (sql === undefined) return [];
      if (type === 'date') return [`(${sql}) - date '1970-01-01' as ${name}`];
      if (type === 'timestamp') return [`(extract(epoch from ${sql}) * 1000000)::bigint as ${name}`];
      return [`${type === 'json' ? `(${sql})::text` : sql} as ${name}`];
    }),
    ...packed,
  ];
  const isPart = months !== undefined && recorded !== undefined;
  const wanted = isPart
    ? `and ${recorded} >= :first and ${recorded} < :end and ${monthOf(recorded)} = any (:months)`
    : '';
  // What each run reads again makes the same bytes of the same rows.
  const isReadAgain = recorded === undefined || touches.some(({ kind }) => kind === undefined);
  const order = isReadAgain ? `order by ${[...(recorded ? [recorded] : []), ...key].join(', ')}` : '';
  const batches = rowsInTurn<WarehouseRow>(trx, {
    name: `warehouse_${table.name}`,
    sql: `with ${versions} select ${selected.join(', ')} from ${from} ${wanted} ${order}`,
    bindings: {
      defaultCurrency: policySettingsOf({}).currency,
      ...(isPart && { months: [...months], ...spanOf(months) }),
    },
    count: rowsOf ? packedRowsAtATime : rowsAtATime,
  });
  for await (const rows of batches) yield rowsOf ? unpacked(rows, rowsOf) : rows;
}

function* unpacked(
  rows: readonly WarehouseRow[],
  rowsOf: (row: WarehouseRow) => Iterable<WarehouseRow>,
): Generator<WarehouseRow> {
  for (const row of rows) yield* rowsOf(row);
}

/** The months whose rows of a table may have changed. */
export async function touchedMonths(
  trx: Knex,
  { recorded, touches = [] }: WarehouseTable,
  { cursor, snapshotAt }: Since,
): Promise<string[]> {
  if (recorded === undefined) return ['all'];
  const months = new Set<string>();
  for (const touch of touches) {
    const { rows } = await trx.raw<{ rows: { month: string }[] }>(
      `select distinct ${monthOf(recorded)} as month from ${touch.rows.replaceAll(':changed', changedBy(touch))}`,
      // No transaction takes a day between what it records and its commit.
      { cursor, recent: new Date(snapshotAt.getTime() - dayMs) },
    );
    for (const { month } of rows) months.add(month);
  }
  return [...months].sort();
}

/** The ids of records of a kind that are gone. */
export async function deletedSince(trx: Knex, kind: ChangeKind, { cursor }: Since): Promise<string[]> {
  return trx('changes')
    .whereRaw(changes, { cursor })
    .where({ kind, is_deleted: true })
    .distinct()
    .pluck('record_id');
}

const changes = 'clock_id is null and (number > :cursor or number is null)';

function changedBy({ kind }: Touch): string {
  const isOfKind = kind === 'ERASED' ? "kind = 'CLIENT' and is_deleted" : `kind = '${kind}'`;
  const id = kind === 'LEDGER_LINE' ? 'record_id::bigint' : 'record_id::uuid';
  return `select ${id} from changes where ${isOfKind} and ${changes}`;
}

const monthOf = (recorded: string) => `to_char(${recorded} at time zone 'UTC', 'YYYY-MM')`;

/** From the first of the months to the end of the last, so that an index finds them. */
function spanOf(months: readonly string[]): { first: Date; end: Date } {
  const first = new Date(`${months[0]}-01T00:00:00Z`);
  const end = new Date(`${months.at(-1)}-01T00:00:00Z`);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return { first, end };
}
