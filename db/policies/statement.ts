/** SQL with `?` for each of its bindings, in order. */
export interface Statement {
  sql: string;
  bindings: (string | Date | string[])[];
}

/** All conditions at once. */
export function allOf(conditions: readonly Statement[]): Statement {
  return {
    sql: conditions.map(({ sql }) => sql).join(' and '),
    bindings: conditions.flatMap(({ bindings }) => bindings),
  };
}
