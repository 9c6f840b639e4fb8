import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { outboundSecretOf } from '../../db/identity/outbound-secrets.js';
import { carrierFailure } from '../../domain/carrier/carrier-outcome.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity, workerStopping } from '../ground/failures.js';
import { withSignsOfLife } from '../ground/sign-of-life.js';
import { endpointOfProduct } from '../outbound/endpoints.js';
import { askCarrier, type CarrierReply } from './ask-carrier.js';
import { beginCarrierQuote, type PendingCarrierQuote } from './begin-carrier-quote.js';
import { type CarrierActionToRun, CarrierQuotes, type SettledAction } from './carrier-quotes.js';

/** `PENDING`: the answer comes through `POST /inbound`, with this request id. */
export type RequestedQuote =
  | (SettledAction & { kind: 'SETTLED' })
  | { kind: 'PENDING'; requestId: string; waitsFor: string; waitMs: number };

/**
 * Asks a carrier for a quote and stores its answer. A failure that may pass is thrown and retried, up to the
 * action's attempts. Failures of the database do not count as attempts.
 */
export function createRequestCarrierQuote(dependencies: ActivityDependencies) {
  const carriers = new CarrierQuotes(dependencies);
  return (
    triggerRequestId: string,
    planned: CarrierActionToRun,
    clientId?: string,
  ): Promise<RequestedQuote> =>
    asActivity(async () => {
      const { attempt } = Context.current().info;
      const making = await beginCarrierQuote(dependencies, triggerRequestId, planned.actionId, clientId);
      const settle = async (outcome: Parameters<CarrierQuotes['settle']>[2]): Promise<RequestedQuote> => ({
        kind: 'SETTLED',
        ...(await carriers.settle(making, planned, outcome)),
      });
      // Not used if there is an answer already, or no consent.
      const unused = carrierFailure('CARRIER_NO_ANSWER', 'it did not answer');
      if (!(await carriers.open(making, planned, attempt))) return settle(unused);

      const reply = await withSignsOfLife(() => ask(dependencies, making));
      switch (reply.kind) {
        case 'LATER': {
          const waitMs = await carriers.wait(making);
          if (waitMs === undefined) return settle(unused);
          const { requestId, action } = making;
          return { kind: 'PENDING', requestId, waitsFor: `the answer of ${action.endpoint}`, waitMs };
        }
        case 'RETRY': {
          const { code, message } = reply.failure;
          if (attempt < making.action.attempts) throw ApplicationFailure.create({ type: code, message });
          const tries = attempt > 1 ? ` (after ${attempt} attempts)` : '';
          return settle({ ...reply.failure, message: `${message}${tries}` });
        }
        case 'ANSWERED':
        case 'FAILED':
          return settle(reply);
      }
    });
}

async function ask(
  { db, catalog, outbound: { endpoints }, now }: ActivityDependencies,
  { event, action, requestId, request, quoting }: PendingCarrierQuote,
): Promise<CarrierReply> {
  const { cancellationSignal } = Context.current();
  const reply = await askCarrier({
    endpoint: await endpointOfProduct({ endpoints, catalog }, event.productId, action.endpoint),
    name: action.endpoint,
    path: action.path,
    timeoutMs: action.timeoutSeconds * 1000,
    requestId,
    secret: await outboundSecretOf(db, quoting.organizationId),
    body: request,
    now: now(),
    signal: cancellationSignal,
  });
  if (cancellationSignal.aborted) throw workerStopping();
  return reply;
}
