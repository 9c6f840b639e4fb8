import type { Database } from '../../db/database.js';
import { findEndpoint } from '../../db/webhooks/endpoints.js';
import { acceptPolled, nextToPoll } from '../../db/webhooks/polled-endpoints.js';
import { secretsOf } from '../../db/webhooks/secrets.js';
import { Conflict, NotFound } from '../errors/app-error.js';
import { type Caller, requireUnrestricted } from '../http/caller.js';
import type { PollRequest } from './poll-schemas.js';

export interface WebhookPollDependencies {
  db: Database;
  /** The headers of a body, by each secret. */
  sign: (
    body: string,
    by: { id: string; secret: readonly string[]; now: Date },
  ) => Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;
  now: () => Date;
}

/** Endpoints that are polled, for programs that cannot be reached. */
export class WebhookPolls {
  constructor(private readonly uses: WebhookPollDependencies) {}

  /** 404 if the organization has no such endpoint; 409 if it is disabled or not polled. */
  async poll(caller: Caller, endpointId: string, { accepted, size }: PollRequest) {
    requireUnrestricted(caller, 'polls no webhook endpoints');
    const { db, sign, now } = this.uses;
    const endpoint = await findEndpoint(db, caller.organizationId, endpointId);
    if (endpoint === undefined) throw new NotFound('webhook endpoint', endpointId);
    if (endpoint.url !== '') throw new Conflict('notifications are sent to the endpoint: it is not polled');
    if (!endpoint.active) throw new Conflict('the endpoint is disabled', { code: 'ENDPOINT_DISABLED' });
    await acceptPolled(db, endpointId, accepted, now());
    const secret = await secretsOf(db, endpointId, now());
    const notifications = (await nextToPoll(db, endpointId, size)).map(({ id, messageId, body: stored }) => {
      const { type, timestamp, data } = stored;
      const body = JSON.stringify({ type, timestamp, data });
      return { deliveryId: id, headers: sign(body, { id: messageId, secret, now: now() }), body };
    });
    return { notifications };
  }
}
