import type { Database } from '../../db/database.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  findEndpoint,
  listEndpoints,
  mostEndpoints,
} from '../../db/webhooks/endpoints.js';
import { mostSecrets, rotateSecret } from '../../db/webhooks/secrets.js';
import { InvalidWebhookUrl, type WebhookHosts, webhookTarget } from '../../domain/webhooks/hosts.js';
import { BadRequest, Conflict, NotFound } from '../errors/app-error.js';
import { type Caller, requireUnrestricted } from '../http/caller.js';
import { type TagCheck, tagOf } from '../http/entity-tag.js';
import { auditOf } from '../http/person.js';
import type { WebhookQueues } from '../runs/webhook-queues.js';
import type { EndpointCreation, EndpointUpdate, WebhookEndpointView } from './endpoint-schemas.js';
import { endpointView } from './views.js';

export interface WebhookEndpointDependencies {
  db: Database;
  catalog: Pick<ProductCatalog, 'forgetWebhooks'>;
  queues: Pick<WebhookQueues, 'tellSoon'>;
  /** The hosts that notifications may be sent to. */
  hosts: WebhookHosts;
  isPublicAddress: (address: string) => boolean;
  now: () => Date;
}

/** They report events of all types and products to others. */
const changesNone = 'changes no webhook endpoints';

/** The webhook endpoints of an organization. Endpoints of other organizations are not found. */
export class WebhookEndpoints {
  constructor(private readonly uses: WebhookEndpointDependencies) {}

  /**
   * Returns the endpoint with its secret, which is shown only this once.
   *
   * @param id of the endpoint, if an earlier attempt may have created it.
   */
  async create(caller: Caller, creation: EndpointCreation, id: string | undefined) {
    requireUnrestricted(caller, changesNone);
    const { organizationId } = caller;
    const { isPolled: _, ...fields } = creation;
    const url = creation.url === undefined ? '' : this.#checked(creation.url);
    const created = await createEndpoint(
      this.uses.db,
      { ...fields, id, url, organizationId },
      auditOf(caller),
    );
    if (created === undefined) {
      throw new Conflict(`an organization has at most ${mostEndpoints} webhook endpoints`);
    }
    this.uses.catalog.forgetWebhooks(organizationId);
    return { ...endpointView(created.endpoint), secret: created.secret };
  }

  async list({ organizationId }: Caller): Promise<WebhookEndpointView[]> {
    return (await listEndpoints(this.uses.db, organizationId)).map(endpointView);
  }

  async read({ organizationId }: Caller, endpointId: string): Promise<WebhookEndpointView> {
    const endpoint = await findEndpoint(this.uses.db, organizationId, endpointId);
    if (endpoint === undefined) throw new NotFound('webhook endpoint', endpointId);
    return endpointView(endpoint);
  }

  /** `checkTag` checks the endpoint's tag before it is changed. */
  async change(caller: Caller, endpointId: string, update: EndpointUpdate, checkTag: TagCheck | undefined) {
    requireUnrestricted(caller, changesNone);
    const { url, description, eventTypes, active } = update;
    const { organizationId } = caller;
    const now = this.uses.now();
    const changed = await changeEndpoint(
      this.uses.db,
      { organizationId, endpointId, now, ...auditOf(caller) },
      { url: url === undefined ? undefined : this.#checked(url), description, eventTypes, active },
      (current) => {
        checkTag?.(tagOf(JSON.stringify(endpointView(current))));
        if (url !== undefined && current.url === '') throw polled();
      },
    );
    if (changed === undefined) throw new NotFound('webhook endpoint', endpointId);
    this.uses.catalog.forgetWebhooks(organizationId);
    if (active === false || url !== undefined) await this.uses.queues.tellSoon(endpointId);
    return endpointView(changed);
  }

  async delete(caller: Caller, endpointId: string): Promise<void> {
    requireUnrestricted(caller, changesNone);
    const { organizationId } = caller;
    const endpoint = { organizationId, endpointId, now: this.uses.now(), ...auditOf(caller) };
    const deleted = await deleteEndpoint(this.uses.db, endpoint);
    if (!deleted) throw new NotFound('webhook endpoint', endpointId);
    this.uses.catalog.forgetWebhooks(organizationId);
    await this.uses.queues.tellSoon(endpointId);
  }

  /** `id` is the new secret's, if an earlier attempt may have made it. */
  async rotateSecret(
    caller: Caller,
    endpointId: string,
    { previousValidHours, id }: { previousValidHours: number; id: string | undefined },
  ) {
    requireUnrestricted(caller, changesNone);
    const { organizationId } = caller;
    const now = this.uses.now();
    const previousValidUntil = new Date(now.getTime() + previousValidHours * 3_600_000);
    const rotated = await rotateSecret(this.uses.db, {
      id,
      organizationId,
      endpointId,
      now,
      previousValidUntil,
      ...auditOf(caller),
    });
    if (rotated === 'UNKNOWN') throw new NotFound('webhook endpoint', endpointId);
    if (rotated === 'TOO_MANY') {
      throw new Conflict(
        `${mostSecrets} secrets of this endpoint are valid, which is the maximum; wait until one expires, or end all with previousValidHours 0`,
      );
    }
    const { secret } = rotated;
    return { endpointId, secret, previousValidUntilTimestamp: previousValidUntil.toISOString() };
  }

  /** The URL in its normalized form. */
  #checked(url: string): string {
    try {
      return webhookTarget(url, this.uses.hosts, this.uses.isPublicAddress).url.href;
    } catch (error) {
      if (error instanceof InvalidWebhookUrl) throw new BadRequest([{ field: 'url', detail: error.message }]);
      throw error;
    }
  }
}

const polled = () =>
  new BadRequest([{ field: 'url', detail: 'cannot be given to an endpoint that is polled' }]);
