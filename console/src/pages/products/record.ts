import {
  type Environment,
  ioi,
  type ListedProduct,
  type ListedVersion,
  type ProductVersionDefinition,
} from '../../api/client.js';
import { useRead } from '../../api/queries.js';
import { may, me } from '../../session/me.js';

export const environments: readonly Environment[] = ['DEV', 'UAT', 'PROD'];

/** A product with its versions; null if the organization neither owns nor sells it. */
export const useProduct = (productId: string) =>
  useRead(
    ['products', productId],
    async (signal) =>
      (await ioi.products.list({ lineId: productId, size: 1 }, { signal })).content[0] ?? null,
  );

/** A version never changes. */
export const useDefinition = (versionId: string | undefined) =>
  useRead(
    ['products', 'definition', versionId],
    (signal) => ioi.products.version(versionId ?? '', {}, { signal }),
    { enabled: versionId !== undefined, staleTime: Number.POSITIVE_INFINITY },
  );

/** Whether the person may change the product's versions and read their definitions. */
export const mayWrite = (product: ListedProduct): boolean =>
  may('products:write') && product.ownerOrganizationId === me().organizationId;

export const nameOf = ({ version, buildNumber }: Pick<ListedVersion, 'version' | 'buildNumber'>): string =>
  `${version} (${buildNumber})`;

/** Which version covers a day in an environment. */
export function versionOn(
  versions: readonly ListedVersion[],
  environment: Environment,
  day: string,
): ListedVersion | undefined {
  const begun = versions.flatMap((version) =>
    version.deployments
      .filter((each) => each.environment === environment && each.effectiveDate <= day)
      // Of two that begin on a day, the later deployed one covers it.
      .map(({ effectiveDate, deployedAt }) => ({ version, rank: effectiveDate + deployedAt })),
  );
  return begun.sort((a, b) => (a.rank < b.rank ? 1 : -1))[0]?.version;
}

/** When the next version begins after a day. */
export function nextAfter(
  versions: readonly ListedVersion[],
  environment: Environment,
  day: string,
): { version: ListedVersion; from: string } | undefined {
  const later = versions.flatMap((version) =>
    version.deployments
      .filter((each) => each.environment === environment && each.effectiveDate > day)
      .map(({ effectiveDate }) => ({ version, from: effectiveDate })),
  );
  return later.sort((a, b) => (a.from < b.from ? -1 : 1))[0];
}

export interface RatingTable {
  title?: string;
  keys: { name: string; match?: string }[];
  columns: { name: string }[];
  rows: Cell[][];
}
export type Cell = string | number | boolean | (string | number | boolean | null)[];

/** The tables of a version, by name. */
export const tablesOf = ({ definition }: ProductVersionDefinition): Record<string, RatingTable> => {
  const tables = (definition.tables ?? {}) as unknown as Record<string, SentTable>;
  return Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, withPackedRows(table)]));
};

/** A large table has rows as texts of columns with a line for each row. */
type SentTable = RatingTable & { packed?: { count: number; cells: string[] } };

function withPackedRows({ packed, ...table }: SentTable): RatingTable {
  if (packed === undefined) return table;
  const columns = packed.cells.map((text) => text.split('\n'));
  const rows = Array.from({ length: packed.count }, (_, row) => columns.map((column) => column[row] ?? ''));
  return { ...table, rows: [...table.rows, ...rows] };
}

/** A cell as it is read: a range has two ends, of which one can be open. */
export function shownCell(cell: Cell | undefined, key?: { match?: string }): string {
  if (!Array.isArray(cell)) return cell === undefined ? '' : String(cell);
  const isRange = key?.match !== undefined && key.match !== 'exact';
  if (!isRange) return cell.join(', ');
  const [from, to] = cell;
  if (from == null && to == null) return '*';
  if (to == null) return `≥ ${from}`;
  return from == null ? `… ${to}` : `${from} … ${to}`;
}
