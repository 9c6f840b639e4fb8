import type { WebhookHosts } from '../../domain/webhooks/hosts.js';

/** Where notifications may be sent, and when failed attempts are repeated. */
export interface WebhookSettings {
  hosts: WebhookHosts;
  /** Seconds between attempts; the delivery fails after the last one. */
  retrySeconds: readonly number[];
}
