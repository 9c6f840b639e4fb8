import { snakeCaseMappers } from 'objection';

const { format } = snakeCaseMappers();

/** A record as the JSON text of its row, for `jsonb_populate_record`. */
export function rowText(record: object): string {
  return JSON.stringify(format({ ...record }));
}
