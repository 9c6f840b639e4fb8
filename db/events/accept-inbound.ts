import { randomUUID } from 'node:crypto';
import type { SchemaProblem } from '../../domain/actions/payload-schema.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { Database } from '../database.js';
import { InboundMessage } from '../models/inbound-message.js';

export interface InboundRequest {
  /** Who sends it: the event's organization or the one that quotes. */
  organizationId: string;
  requestId: string;
  payload: JsonObject;
  /** What is wrong with the payload for the action that it is for; it is not taken where anything is. */
  problems?: (action: AddressedAction) => Promise<SchemaProblem[]>;
}

/**
 * `ACCEPTED`: it is the answer, and its action is still to be told. `REPEATED`: it was taken before, and there is
 * nobody to tell any more. `ANOTHER`: another answer was taken. `OVER`: nobody waits for one. `UNFIT`: it is not what
 * the action takes, and goes on being waited for.
 */
export type InboundAcceptance =
  | { result: 'ACCEPTED'; triggerRequestId: string; retries: number; messageId: string }
  | { result: 'UNFIT'; problems: SchemaProblem[] }
  | { result: 'REPEATED' | 'ANOTHER' | 'OVER' | 'UNKNOWN' };

/** The action that a request is for. */
export interface AddressedAction {
  triggerRequestId: string;
  productVersionId: string;
  /** Which run of the event is the latest. */
  retries: number;
  actionId: string;
  ended: boolean;
}

/** Takes an answer from outside: the first one for a request counts, for good (spec 4.11). */
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
      if (first.payloadSha256 !== sha256) return { result: 'ANOTHER' };
      return ended
        ? { result: 'REPEATED' }
        : { result: 'ACCEPTED', triggerRequestId, retries, messageId: first.id };
    }
    if (ended) return { result: 'OVER' };
    const unfit = await problems(action);
    if (unfit.length > 0) return { result: 'UNFIT', problems: unfit };
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

/** The action that a request belongs to, locked, where the organization may answer it. */
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
