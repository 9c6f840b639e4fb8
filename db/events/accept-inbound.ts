import { randomUUID } from 'node:crypto';
import type { SchemaProblem } from '../../domain/actions/payload-schema.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { Database } from '../database.js';
import { InboundMessage } from '../models/inbound-message.js';

export interface InboundRequest {
  /** The sender: the event's organization or the quoting organization. */
  organizationId: string;
  requestId: string;
  payload: JsonObject;
  /** Validates the payload for its action; a payload with problems is not accepted. */
  problems?: (action: AddressedAction) => Promise<SchemaProblem[]>;
}

/**
 * `ACCEPTED`: the payload counts, and its action has to be notified. `REPEATED`: the same payload was
 * accepted before, and its action has ended. `DIFFERENT_PAYLOAD`: a different payload was accepted. `CLOSED`:
 * the action has ended. `INVALID`: the payload has problems, and the action keeps waiting.
 */
export type InboundAcceptance =
  | { result: 'ACCEPTED'; triggerRequestId: string; retries: number; messageId: string }
  | { result: 'INVALID'; problems: SchemaProblem[] }
  | { result: 'REPEATED' | 'DIFFERENT_PAYLOAD' | 'CLOSED' | 'UNKNOWN' };

/** The action that a request addresses. */
export interface AddressedAction {
  triggerRequestId: string;
  productVersionId: string;
  /** The number of the event's latest run. */
  retries: number;
  actionId: string;
  ended: boolean;
}

/** Accepts an inbound message: the first payload for a request counts (spec 4.11). */
export async function acceptInbound(db: Database, request: InboundRequest): Promise<InboundAcceptance> {
  const { requestId, payload, problems = async () => [] } = request;
  const sha256 = contentHash(payload);
  return db.transaction(async (trx) => {
    const action = await addressedAction(trx, request);
    if (action === undefined) return { result: 'UNKNOWN' };
    const { triggerRequestId, retries, actionId, ended } = action;
    const first = await InboundMessage.query(trx)
      .findOne('request_id', requestId)
      .select('id', 'payload_sha256');
    if (first !== undefined) {
      if (first.payloadSha256 !== sha256) return { result: 'DIFFERENT_PAYLOAD' };
      return ended
        ? { result: 'REPEATED' }
        : { result: 'ACCEPTED', triggerRequestId, retries, messageId: first.id };
    }
    if (ended) return { result: 'CLOSED' };
    const faults = await problems(action);
    if (faults.length > 0) return { result: 'INVALID', problems: faults };
    const messageId = randomUUID();
    await InboundMessage.query(trx).insert({
      id: messageId,
      requestId,
      triggerRequestId,
      actionId,
      payload,
      payloadSha256: sha256,
    });
    return { result: 'ACCEPTED', triggerRequestId, retries, messageId };
  });
}

/** The action of a request, locked, if the organization may answer it. */
async function addressedAction(
  trx: Database,
  { requestId, organizationId }: InboundRequest,
): Promise<AddressedAction | undefined> {
  const { rows } = await trx.raw<{ rows: AddressedAction[] }>(
    `select action.trigger_request_id as "triggerRequestId", action.action_id as "actionId",
       event.product_version_id as "productVersionId", event.retries, action.ended_at is not null as ended
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
