import { randomUUID } from 'node:crypto';
import type { Transaction } from 'objection';
import type { ClientSort } from '../../db/clients/client-filters.js';
import { listClients } from '../../db/clients/list-clients.js';
import { readClient, readClientAsOf } from '../../db/clients/read-client.js';
import { BoundToClock, saveClient } from '../../db/clients/save-client.js';
import { ClockAdvances } from '../../db/clock.js';
import { lockClock } from '../../db/clocks/save-clock.js';
import type { Database } from '../../db/database.js';
import { causedBy } from '../../db/identity/caused-by.js';
import type { Client } from '../../db/models/client.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import { asOfInstant } from '../../domain/client/as-of.js';
import type { ClientProfile, ClientSave, ClientWithData } from '../../domain/client/client.js';
import type { Environment } from '../../domain/product/timeline.js';
import { BadRequest, NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import type { TagCheck } from '../http/entity-tag.js';
import { listLimits } from '../http/list-limits.js';
import { pageOf } from '../http/page.js';
import { authorOf } from '../http/person.js';
import { clientObject, listedClient, profileObject } from './client-object.js';
import type { ClientQuery } from './list-schemas.js';

export interface ClientServiceDependencies {
  db: Database;
  environment: Environment;
  catalog: Pick<ProductCatalog, 'productWithLine'>;
}

/** What continues a list in each order. */
const continuedBy = {
  '-createdTimestamp': { by: 'createdTo' },
  createdTimestamp: { by: 'createdFrom', last: 'newest' },
  '-updatedTimestamp': { by: 'updatedTo' },
  updatedTimestamp: { by: 'updatedFrom', last: 'newest' },
  clientName: { hint: 'narrow it with anyMatch' },
  '-clientName': { hint: 'narrow it with anyMatch' },
} as const satisfies Record<ClientSort, object>;

/** A client with its entity tag; answers as of a time change only with it. */
export interface TaggedClient {
  client: ClientWithData;
  tag: string;
}

/** How a client is saved. */
export interface SaveConditions {
  /** The id of a client that is created. */
  operationId?: string | undefined;
  /** An earlier attempt may have created it. */
  isRepeated?: boolean | undefined;
  /** Checks the client's tag before it is changed. */
  checkTag?: TagCheck | undefined;
}

export interface ClientOfProduct {
  clientId: string;
  productId: string;
}

/** Client data of the caller's organization (spec 4.2). Data of other organizations is not found. */
export class ClientService {
  constructor(private readonly uses: ClientServiceDependencies) {}

  /** Creates or updates a client. 404 if the organization has none with the id. */
  async save(
    caller: Caller,
    save: ClientSave,
    { operationId, isRepeated, checkTag }: SaveConditions = {},
  ): Promise<{ profile: ClientProfile; tag: string }> {
    const { organizationId } = caller;
    const client = await this.uses.db
      .transaction(async (trx) => {
        await this.#checkClock(trx, organizationId, save);
        await causedBy(trx, { createdBy: authorOf(caller) });
        return saveClient(trx, {
          ...save,
          organizationId,
          newClientId: operationId ?? randomUUID(),
          mayExist: isRepeated,
          checkVersion: checkTag && ((version) => checkTag(version && tagOfVersion(version))),
        });
      })
      .catch(asBadRequest);
    if (client === undefined) throw new NotFound('client', save.clientId, { field: 'clientId' });
    return { profile: profileObject(client), tag: tagOf(client) };
  }

  /** A page of the organization's clients, without their answers. */
  async list({ organizationId, onlyProducts }: Caller, { page, size, sort: asked, ...filter }: ClientQuery) {
    const isByChange = filter.updatedFrom !== undefined || filter.updatedTo !== undefined;
    const sort = asked ?? (isByChange ? '-updatedTimestamp' : '-createdTimestamp');
    const { productIds } = onlyProducts ?? {};
    const limits = { ...listLimits({ page, size }, 'client', continuedBy[sort]), productIds, sort };
    const { clients, total, isExact } = await listClients(this.uses.db, organizationId, filter, limits);
    return { ...pageOf(clients.map(listedClient), { page, size }, total), totalIsExact: isExact };
  }

  /** A client with its latest answers. 404 if the client or the product is not visible to the caller. */
  async read(caller: Caller, { clientId, productId }: ClientOfProduct): Promise<TaggedClient> {
    await this.#requireVisible(caller, productId);
    return found(clientId, await readClient(this.uses.db, caller.organizationId, clientId));
  }

  /** The same with the answers as of a time. @param date ISO 8601 date-time with an offset. */
  async readAsOf(
    caller: Caller,
    { clientId, productId }: ClientOfProduct,
    date: string,
  ): Promise<TaggedClient> {
    const instant = asOfInstant(date);
    if (instant === undefined)
      throw new BadRequest([{ field: 'date', detail: 'is not an instant', in: 'path' }]);
    await this.#requireVisible(caller, productId);
    return found(clientId, await readClientAsOf(this.uses.db, caller.organizationId, clientId, instant));
  }

  /** A new client is bound to a clock of its organization that stands still. */
  async #checkClock(
    trx: Transaction,
    organizationId: string,
    { clientId, clockId }: ClientSave,
  ): Promise<void> {
    if (clockId === undefined) return;
    const at = { field: 'clockId' };
    if (this.uses.environment === 'PROD') {
      throw new BadRequest([{ ...at, detail: 'is not known here: there are no test clocks in PROD' }]);
    }
    const clock = await lockClock(trx, { organizationId, clockId });
    if (clock === undefined) throw new NotFound('clock', clockId, at);
    if (clientId === undefined && clock.state === 'ADVANCING') throw new ClockAdvances(clockId);
  }

  async #requireVisible({ organizationId }: Caller, productId: string): Promise<void> {
    if (!(await this.uses.catalog.productWithLine(organizationId, productId))) {
      throw new NotFound('product', productId);
    }
  }
}

function asBadRequest(error: unknown): never {
  if (error instanceof BoundToClock) throw new BadRequest([{ field: 'clockId', detail: error.message }]);
  throw error;
}

function found(clientId: string, client: Client | undefined): TaggedClient {
  if (client === undefined) throw new NotFound('client', clientId);
  return { client: clientObject(client), tag: tagOf(client) };
}

const tagOf = ({ version = '' }: Client): string => tagOfVersion(version);

const tagOfVersion = (version: string): string => `"${version}"`;
