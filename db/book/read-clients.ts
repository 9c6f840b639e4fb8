import type { Knex } from 'knex';
import type { JsonObject } from '../../domain/ground/json.js';
import { asText } from './as-text.js';
import { type BookSelection, isSelected, selectionBindings } from './read-policies.js';

/** A client of a book: a line of `clients.ndjson`. Times are ISO 8601. */
export interface ClientRecord {
  id: string;
  /** The name of its owner. */
  organization: string;
  name?: string;
  type: string;
  status: string;
  locationCode?: string;
  language?: string;
  answers: JsonObject;
  answersValidFrom: string;
  createdAt: string;
  updatedAt: string;
  /** It was erased, and only its policies are kept until a day. */
  erasedAt?: string;
  keptUntil?: string;
  /** Earlier answers, in order. */
  history: { validFrom: string; validUntil: string; answers: JsonObject }[];
}

const time = (column: string) => asText(column, 'timestamptz');

const statement = `
  select c.id, owner.name as organization, c.organization_id as "organizationId", c.name, c.type, c.status,
    c.location_code as "locationCode", c.language, c.answers, ${time('c.answers_valid_from')} as "answersValidFrom",
    ${time('c.created_at')} as "createdAt", ${time('c.updated_at')} as "updatedAt",
    ${time('c.erased_at')} as "erasedAt", c.kept_until as "keptUntil",
    coalesce((
      select jsonb_agg(jsonb_build_object('validFrom', ${time('h.valid_from')}, 'validUntil', ${time('h.valid_until')},
        'answers', h.answers) order by h.valid_from)
      from client_answer_history h where h.client_id = c.id
    ), '[]') as history
  from clients c join organizations owner on owner.id = c.organization_id
  where c.id > :after and exists (select from policies p where p.client_id = c.id and ${isSelected})
  order by c.id limit :atOnce`;

/** The clients of a book's policies, some hundred at a time, with the ids of their owners. */
export async function* clientsOfBook(
  trx: Knex.Transaction,
  selection: BookSelection,
  atOnce: number,
): AsyncGenerator<{ client: ClientRecord; organizationId: string }[]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await trx.raw<{ rows: (ClientRecord & { organizationId: string })[] }>(statement, {
      ...selectionBindings(selection),
      after,
      atOnce,
    });
    yield rows.map(({ organizationId, ...client }) => ({ client: withoutNulls(client), organizationId }));
    after = rows.at(-1)?.id ?? after;
    if (rows.length < atOnce) return;
  }
}

function withoutNulls(client: ClientRecord): ClientRecord {
  return Object.fromEntries(Object.entries(client).filter(([, value]) => value !== null)) as never;
}
