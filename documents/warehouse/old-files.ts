import type { Manifest, ManifestTable } from './manifest.js';
import type { WarehouseTarget } from './warehouse-target.js';

type Replaced = Manifest['replaced'];

/** Files that the last runs named and this one does not, while they are kept. */
export function stillReplaced({
  tables,
  last,
  now,
  keepMs,
}: {
  tables: readonly ManifestTable[];
  last: Manifest | undefined;
  now: Date;
  keepMs: number;
}): Replaced {
  if (last === undefined) return [];
  const named = pathsOf(tables);
  const since = now.toISOString();
  const replacedNow = [...pathsOf(last.tables)]
    .filter((path) => !named.has(path))
    .map((path) => ({ path, since }));
  return [...last.replaced, ...replacedNow].filter((file) => now.getTime() - Date.parse(file.since) < keepMs);
}

/** How this service names its files; others are left alone. */
const own = /^[a-z_]+\/(?:\d{4}-\d{2}|all)\/\d{6,}-[0-9a-f]{8}\.parquet$/;

/**
 * Removes files that are not named any more, and those of runs that did not come to their end; returns their number.
 *
 * @param before those that were replaced, or made, by then.
 */
export async function removeOldFiles(
  target: WarehouseTarget,
  { tables, replaced }: Manifest,
  before: Date,
): Promise<number> {
  const kept = new Set([...pathsOf(tables), ...replaced.map(({ path }) => path)]);
  const old: string[] = [];
  for await (const { path, modified } of target.list()) {
    if (own.test(path) && !kept.has(path) && modified <= before) old.push(path);
  }
  for (const path of old) await target.remove(path);
  return old.length;
}

function pathsOf(tables: readonly ManifestTable[]): Set<string> {
  return new Set(tables.flatMap(({ files }) => files.map(({ path }) => path)));
}
