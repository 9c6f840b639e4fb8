import type { WebhookEndpoint } from '../../api/client.js';
import { t } from '../../texts/texts.js';

/** Where the notifications of an endpoint go. */
export const addressOf = ({ url }: Pick<WebhookEndpoint, 'url'>): string => url ?? t('admin.polled');
