import type { Knex } from 'knex';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import { rowsInTurn } from '../reports/in-snapshot.js';

const rowsAtATime = 5_000;

/** Which lines of a journal: later ones than `after`, up to `until`. */
export interface Stretch {
  after: string;
  until: string;
  /** Only of this organization; absent: of all. */
  organizationId?: string;
}

/**
 * Reads rows that are ordered by what they are about, and gives those of one at a time.
 * @param sql its bindings are `after`, `until`, `organization` and `defaultCurrency`.
 */
export async function* groupsOf<Row>(
  trx: Knex,
  sql: string,
  { stretch, keyOf }: { stretch: Stretch; keyOf: (row: Row) => string },
): AsyncGenerator<[Row, ...Row[]]> {
  const { after, until, organizationId } = stretch;
  const { currency: defaultCurrency } = policySettingsOf({});
  const bindings = { after, until, organization: organizationId ?? null, defaultCurrency };
  let group: Row[] = [];
  for await (const rows of rowsInTurn<Row>(trx, { name: 'journal', sql, bindings, count: rowsAtATime })) {
    for (const row of rows) {
      const [first] = group;
      if (first !== undefined && keyOf(first) !== keyOf(row)) {
        yield [first, ...group.slice(1)];
        group = [];
      }
      group.push(row);
    }
  }
  const [first, ...rest] = group;
  if (first !== undefined) yield [first, ...rest];
}
