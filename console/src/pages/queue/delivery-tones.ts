import type { WebhookDelivery } from '../../api/client.js';
import type { Tone } from '../../parts/badge.js';

export const deliveryTones: Record<WebhookDelivery['state'], Tone> = {
  ...{ FAILED: 'bad', PENDING: 'info', DELIVERED: 'good', CANCELLED: undefined },
};
