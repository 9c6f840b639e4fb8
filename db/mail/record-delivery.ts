import type { Knex } from 'knex';
import type { Author } from '../../domain/ground/author.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { Mail } from '../models/mail.js';
import { recordPolicyEvent } from '../policy-changes/record-change.js';

/** How a mail went out: by a mail server, or by post. */
export type Delivery = { at: Date; createdBy?: Author } & (
  | { by: 'MAIL'; address: string }
  | { by: 'POST'; address: string; postedOn: string; carrier: string }
);

/**
 * Records in the policy's events that a notice went out, when, and to which address: the proof of its delivery. Other mails
 * have it in their own record. So has a notice that no event sent: anybody can write one.
 */
export async function recordDelivery(
  trx: Knex,
  { id: mailId, purpose, policyId, documentIds, resends, triggerRequestId }: Mail,
  delivery: Delivery,
): Promise<void> {
  if (purpose !== 'NOTICE' || policyId === null || triggerRequestId === null) return;
  const { at, createdBy, address } = delivery;
  const how: { description: string; data: JsonObject } =
    delivery.by === 'MAIL'
      ? { description: `Sent to ${address}`, data: { sentAt: at.toISOString() } }
      : {
          description: `Posted to ${address} on ${delivery.postedOn}, ${delivery.carrier}`,
          data: { postedOn: delivery.postedOn, carrier: delivery.carrier },
        };
  // A round has written it since it took the mail up.
  const written = await Mail.query(trx).findById(mailId).select('content_sha256').throwIfNotFound();
  await recordPolicyEvent(trx, policyId, {
    id: derivedId(mailId, 'NOTICE_DELIVERED', delivery.by, String(resends)),
    type: 'NOTICE_DELIVERED',
    label: delivery.by === 'MAIL' ? 'Notice sent by mail' : 'Notice posted',
    description: how.description,
    data: {
      mailId,
      by: delivery.by,
      address,
      documentIds,
      contentSha256: written.contentSha256,
      ...how.data,
    },
    triggerRequestId,
    createdBy,
    now: at,
  });
}
