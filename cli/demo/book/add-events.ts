import type { PoolClient } from 'pg';
import { copyRows, copyText } from '../../../db/copy-rows.js';
import { utcDate } from '../../../domain/ground/calendar.js';
import { contentHash } from '../../../domain/ground/canonical-json.js';
import type { Book, BookPolicy } from './book.js';
import { theBook } from './templates.js';

const eventColumns = [
  ...['trigger_request_id', 'organization_id', 'type', 'product_id', 'product_version_id', 'envelope'],
  ...['envelope_sha256', 'plan', 'state', 'trigger_result', 'as_configured_at', 'created_at', 'closed_at'],
  'fired_by',
] as const;

/** Every quote refers to an event. The book's quotes share a few completed events without content. */
export async function addEvents(
  connection: PoolClient,
  book: Book,
  policies: readonly BookPolicy[],
  now: Date,
): Promise<void> {
  const events = new Map(policies.map((policy) => [policy.values.event, policy.template]));
  const ids = [...events.keys()];
  const { rows } = await connection.query<{ id: string }>(
    'select trigger_request_id as id from events where trigger_request_id = any ($1)',
    [ids],
  );
  const known = new Set(rows.map(({ id }) => id));
  const lines = [...events]
    .filter(([id]) => !known.has(id))
    .map(([id, { productIndex, sellerId }]) => {
      const { version } = book.productAt(productIndex);
      const envelope = {
        type: 'GET_QUOTES',
        lineId: version.productId,
        batchMode: false,
        forceSync: false,
        source: { sourceType: 'TEST', organizationId: sellerId },
        payload: { effectiveDate: utcDate(now), intake: {} },
      };
      const row: Record<(typeof eventColumns)[number], unknown> = {
        trigger_request_id: id,
        organization_id: sellerId,
        type: envelope.type,
        product_id: version.productId,
        product_version_id: version.versionId,
        envelope,
        envelope_sha256: contentHash(envelope),
        plan: {},
        state: 'COMPLETED',
        trigger_result: {
          triggerRequestId: id,
          executedActionCount: 0,
          expectedResponseCount: 0,
          metadata: {},
        },
        as_configured_at: now,
        created_at: now,
        closed_at: now,
        fired_by: theBook,
      };
      return `${eventColumns.map((column) => copyText(row[column])).join('\t')}\n`;
    });
  await copyRows(connection, { table: 'events', columns: eventColumns }, lines);
}
