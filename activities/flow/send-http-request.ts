import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { beginWaitingAction } from '../../db/events/waiting-action.js';
import { outboundSecretOf } from '../../db/identity/outbound-secrets.js';
import { PublicIds } from '../../db/public-ids.js';
import type { HttpRequestAction } from '../../domain/actions/configured-action.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { type Json, type JsonObject, valueAt } from '../../domain/ground/json.js';
import { isStorableJson } from '../../domain/ground/storable-json.js';
import type { ActionToRun } from '../../domain/runs/fired-event.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity, missing, workerStopping } from '../ground/failures.js';
import { withSignsOfLife } from '../ground/sign-of-life.js';
import { callEndpoint, type EndpointReply } from '../outbound/call-endpoint.js';
import { endpointOfProduct } from '../outbound/endpoints.js';
import {
  type ConfiguredWork,
  filledTemplate,
  readConfiguredWork,
  type SettledStep,
} from './configured-work.js';
import { endAction, type StepEnd } from './end-action.js';

/**
 * Calls an external system and keeps the part of its answer that the action asks for. A failure that may pass
 * is thrown and retried, up to the action's attempts. Each attempt has the same `webhook-id`.
 */
export function createSendHttpRequest(dependencies: ActivityDependencies) {
  const { db, now } = dependencies;
  return (
    triggerRequestId: string,
    planned: ActionToRun<'HTTP_REQUEST'>,
    clientId?: string,
  ): Promise<SettledStep> =>
    asActivity(async () => {
      const { attempt } = Context.current().info;
      const work = await readConfiguredWork(dependencies, triggerRequestId, planned, clientId);
      const isOpen = await beginWaitingAction(db, {
        ...planned,
        triggerRequestId,
        attempts: attempt,
        requestId: null,
        quotingOrganizationId: null,
        startedAt: now(),
      });
      const reply = isOpen ? await withSignsOfLife(() => send(dependencies, work)) : undefined;
      if (reply?.kind === 'RETRY' && attempt < work.action.attempts) {
        throw ApplicationFailure.create({
          type: 'NO_ANSWER',
          message: reply.message,
          nextRetryDelay: retryDelayMs(work.action, attempt),
        });
      }
      const end = reply === undefined ? { state: 'SKIPPED' as const } : endOf(work.action, reply, attempt);
      return db.transaction((trx) => endAction(trx, triggerRequestId, planned, { end, now: now() }));
    });
}

const longestDelayMs = 300_000;

function retryDelayMs({ retrySeconds }: HttpRequestAction, attempt: number): number {
  return Math.min(retrySeconds * 1000 * 2 ** (attempt - 1), longestDelayMs);
}

async function send(
  { db, catalog, outbound: { endpoints }, now }: ActivityDependencies,
  work: ConfiguredWork<'HTTP_REQUEST'>,
): Promise<EndpointReply> {
  const { action, event } = work;
  const { productId } = event;
  const product = await catalog.product(productId);
  if (product === null) throw missing('product', productId);
  const { cancellationSignal } = Context.current();
  const filled = action.body === undefined ? undefined : await filledTemplate(db, work, action.body);
  const reply = await callEndpoint({
    endpoint: await endpointOfProduct({ endpoints, catalog }, productId, action.endpoint),
    name: action.endpoint,
    path: action.path,
    method: action.method,
    body: action.body === undefined ? '' : await new PublicIds(db).in(JSON.stringify(filled ?? null)),
    requestId: derivedId(event.triggerRequestId, action.id, 'request'),
    // Not by the event's organization, which may only sell the product.
    secret: await outboundSecretOf(db, product.ownerOrganizationId),
    timeoutMs: action.timeoutSeconds * 1000,
    now: now(),
    signal: cancellationSignal,
  });
  if (cancellationSignal.aborted) throw workerStopping();
  return reply;
}

function endOf({ response }: HttpRequestAction, reply: EndpointReply, attempt: number): StepEnd {
  if (reply.kind !== 'ANSWERED') {
    const tries = attempt > 1 ? ` (after ${attempt} attempts)` : '';
    return { state: 'FAILED', failure: `${reply.message}${tries}` };
  }
  if (!isStorableJson(reply.body)) return { state: 'FAILED', failure: 'the answer cannot be stored' };
  const body = reply.body as Json;
  const metadata: JsonObject = {};
  for (const [key, path] of Object.entries(response)) {
    const value = valueAt(body, path);
    if (value !== undefined) metadata[key] = value;
  }
  return { state: 'SUCCEEDED', metadata };
}
