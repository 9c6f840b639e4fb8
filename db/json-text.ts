/** A member of an object: its name and the SQL of its value. A member whose value is null is left out. */
export interface Member {
  name: string;
  sql: string;
  /**
   * `plain`: a text that needs no escapes, such as an id, a date or a name of the service; `text`: any other text;
   * `json`: a number, a boolean or JSON.
   */
  as: 'plain' | 'text' | 'json';
}

export const plain = (name: string, sql: string): Member => ({ name, sql, as: 'plain' });
export const text = (name: string, sql: string): Member => ({ name, sql, as: 'text' });
export const json = (name: string, sql: string): Member => ({ name, sql, as: 'json' });

/** A member that is sent as `null`, too. */
export function orNull({ name, sql, as }: Member): Member {
  const value =
    as === 'plain' ? `'"' || ${sql} || '"'` : as === 'text' ? `to_json(${sql})::text` : `(${sql})::text`;
  return json(name, `coalesce(${value}, 'null')`);
}

/** An instant in UTC with milliseconds, as JavaScript writes it. */
export const instant = (name: string, column: string): Member => plain(name, isoOf(column));

function isoOf(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * The SQL of an object's JSON text. PostgreSQL concatenates it, and the service sends it without parsing. The first
 * member must not be null.
 */
export function objectText(members: readonly Member[]): string {
  const parts = members.map(({ name, sql, as }, index) => {
    const before = `${index === 0 ? '{' : ','}"${name}":`;
    if (as === 'plain') return `'${before}"' || ${sql} || '"'`;
    return as === 'text' ? `'${before}' || to_json(${sql})::text` : `'${before}' || (${sql})::text`;
  });
  return `concat(${[...parts, `'}'`].join(', ')})`;
}
