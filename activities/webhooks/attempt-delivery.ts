import { Context } from '@temporalio/activity';
import {
  type AttemptToMake,
  attemptToMake,
  type EndedAttempt,
  recordAttempt,
} from '../../db/webhooks/attempts.js';
import type { DeliveryRun } from '../../domain/webhooks/delivery.js';
import { InvalidWebhookUrl, webhookTarget } from '../../domain/webhooks/hosts.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity, workerStopping } from '../ground/failures.js';
import { OutboundFailure, postJson } from '../outbound/post-json.js';
import { isPublicAddress } from '../outbound/public-address.js';
import { signedHeaders } from '../outbound/signed-headers.js';
import { Turns } from './turns.js';

/** The result of an attempt, for the workflow. `OVER`: the delivery is closed. */
export type AttemptOutcome =
  | { kind: 'DELIVERED' | 'FAILED' | 'OVER'; detail: string }
  | { kind: 'RETRY'; detail: string };

const timeoutMs = 10_000;

type Answer = Pick<EndedAttempt, 'state' | 'status' | 'error'>;

/**
 * Sends a notification once and records the result. `retryInSeconds` is the time until the next attempt if
 * this one fails; null if it is the last. If the worker stops in between, the notification is sent again with
 * the same id.
 */
export function createAttemptWebhookDelivery({ db, outbound, now }: ActivityDependencies) {
  const turns = new Turns();
  return (run: DeliveryRun, retryInSeconds: number | null): Promise<AttemptOutcome> =>
    asActivity(async () => {
      const attempt = await attemptToMake(db, run, now());
      if (attempt === undefined) return over();
      const answer = await turns.take(attempt.endpoint.id, () => send(attempt, outbound.webhooks, now()));
      const at = now();
      const retried = answer.state === 'RETRY' && retryInSeconds !== null;
      const state = answer.state === 'RETRY' && !retried ? 'FAILED' : answer.state;
      const nextAttemptAt = retried ? new Date(at.getTime() + retryInSeconds * 1000) : null;
      if (!(await recordAttempt(db, run, { ...answer, state, nextAttemptAt, at }))) return over();
      const detail = answer.error ?? `answered ${answer.status}`;
      return { kind: state === 'GONE' ? 'FAILED' : state, detail };
    });
}

async function send(
  { delivery, endpoint, secrets }: AttemptToMake,
  { hosts }: ActivityDependencies['outbound']['webhooks'],
  now: Date,
): Promise<Answer> {
  const { cancellationSignal } = Context.current();
  try {
    const { type, timestamp, data } = delivery.body;
    const body = JSON.stringify({ type, timestamp, data });
    const { status } = await postJson({
      endpoint: webhookTarget(endpoint.url, hosts, isPublicAddress),
      body,
      headers: {
        ...signedHeaders(body, { id: delivery.messageId, secret: secrets, now }),
        'user-agent': 'ioi-webhooks',
      },
      timeoutMs,
      signal: cancellationSignal,
      statusOnly: true,
    });
    return answerOf(status);
  } catch (error) {
    if (cancellationSignal.aborted) throw workerStopping();
    if (error instanceof OutboundFailure) return { state: 'RETRY', status: null, error: error.message };
    if (error instanceof InvalidWebhookUrl) {
      return { state: 'RETRY', status: null, error: `its URL ${error.message}` };
    }
    throw error;
  }
}

function answerOf(status: number): Answer {
  if (status >= 200 && status < 300) return { state: 'DELIVERED', status, error: null };
  if (status === 410) return { state: 'GONE', status, error: 'answered 410 Gone; the endpoint was disabled' };
  const redirect = status >= 300 && status < 400 ? '; redirects are not followed' : '';
  return { state: 'RETRY', status, error: `answered ${status}${redirect}` };
}

function over(): AttemptOutcome {
  return { kind: 'OVER', detail: 'there was nothing left to send' };
}
