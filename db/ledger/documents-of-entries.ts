import type { Knex } from 'knex';
import { eventKeyOf } from '../../domain/events/event-key.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { Event } from '../models/event.js';
import { type DocumentOfEntry, LedgerEntry } from '../models/ledger-entry.js';
import { LedgerLine } from '../models/ledger-line.js';
import { Policy } from '../models/policy.js';

/**
 * Adds a document of a policy to the ledger entries that it was made for: those recorded by the event that
 * made it, or by that event's parent. If there are several documents, the policy document (`doc`) is the one
 * whose form comes first in the product, in any order of generation. A document of a statement is never the
 * policy document.
 */
export async function addToEntries(
  trx: Knex,
  { policyId, triggerRequestId }: { policyId: string; triggerRequestId: string },
  document: DocumentOfEntry,
): Promise<void> {
  const ids = await entriesOfEvent(trx, policyId, triggerRequestId);
  // Locked, as two documents may be recorded concurrently.
  const entries = await LedgerEntry.query(trx).findByIds(ids).orderBy('id').forUpdate();
  for (const { id, doc, additionalDocs } of entries) {
    const others = [doc ?? [], additionalDocs].flat();
    if (others.some(({ contentId }) => contentId === document.contentId)) continue;
    const { ofPolicy, ofStatements } = await inOrder(trx, [...others, document]);
    const [first = null, ...additional] = ofPolicy;
    await LedgerEntry.query(trx)
      .findById(id)
      .patch({ doc: first, additionalDocs: [...additional, ...ofStatements] });
  }
}

async function entriesOfEvent(trx: Knex, policyId: string, triggerRequestId: string): Promise<string[]> {
  const event = await Event.query(trx)
    .findById(triggerRequestId)
    .select('type', 'parent_trigger_request_id', 'organization_id');
  if (event === undefined) return [];
  if (event.type === 'POLICY_RENEWED') return renewalOf(trx, policyId, { ...event, triggerRequestId });
  const lines = await LedgerLine.query(trx)
    .where({ policy_id: policyId, kind: 'RECORDED' })
    .whereIn('trigger_request_id', [triggerRequestId, event.parentTriggerRequestId ?? triggerRequestId])
    .whereNotNull('entry_id')
    .distinct('entry_id');
  return lines.flatMap(({ entryId }) => entryId ?? []);
}

/** A renewal is not caused by an event: it fires one as it begins the term. */
async function renewalOf(
  trx: Knex,
  policyId: string,
  { organizationId, triggerRequestId }: Pick<Event, 'organizationId' | 'triggerRequestId'>,
): Promise<string[]> {
  const { termNumber } = await Policy.query(trx).findById(policyId).throwIfNotFound();
  const fired = derivedId(policyId, 'POLICY_RENEWED', String(termNumber - 1));
  const keys = [fired, eventKeyOf(organizationId, fired)];
  return keys.includes(triggerRequestId) ? [derivedId(policyId, 'RENEW', String(termNumber), 'entry')] : [];
}

/** Documents in the order of their forms in the product's version. */
async function inOrder(
  trx: Knex,
  documents: readonly DocumentOfEntry[],
): Promise<{ ofPolicy: DocumentOfEntry[]; ofStatements: DocumentOfEntry[] }> {
  const { rows } = await trx.raw<{ rows: { id: string; place: string | null; ofStatement: boolean }[] }>(
    `select d.id, e.type = 'STATEMENT_CREATED' as "ofStatement",
       (select place from jsonb_array_elements(v.definition -> 'forms') with ordinality forms (form, place)
        where form ->> 'formConfigId' = d.form_config_id::text) as place
     from documents d
     join events e on e.trigger_request_id = d.trigger_request_id
     left join product_versions v on v.id = d.product_version_id
     where d.id = any (?::uuid[])`,
    [documents.map(({ contentId }) => contentId)],
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  const placeOf = ({ contentId }: DocumentOfEntry) => Number(known.get(contentId)?.place ?? Number.MAX_VALUE);
  const sorted = documents.toSorted((a, b) => placeOf(a) - placeOf(b));
  const isOfStatement = ({ contentId }: DocumentOfEntry) => known.get(contentId)?.ofStatement === true;
  return {
    ofPolicy: sorted.filter((document) => !isOfStatement(document)),
    ofStatements: sorted.filter(isOfStatement),
  };
}
