import { z } from 'zod';
import type { ZodOpenApiOverrideMetaContext } from 'zod-openapi/api';
import { endOfDayIn, startOfDayIn } from '../domain/ground/business-time.js';
import { calendarDate, instant } from '../domain/ground/primitives.js';

/** A filter of a list or search: its schema, the compared column, and the index that serves it. */
export interface Filter {
  schema: z.ZodType;
  description?: string;
  column: string;
  /** Default `=`. */
  compare?: '>=' | '<=' | '<' | 'ilike';
  index: string;
  /** Converts the given value for the comparison; days are those of a time zone. */
  bound?: (said: string, timeZone: string) => Date | string;
  /** Instead of a comparison: the SQL condition of each value. */
  condition?: Readonly<Record<string, string>>;
  /** The value that stands for rows whose column is null. */
  none?: string;
  /** The list writes the condition itself: {@link narrow} leaves it out. */
  writtenByList?: true;
}

/** The schema of a filter that is `true` or `false`. */
export const flag = z.enum(['true', 'false'], 'must be true or false').meta({
  override: ({ jsonSchema }: ZodOpenApiOverrideMetaContext) => {
    jsonSchema.type = 'boolean';
    delete jsonSchema.enum;
  },
});

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

/**
 * Restricts a query on a table, or on its alias, to the rows that match every given filter.
 * @param timeZone where days are that stand for moments, an IANA name.
 */
export function narrow<Of extends Filters>(
  query: { where(column: string, compare: string, value: never): unknown; whereRaw(sql: string): unknown },
  table: string,
  filters: Of,
  values: FilterValues<Of>,
  timeZone = 'UTC',
): void {
  for (const [name, { column, compare = '=', bound, condition, none, writtenByList }] of Object.entries(
    filters,
  )) {
    const value = values[name];
    if (value === undefined || writtenByList) continue;
    if (condition) query.whereRaw(condition[String(value)] ?? 'false');
    else if (none !== undefined && value === none) query.whereRaw(`${table}.${column} is null`);
    else
      query.where(`${table}.${column}`, compare, (bound ? bound(String(value), timeZone) : value) as never);
  }
}

const moment = z.union([instant, calendarDate], 'must be a date, or an ISO 8601 date-time with an offset');

/** The first and the last moment of a list, on a column that an index orders. */
export function between<Column extends string>(column: Column, index: string) {
  return {
    from: {
      schema: moment,
      description: "Inclusive; a date stands for its start in the organization's time zone.",
      column,
      compare: '>=',
      index,
      bound: (said: string, timeZone: string) =>
        said.includes('T') ? new Date(said) : startOfDayIn(timeZone, said),
    },
    to: {
      schema: moment,
      description: "Inclusive; a date stands for its end in the organization's time zone.",
      column,
      compare: '<',
      index,
      // The first moment after it: answers have milliseconds, but the database microseconds.
      bound: (said: string, timeZone: string) =>
        said.includes('T') ? new Date(new Date(said).getTime() + 1) : endOfDayIn(timeZone, said),
    },
  } as const;
}
