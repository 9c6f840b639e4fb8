import type { z } from 'zod';

/** A filter of a list or search: what a request may say, the column that it is compared with, and the index that serves it. */
export interface Filter {
  schema: z.ZodType;
  description?: string;
  column: string;
  /** `=` unless given. */
  compare?: '>=' | '<=' | '<' | 'ilike';
  index: string;
  /** What the column is compared with, where that is not what was said. */
  bound?: (said: string) => Date;
}

export type Filters = Readonly<Record<string, Filter>>;

/** What each filter of a table was set to. */
export type FilterValues<Of extends Filters> = {
  [Name in keyof Of]?: z.output<Of[Name]['schema']> | undefined;
};

/** The fields of a request that set a table's filters: none is required. */
export function filterFields<Of extends Filters>(filters: Of) {
  const fields = Object.entries(filters).map(([name, { schema, description }]) => [
    name,
    description === undefined ? schema.optional() : schema.optional().meta({ description }),
  ]);
  return Object.fromEntries(fields) as { [Name in keyof Of]: z.ZodOptional<Of[Name]['schema']> };
}

/** Narrows a query on a table, or on its alias, to the rows that fit every filter that is set. */
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
