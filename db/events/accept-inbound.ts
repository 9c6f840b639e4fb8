import { randomUUID } from 'node:crypto';
import type { SchemaProblem } from '../../domain/actions/payload-schema.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import { workflowIdOf } from '../../domain/runs/workflow-ids.js';
import type { Database } from '../database.js';
import { InboundMessage } from '../models/inbound-message.js';

export interface InboundRequest {
  /** The sender. */
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
  | { result: 'ACCEPTED'; workflowId: string; messageId: string }
  | { result: 'INVALID'; problems: SchemaProblem[] }
  | { result: 'REPEATED' | 'DIFFERENT_PAYLOAD' | 'CLOSED' | 'UNKNOWN' };

/** The action that a request addresses. */
export interface AddressedAction {
  triggerRequestId: string;
  productVersionId: string;
  /** Of the event's latest run. */
  plan: RunPlan;
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
    const { triggerRequestId, plan, actionId, ended } = action;
    const workflowId = workflowIdOf(plan);
    const first = await InboundMessage.query(trx)
      .findOne('request_id', requestId)
      .select('id', 'payload_sha256');
    if (first !== undefined) {
      if (first.payloadSha256 !== sha256) return { result: 'DIFFERENT_PAYLOAD' };
      return ended ? { result: 'REPEATED' } : { result: 'ACCEPTED', workflowId, messageId: first.id };
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
    return { result: 'ACCEPTED', workflowId, messageId };
  });
}

/** The action of a request, locked, if the request went to the organization: nobody answers for another. */
async function addressedAction(
  trx: Database,
  { requestId, organizationId }: InboundRequest,
): Promise<AddressedAction | undefined> {
  return trx('action_runs as action')
    .join('events as event', 'event.trigger_request_id', 'action.trigger_request_id')
    .where({ 'action.request_id': requestId, 'action.quoting_organization_id': organizationId })
    .forUpdate('action')
    .first({
      triggerRequestId: 'action.trigger_request_id',
      actionId: 'action.action_id',
      productVersionId: 'event.product_version_id',
      plan: trx.raw('coalesce(event.retry_plan, event.plan)'),
      ended: trx.raw('action.ended_at is not null'),
    });
}
