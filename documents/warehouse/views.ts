import type { Manifest, ManifestTable } from './manifest.js';

export const viewsName = 'views.sql';

/**
 * SQL for DuckDB with a view for each table, and macros for what is earned. `urlBase` is what paths begin with.
 */
export function viewsOf({ run, snapshotAt, tables }: Manifest, urlBase: string): string {
  return [
    `-- Run ${run}: what was committed by ${snapshotAt}.`,
    ...tables.map((table) => viewOf(table, urlBase)),
    macros,
    '',
  ].join('\n');
}

function viewOf({ name, columns, files }: ManifestTable, urlBase: string): string {
  if (files.length > 0) {
    const list = files.map(({ path }) => `'${(urlBase + path).replaceAll("'", "''")}'`).join(', ');
    return `create or replace view ${name} as select * from read_parquet([${list}]);`;
  }
  const empty = Object.entries(columns).map(([column, type]) => `null::${type} as ${column}`);
  return `create or replace view ${name} as select ${empty.join(', ')} where false;`;
}

/**
 * The shares of an amount by days are exact to 16 decimals. A sum of them is rounded to ten first, so that a half that was cut
 * short is a half again.
 */
const macros = `
-- The part of an amount that is earned by the end of a day.
create or replace macro earned(amount, earned_from, earned_until, day) as case
  when amount = 0 or earned_from > day + 1 then 0::decimal(38, 16)
  when earned_until <= day + 1 then amount::decimal(38, 16)
  else (((amount * 10000)::hugeint * 1000000000000 * (day + 1 - earned_from)) // (earned_until - earned_from))::decimal(38, 0)
    * 0.0000000000000001::decimal(38, 16)
end;
-- A sum of parts, rounded to cents: halves away from zero.
create or replace macro in_cents(amount) as round(round(amount::decimal(38, 16), 10), 2)::decimal(18, 2);`;
