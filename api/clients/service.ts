import { randomUUID } from 'node:crypto';
import { readClient, readClientAsOf, type StoredClient } from '../../db/clients/read-client.js';
import { saveClient } from '../../db/clients/save-client.js';
import type { Database } from '../../db/database.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import { asOfInstant } from '../../domain/client/as-of.js';
import type { ClientProfile, ClientSave } from '../../domain/client/client.js';
import { BadRequest, NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';

export interface ClientServiceDependencies {
  db: Database;
  catalog: Pick<ProductCatalog, 'productVisibleTo'>;
}

export interface ClientOfProduct {
  clientId: string;
  productId: string;
}

export type ClientService = ReturnType<typeof createClientService>;

/** Client data of the caller's organization (spec 4.2). What belongs to another is not found. */
export function createClientService({ db, catalog }: ClientServiceDependencies) {
  async function visibleProduct({ organizationId }: Caller, productId: string): Promise<void> {
    if (!(await catalog.productVisibleTo(organizationId, productId))) {
      throw new NotFound('product', productId);
    }
  }

  return {
    async save({ organizationId }: Caller, save: ClientSave): Promise<ClientProfile> {
      const client = await db.transaction((trx) =>
        saveClient(trx, { ...save, organizationId, newClientId: randomUUID() }),
      );
      if (client === undefined) throw new NotFound('client', save.clientId, { field: 'clientId' });
      return {
        clientId: client.id,
        clientType: client.type,
        clientName: client.name,
        locationCode: client.locationCode,
        clientStatus: client.status,
      };
    },

    async read(caller: Caller, { clientId, productId }: ClientOfProduct): Promise<StoredClient> {
      await visibleProduct(caller, productId);
      const client = await readClient(db, caller.organizationId, clientId);
      if (client === undefined) throw new NotFound('client', clientId);
      return client;
    },

    /** @param date ISO 8601 date-time with an offset. */
    async readAsOf(
      caller: Caller,
      { clientId, productId }: ClientOfProduct,
      date: string,
    ): Promise<StoredClient> {
      const instant = asOfInstant(date);
      if (instant === undefined)
        throw new BadRequest([{ field: 'date', detail: 'is not an instant', in: 'path' }]);
      await visibleProduct(caller, productId);
      const client = await readClientAsOf(db, caller.organizationId, clientId, instant);
      if (client === undefined) throw new NotFound('client', clientId);
      return client;
    },
  };
}
