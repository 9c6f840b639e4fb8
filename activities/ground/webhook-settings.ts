import type { WebhookHosts } from '../../domain/webhooks/hosts.js';

/** Where notifications may be sent, and how long an attempt that failed is followed by others. */
export interface WebhookSettings {
  hosts: WebhookHosts;
  /** Seconds between attempts; after the last of them a delivery has failed. */
  retrySeconds: readonly number[];
}
