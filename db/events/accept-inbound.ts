import { randomUUID } from 'node:crypto';
import { contentHash } from '../../domain/canonical-json.js';
import type { JsonObject } from '../../domain/json.js';
import type { Database } from '../database.js';
import { InboundMessage } from '../models/inbound-message.js';

export interface InboundRequest {
  /** Who sends it: the event's organization or the one that quotes. */
  organizationId: string;
  requestId: string;
  payload: JsonObject;
}

/**
 * `ACCEPTED`: it is the answer, and its action is still to be told. `REPEATED`: it was taken before, and there is
 * nobody to tell any more. `ANOTHER`: another answer was taken. `OVER`: nobody waits for one.
 */
export type InboundAcceptance =
  | { result: 'ACCEPTED'; triggerRequestId: string; messageId: string }
  | { result: 'REPEATED' | 'ANOTHER' | 'OVER' | 'UNKNOWN' };

interface AddressedAction {
  triggerRequestId: string;
  actionId: string;
  ended: boolean;
}

/** Takes an answer from outside: the first one for a request counts, for good (spec 4.11). */
export async function acceptInbound(db: Database, request: InboundRequest): Promise<InboundAcceptance> {
  const { requestId, payload } = request;
  const sha256 = contentHash(payload);
  return db.transaction(async (trx) => {
    const action = await addressedAction(trx, request);
    if (action === undefined) return { result: 'UNKNOWN' };
    const { triggerRequestId, actionId, ended } = action;
    const first = await InboundMessage.query(trx)
      .findOne('request_id', requestId)
      .select('id', 'payload_sha256');
    if (first !== undefined) {
      if (first.payloadSha256 !== sha256) return { result: 'ANOTHER' };
      return ended ? { result: 'REPEATED' } : { result: 'ACCEPTED', triggerRequestId, messageId: first.id };
    }
    if (ended) return { result: 'OVER' };
    const messageId = randomUUID();
    await InboundMessage.query(trx).insert({
      id: messageId,
      requestId,
      triggerRequestId,
      actionId,
      payload,
      payloadSha256: sha256,
    });
    return { result: 'ACCEPTED', triggerRequestId, messageId };
  });
}

/** The action that a request belongs to, locked, where the organization may answer it. */
async function addressedAction(
  trx: Database,
  { requestId, organizationId }: InboundRequest,
): Promise<AddressedAction | undefined> {
  const { rows } = await trx.raw<{ rows: AddressedAction[] }>(
    `select action.trigger_request_id as "triggerRequestId", action.action_id as "actionId",
       action.ended_at is not null as ended
     from action_runs action
     join events event using (trigger_request_id)
     left join quotes quote on quote.request_id = action.request_id
     where action.request_id = ?
       and ? in (event.organization_id, action.quoting_organization_id, quote.quoting_organization_id)
     for update of action`,
    [requestId, organizationId],
  );
  return rows[0];
}
