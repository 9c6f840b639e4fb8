import type { Knex } from 'knex';
import type { JsonObject } from '../../domain/ground/json.js';
import { columnsOf } from '../columns-of.js';
import { asText } from './as-text.js';

/** A document's row as a book has it, and where its bytes are here. */
export interface DocumentRow {
  row: JsonObject & { id: string; file_name: string; size: string };
  at: { store: 'POSTGRES' | 'S3'; objectKey: string | null };
}

/** What documents belong to: a policy or its quotes; or a client, and no quote or policy. */
export type DocumentsOf =
  | { policyIds: readonly string[]; quoteIds: readonly string[] }
  | { clientIds: readonly string[] };

/** Runs, and the place of the bytes, are of this installation. */
const leftOut: readonly string[] = ['trigger_request_id', 'store', 'object_key'];

/** Reads the rows of documents. */
export async function documentsReader(
  trx: Knex.Transaction,
): Promise<(of: DocumentsOf) => Promise<DocumentRow[]>> {
  const columns = (await columnsOf(trx, ['documents'])).get('documents') ?? new Map();
  const selected = [...columns]
    .filter(([name]) => !leftOut.includes(name))
    .map(([name, { type }]) => `${asText(name, type)} as ${name}`);
  const read = async (where: string, bindings: object): Promise<DocumentRow[]> => {
    const { rows } = await trx.raw<{ rows: (JsonObject & { at_store: 'POSTGRES' | 'S3' })[] }>(
      `select store as at_store, object_key as at_key, ${selected.join(', ')} from documents
       where ${where} order by created_at, id`,
      bindings as Record<string, string[]>,
    );
    return rows.map(({ at_store: store, at_key, ...row }) => ({
      row: Object.fromEntries(
        Object.entries(row).filter(([, value]) => value !== null),
      ) as DocumentRow['row'],
      at: { store, objectKey: at_key as string | null },
    }));
  };
  return async (of) => {
    if ('clientIds' in of) {
      const where = 'client_id = any (:ids) and policy_id is null and quote_id is null';
      return read(where, { ids: [...of.clientIds] });
    }
    return read('policy_id = any (:ids) or (policy_id is null and quote_id = any (:quotes))', {
      ids: [...of.policyIds],
      quotes: [...of.quoteIds],
    });
  };
}
