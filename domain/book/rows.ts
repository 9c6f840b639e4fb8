import type { JsonObject } from '../ground/json.js';

/**
 * Rows by table, as the database keeps them: tables and columns by their names there, amounts as decimal text, times as ISO
 * 8601. A table's rows are in the order in which they were recorded.
 */
export type Rows = Readonly<Record<string, readonly JsonObject[]>>;
