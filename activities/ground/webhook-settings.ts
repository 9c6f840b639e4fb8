import type { WebhookHosts } from '../../domain/webhooks/hosts.js';

/** Where notifications may be sent, when failed attempts are repeated, and for how long. */
export interface WebhookSettings {
  hosts: WebhookHosts;
  /** Seconds between attempts; the delivery fails after the last one. */
  retrySeconds: readonly number[];
  /** An endpoint is disabled after so many days without a success, at its next failure. */
  disableAfterDays: number;
}
