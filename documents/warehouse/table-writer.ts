import { type AsyncBuffer, parquetReadObjects } from 'hyparquet';
import type { Knex } from 'knex';
import { deletedSince, readTable, type Since, touchedMonths } from '../../db/warehouse/read-warehouse.js';
import type { WarehouseTable } from '../../db/warehouse/warehouse-table.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import type { ManifestFile, ManifestTable } from './manifest.js';
import { sqlType } from './parquet-types.js';
import { PartitionFiles } from './partition-files.js';
import type { WarehouseTarget } from './warehouse-target.js';

/** What a run wrote of a table. */
export interface WrittenTable {
  name: string;
  /** The months that were written. */
  months: string[];
  rows: number;
  bytes: number;
  /** All that it has now. */
  allFiles: number;
  allRows: number;
}

interface TableWriterDependencies {
  trx: Knex;
  target: WarehouseTarget;
  /** The same in every folder; no other run has it. */
  fileName: string;
  createdBy: string;
  /** Undefined: everything is written. */
  since: Since | undefined;
}

/** Writes the months of tables that changed. */
export class TableWriter {
  constructor(private readonly uses: TableWriterDependencies) {}

  /** @param before the table as the last run left it. */
  async write(
    table: WarehouseTable,
    before: ManifestTable | undefined,
  ): Promise<WrittenTable & { entry: ManifestTable }> {
    const definition = definitionOf(table);
    const known = before?.definition === definition ? before.files : undefined;
    const { since } = this.uses;
    const months = since && known ? await this.#changedMonths(table, known, since) : undefined;
    const written = months?.length === 0 ? [] : await this.#writeMonths(table, months, known ?? []);
    const unchanged = months ? (known ?? []).filter(({ month }) => !months.includes(month)) : [];
    const files = [...unchanged, ...written.map(({ file }) => file)].sort((one, other) =>
      one.month < other.month ? -1 : 1,
    );
    const fresh = written.filter(({ isNew }) => isNew).map(({ file }) => file);
    const columns = Object.entries(table.columns).map(([name, { type }]) => [name, sqlType(type)]);
    const { name, key } = table;
    return {
      entry: { name, definition, key: [...key], columns: Object.fromEntries(columns), files },
      name,
      months: fresh.map(({ month }) => month),
      rows: sumOf(fresh, 'rows'),
      bytes: sumOf(fresh, 'bytes'),
      allFiles: files.length,
      allRows: sumOf(files, 'rows'),
    };
  }

  async #changedMonths(
    table: WarehouseTable,
    known: readonly ManifestFile[],
    since: Since,
  ): Promise<string[]> {
    const { trx, target } = this.uses;
    const months = new Set(await touchedMonths(trx, table, since));
    if (table.deleted === undefined) return [...months];
    const { kind, columns } = table.deleted;
    const gone = new Set(await deletedSince(trx, kind, since));
    if (gone.size === 0) return [...months];
    // Nothing but the files says in which month a record was that is gone.
    for (const { month, path } of known) {
      if (!months.has(month) && (await hasAny(await target.open(path), columns, gone))) months.add(month);
    }
    return [...months].sort();
  }

  /** A file that has what the known one has is not kept. */
  async #writeMonths(
    table: WarehouseTable,
    months: readonly string[] | undefined,
    known: readonly ManifestFile[],
  ): Promise<{ file: ManifestFile; isNew: boolean }[]> {
    const { trx, target, fileName, createdBy } = this.uses;
    const pathOf = (month: string) => `${table.name}/${month}/${fileName}`;
    const parts = new PartitionFiles({ table, pathOf: (month) => target.draftOf(pathOf(month)), createdBy });
    try {
      for await (const rows of readTable(trx, table, months)) await parts.add(rows);
      const files: { file: ManifestFile; isNew: boolean }[] = [];
      for (const { month, ...written } of await parts.finish()) {
        const same = known.find((file) => file.month === month && file.sha256 === written.sha256);
        const file = same ?? { path: pathOf(month), month, ...written };
        if (same === undefined) await target.put(file.path);
        else await target.discard(pathOf(month));
        files.push({ file, isNew: same === undefined });
      }
      return files;
    } catch (error) {
      await parts.close();
      for (const month of parts.months) await target.discard(pathOf(month));
      throw error;
    }
  }
}

function definitionOf({ columns, from, key, recorded }: WarehouseTable): string {
  return contentHash({ columns, from, key, ...(recorded !== undefined && { recorded }) });
}

async function hasAny(
  file: AsyncBuffer,
  columns: readonly string[],
  ids: ReadonlySet<string>,
): Promise<boolean> {
  const rows = await parquetReadObjects({ file, columns: [...columns] });
  return rows.some((row) => Object.values(row).some((id) => ids.has(id)));
}

function sumOf(files: readonly ManifestFile[], figure: 'rows' | 'bytes'): number {
  return files.reduce((sum, file) => sum + file[figure], 0);
}
