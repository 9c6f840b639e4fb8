import type { Model, QueryBuilder } from 'objection';

/**
 * The columns of the organizations that can see a record of a table. Products, which are licensed, have a
 * separate rule in `Product`.
 */
const columnsOf = {
  api_keys: ['organization_id'],
  assistant_acts: ['organization_id'],
  books: ['organization_id'],
  changes: ['organization_id', 'other_organization_id'],
  clients: ['organization_id'],
  clocks: ['organization_id'],
  commission_statements: ['organization_id', 'seller_id'],
  documents: ['organization_id', 'shared_organization_id'],
  events: ['organization_id', 'shared_organization_id'],
  files: ['organization_id', 'shared_organization_id'],
  holds: ['organization_id'],
  jobs: ['organization_id'],
  mails: ['organization_id'],
  people: ['organization_id'],
  payment_sessions: ['organization_id', 'issuing_organization_id'],
  policies: ['seller_organization_id', 'issuing_organization_id'],
  policy_search: ['organization_id'],
  product_consents: ['organization_id', 'owner_organization_id'],
  quotes: ['client_organization_id', 'quoting_organization_id'],
  saved_methods: ['organization_id'],
  tasks: ['organization_id'],
  webhook_deliveries: ['organization_id'],
  webhook_endpoints: ['organization_id'],
} as const;

export type ScopedTable = keyof typeof columnsOf;

/**
 * The SQL condition that an organization, its one binding, can see a row; `alias` is the table's name in the
 * statement.
 */
export function seenBy(table: ScopedTable, alias: string = table): string {
  return table === 'clients'
    ? `${ownedBy(table, alias)} and ${alias}.erased_at is null`
    : ownedBy(table, alias);
}

/** The same with clients that were erased. */
export function ownedBy(table: ScopedTable, alias: string = table): string {
  const columns = columnsOf[table].map((column) => `${alias}.${column}`);
  return columns.length === 1 ? `${columns[0]} = ?` : `? in (${columns.join(', ')})`;
}

/**
 * The same condition in parts, one for each column, of which a row fits one at most. A list reads each part by its own
 * index, in the index's order. The columns are compared with each other, as the indexes of quotes do.
 */
export function sidesSeeing(table: ScopedTable, organizationId: string, alias: string = table) {
  const columns = columnsOf[table].map((column) => `${alias}.${column}`);
  return columns.map((column, index) => ({
    sql: [`${column} = ?`, ...columns.slice(0, index).map((earlier) => `${earlier} <> ${column}`)].join(
      ' and ',
    ),
    bindings: [organizationId],
  }));
}

/** The modifier `visibleTo(organizationId)` of a table's model: the same condition. */
export function visibilityOf(table: ScopedTable) {
  return (query: QueryBuilder<Model>, organizationId: string): void => {
    query.whereRaw(seenBy(table, query.tableRefFor(query.modelClass())), [organizationId]);
  };
}
