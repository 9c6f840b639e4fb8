import type { z } from 'zod';

/** A filter of a list or search: its schema, the compared column, and the index that serves it. */
export interface Filter {
  schema: z.ZodType;
  description?: string;
  column: string;
  /** Default `=`. */
  compare?: '>=' | '<=' | '<' | 'ilike';
  index: string;
  /** Converts the given value for the comparison. */
  bound?: (said: string) => Date;
}

export type Filters = Readonly<Record<string, Filter>>;

/** The given values of a table's filters. */
export type FilterValues<Of extends Filters> = {
  [Name in keyof Of]?: z.output<Of[Name]['schema']> | undefined;
};

/** The fields of a request for a table's filters, all optional. */
export function filterFields<Of extends Filters>(filters: Of) {
  const fields = Object.entries(filters).map(([name, { schema, description }]) => [
    name,
    description === undefined ? schema.optional() : schema.optional().meta({ description }),
  ]);
  return Object.fromEntries(fields) as { [Name in keyof Of]: z.ZodOptional<Of[Name]['schema']> };
}

/** Restricts a query on a table, or on its alias, to the rows that match every given filter. */
export function narrow<Of extends Filters>(
  query: { where(column: string, compare: string, value: never): unknown },
  table: string,
  filters: Of,
  values: FilterValues<Of>,
): void {
  for (const [name, { column, compare = '=', bound }] of Object.entries(filters)) {
    const value = values[name];
    if (value === undefined) continue;
    query.where(`${table}.${column}`, compare, (bound ? bound(String(value)) : value) as never);
  }
}
