import type { Database } from '../db/database.js';
import type { EventReader } from '../db/events/read-event.js';
import type { ProductCatalog } from '../db/products/catalog.js';

export interface ActivityDependencies {
  db: Database;
  catalog: ProductCatalog;
  events: EventReader;
  now: () => Date;
}
