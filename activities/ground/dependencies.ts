import type { Database } from '../../db/database.js';
import type { EventReader } from '../../db/events/read-event.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import type { StoredQuote } from '../../db/quotes/read-quotes.js';
import type { DocumentServices } from '../../documents/making/services.js';
import type { Environment } from '../../domain/product/timeline.js';
import type { RunResult } from '../../domain/runs/run-result.js';
import type { OutboundEndpoints } from '../outbound/endpoints.js';
import type { PaymentProviders } from './payment-provider.js';
import type { WebhookSettings } from './webhook-settings.js';

export interface ActivityDependencies {
  db: Database;
  catalog: ProductCatalog;
  events: EventReader;
  now: () => Date;
  outbound: OutboundSettings;
  payments: PaymentProviders;
  documents: DocumentServices;
  /**
   * Tells the requests of this process that wait for an event that it is closed, after the commit; with its trigger
   * result, unless an earlier attempt closed it, and the quote that its last action has made, if it was read. Absent:
   * none wait.
   */
  tellClosed?:
    | ((triggerRequestId: string, triggerResult: RunResult | undefined, quote?: StoredQuote) => void)
    | undefined;
}

/** The endpoints that may be called, and the environment that receivers see. */
export interface OutboundSettings {
  endpoints: OutboundEndpoints;
  environment: Environment;
  webhooks: WebhookSettings;
}
