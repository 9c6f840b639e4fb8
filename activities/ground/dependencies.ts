import type { Database } from '../../db/database.js';
import type { EventReader } from '../../db/events/read-event.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import type { DocumentServices } from '../../documents/making/services.js';
import type { Rater } from '../../documents/rating/rater.js';
import type { Environment } from '../../domain/product/timeline.js';
import type { OutboundEndpoints } from '../outbound/endpoints.js';
import type { MailSettings } from './mail-settings.js';
import type { PaymentProviders } from './payment-provider.js';
import type { WebhookSettings } from './webhook-settings.js';

export interface ActivityDependencies {
  db: Database;
  catalog: ProductCatalog;
  events: EventReader;
  now: () => Date;
  outbound: OutboundSettings;
  payments: PaymentProviders;
  mail: MailSettings;
  documents: DocumentServices;
  rater: Rater;
}

/** The endpoints that may be called, and the environment that receivers see. */
export interface OutboundSettings {
  endpoints: OutboundEndpoints;
  environment: Environment;
  webhooks: WebhookSettings;
}
