import { type ScopedTable, seenBy } from '../models/visibility.js';

/** The condition that the caller's organization sees a row of a table. */
export const seen = (table: ScopedTable, alias = 'r'): string =>
  seenBy(table, alias).replace('?', ':organizationId');
