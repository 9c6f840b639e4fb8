/** PostgreSQL gives each version of a row a number and a place that no other version of it has. */
export const rowVersion = (row: string): string => `${row}.xmin, ${row}.ctid`;

/**
 * The SQL of a text that changes with each of these versions. A server that was restored from a backup gives the numbers of
 * lost rows again: it has started since.
 */
export const versionOfRows = (versions: readonly string[]): string =>
  `concat_ws('|', pg_postmaster_start_time(), ${versions.join(', ')})`;
