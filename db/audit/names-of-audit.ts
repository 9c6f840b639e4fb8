import type { Knex } from 'knex';
import type { RecordedAudit } from './read-audit.js';

/** SQL of the records of each kind that have a name, by `:ids`. */
const named = {
  USER: `select id, coalesce(nullif(trim(first_name || ' ' || last_name), ''), user_id) as name
    from people where id = any (:ids)`,
  KEY: `select key as id, coalesce(nullif(label, ''), key) as name from api_keys where key = any (:ids)`,
  ORGANIZATION: 'select id, name from organizations where id = any (:ids)',
  PRODUCT: 'select id, name from products where id = any (:ids)',
  VERSION: `select version.id, product.name || ' ' || version.build_number as name
    from product_versions version join products product on product.id = version.product_id
    where version.id = any (:ids)`,
  CLIENT: 'select id, name from clients where id = any (:ids) and erased_at is null',
  POLICY: `select id, concat_ws(' · ', policy_number, policy_meta ->> 'insuredName') as name
    from policies where id = any (:ids)`,
  QUOTE: `select request_id as id, concat_ws(' · ', nullif(intake #>> '{client.name,answer}', ''), line_name) as name
    from quotes where request_id = any (:ids)`,
  TASK: 'select id, title as name from tasks where id = any (:ids)',
  MAIL: 'select id, subject as name from mails where id = any (:ids)',
  FILE: 'select id, file_name as name from files where id = any (:ids)',
  JOB: 'select id, name from jobs where id = any (:ids)',
  // The path of an endpoint may be a secret.
  WEBHOOK: `select id, substring(url from '^[^:]+://([a-zA-Z0-9.-]+)') as name from webhook_endpoints
    where id = any (:ids)`,
  CLOCK: 'select id, name from clocks where id = any (:ids)',
  HOLD: 'select id, title as name from holds where id = any (:ids)',
  BOOK: 'select id, source as name from books where id = any (:ids)',
} as const;

/** The kinds of records that have a name. */
export type NamedKind = keyof typeof named;

/** What members of details name; others hold no ids of records, or of records without names. */
const membersNaming: Readonly<Record<string, NamedKind>> = {
  personId: 'USER',
  assignedTo: 'USER',
  before: 'USER',
  organizationId: 'ORGANIZATION',
  ownerOrganizationId: 'ORGANIZATION',
  sellerId: 'ORGANIZATION',
  productId: 'PRODUCT',
  versionId: 'VERSION',
  clientId: 'CLIENT',
  policyId: 'POLICY',
  quoteId: 'QUOTE',
  taskId: 'TASK',
};

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const isId = (kind: NamedKind, id: unknown): id is string =>
  typeof id === 'string' && (kind === 'KEY' || uuid.test(id));

type Entry = Pick<RecordedAudit, 'targetKind' | 'targetId' | 'details'>;

/** The records that an entry names: its target, and what its details are about. */
function recordsOf({ targetKind, targetId, details }: Entry): [kind: NamedKind, id: string][] {
  const target =
    targetKind !== null && targetKind in named ? [[targetKind as NamedKind, targetId] as const] : [];
  const others = Object.entries(details).map(([member, id]) => [membersNaming[member], id] as const);
  return [...target, ...others].flatMap(([kind, id]) => (kind && isId(kind, id) ? [[kind, id]] : []));
}

/**
 * What the records that each entry names are called now, by their ids; those that are gone are absent. One statement a kind.
 *
 * @param mayRead whether the reader may read records of a kind: others are not named.
 */
export async function namesOfAudit<Of extends Entry>(
  db: Knex,
  entries: readonly Of[],
  mayRead: (kind: NamedKind) => boolean,
): Promise<(entry: Of) => Record<string, string>> {
  const ids = new Map<NamedKind, Set<string>>();
  for (const [kind, id] of entries.flatMap(recordsOf)) {
    if (mayRead(kind)) ids.set(kind, (ids.get(kind) ?? new Set()).add(id));
  }
  const found = await Promise.all(
    [...ids].map(async ([kind, of]) => {
      const { rows } = await db.raw<{ rows: { id: string; name: string | null }[] }>(named[kind], {
        ids: [...of],
      });
      return rows;
    }),
  );
  const names = new Map(found.flat().map(({ id, name }) => [id, name]));
  return (entry) =>
    Object.fromEntries(
      recordsOf(entry).flatMap(([, id]) => {
        const name = names.get(id);
        return name ? [[id, name]] : [];
      }),
    );
}
