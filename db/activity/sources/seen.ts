import { type ScopedTable, seenBy } from '../../models/visibility.js';

/**
 * The condition that the caller's organization sees a row of a table. `is true`, so that rows are found by the subject's index
 * and never by the organization's, which is far larger.
 */
export const seen = (table: ScopedTable, alias = 'r'): string =>
  `(${seenBy(table, alias).replace('?', ':organizationId')}) is true`;
