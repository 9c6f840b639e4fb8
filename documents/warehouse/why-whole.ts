import type { WarehouseSource } from '../../db/warehouse/read-warehouse.js';
import type { Manifest } from './manifest.js';

/**
 * Why everything is written; null if what changed since the last run is enough. The warehouse of another database is not
 * replaced unless that was asked for: that is an error.
 */
export function whyWhole({
  source,
  last,
  isWhole,
  name,
}: {
  source: WarehouseSource;
  last: Manifest | undefined;
  isWhole: boolean;
  name: string;
}): string | null {
  if (last === undefined) return 'nothing was written before';
  if (isWhole) return '--full was given';
  if (last.database !== source.database) {
    throw new Error(`${name} has the warehouse of another database. To replace it, give --full.`);
  }
  if (last.timeline !== source.timeline) return 'the database was restored, or another server took over';
  if (BigInt(last.cursor) > BigInt(source.cursor)) return 'the database was restored';
  if (BigInt(last.cursor) < BigInt(source.removedTo)) return 'the changes since the last run are not kept';
  return null;
}
