import { randomBytes } from 'node:crypto';
import { numberChanges } from '../../db/changes/number-changes.js';
import type { Database } from '../../db/database.js';
import { inSnapshot } from '../../db/reports/in-snapshot.js';
import { isOnlyWriter, readSource } from '../../db/warehouse/read-warehouse.js';
import { warehouseTables } from '../../db/warehouse/warehouse-tables.js';
import { type Manifest, type ManifestTable, manifestName, readManifest } from './manifest.js';
import { removeOldFiles, stillReplaced } from './old-files.js';
import { TableWriter, type WrittenTable } from './table-writer.js';
import { viewsName, viewsOf } from './views.js';
import type { WarehouseTarget } from './warehouse-target.js';
import { whyWhole } from './why-whole.js';

export interface WarehouseToWrite {
  target: WarehouseTarget;
  /** The version of the service. */
  service: string;
  now: Date;
  /** Everything, whatever changed. */
  isWhole: boolean;
  /** How long files stay that no manifest names any more, for whoever reads them. */
  keepMs: number;
  signal?: AbortSignal;
  /** Called with each table that is done. */
  progress?: (table: WrittenTable) => void;
}

export interface WrittenWarehouse {
  run: number;
  /** Why everything was written; null if only what changed was. */
  whole: string | null;
  snapshotAt: string;
  cursor: string;
  tables: WrittenTable[];
  /** Files of earlier runs. */
  deleted: number;
}

/**
 * Writes what the database has to Parquet files: the months of each table that changed since the last run, in one snapshot. The
 * manifest comes last, so that readers, who begin with it, see this run or the one before.
 */
export async function writeWarehouse(db: Database, asked: WarehouseToWrite): Promise<WrittenWarehouse> {
  const { target, service, now, isWhole, keepMs, signal, progress } = asked;
  await numberChanges(db, signal);
  return inSnapshot(db, signal, async (trx) => {
    if (!(await isOnlyWriter(trx, target.name)))
      throw new Error(`Another command is writing to ${target.name}.`);
    const source = await readSource(trx);
    const text = await target.read(manifestName);
    const last = text === undefined ? undefined : readManifest(text);
    const whole = whyWhole({ source, last, isWhole, name: target.name });
    const run = (last?.run ?? 0) + 1;
    const writer = new TableWriter({
      trx,
      target,
      fileName: `${String(run).padStart(6, '0')}-${randomBytes(4).toString('hex')}.parquet`,
      createdBy: `ioi ${service}`,
      since:
        whole === null && last ? { cursor: last.cursor, snapshotAt: new Date(last.snapshotAt) } : undefined,
    });
    const tables: ManifestTable[] = [];
    const written: WrittenTable[] = [];
    for (const table of warehouseTables) {
      signal?.throwIfAborted();
      // A file that is lost or broken is written again when all is asked for.
      const before = isWhole ? undefined : last?.tables.find(({ name }) => name === table.name);
      const { entry, ...done } = await writer.write(table, before);
      tables.push(entry);
      written.push(done);
      progress?.(done);
    }
    const { database, timeline, cursor } = source;
    const snapshotAt = source.snapshotAt.toISOString();
    const said = { format: 1, service, run, database, timeline, snapshotAt, cursor, tables } as const;
    const manifest: Manifest = { ...said, replaced: stillReplaced({ tables, last, now, keepMs }) };
    await target.replace(manifestName, `${JSON.stringify(manifest, null, 1)}\n`);
    await target.replace(viewsName, viewsOf(manifest, target.urlBase));
    const deleted = await removeOldFiles(target, manifest, new Date(now.getTime() - keepMs));
    return { run, whole, snapshotAt, cursor, tables: written, deleted };
  });
}
