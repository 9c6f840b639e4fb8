import type { WebhookSettings } from '../../activities/ground/webhook-settings.js';

/** For tests that are not about notifications: none may be sent. */
export const noWebhooks: WebhookSettings = { hosts: [], retrySeconds: [], disableAfterDays: 5 };

/** Notifications may go to this machine, and one that fails is soon tried again. */
export const localWebhooks = (
  retrySeconds: readonly number[] = [0.1, 0.2, 0.2, 0.2, 0.2],
): WebhookSettings => ({
  hosts: [
    { host: '*', private: false },
    { host: '127.0.0.1', private: true },
  ],
  retrySeconds,
  disableAfterDays: 5,
});
